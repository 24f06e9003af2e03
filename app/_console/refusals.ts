'use client'

import { useEffect, useId, useSyncExternalStore } from 'react'

/** The forms of this tab's page that were refused; null until one has told. The server writes nothing here. */
let refused: ReadonlySet<string> | null = null
const listeners = new Set<() => void>()

function note(form: string, isRefused: boolean): void {
  if (refused?.has(form) === isRefused) return
  const others = [...(refused ?? [])].filter((other) => other !== form)
  refused = new Set(isRefused ? [...others, form] : others)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Has the title of the page begin with "Error" for as long as a form, or a button that acts, stands refused. */
export function useRefusal(isRefused: boolean): void {
  const form = useId()
  useEffect(() => {
    note(form, isRefused)
    return () => note(form, false)
  }, [form, isRefused])
}

/**
 * Whether a form of the page stands refused.
 * @param atFirst what the server knows: it holds until the forms have told themselves
 */
export function useIsRefused(atFirst: boolean): boolean {
  const noted = useSyncExternalStore(
    subscribe,
    () => refused,
    () => null,
  )
  return noted ? noted.size > 0 : atFirst
}
