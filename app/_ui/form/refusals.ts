'use client'

import { useEffect, useId, useSyncExternalStore } from 'react'

/**
 * The refused forms of this tab's page; null until a form has reported. Never written on the server, where requests
 * would share it.
 */
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

/** Prefixes the page's title with "Error" while a form or an action button is refused. */
export function useRefusal(isRefused: boolean): void {
  const form = useId()
  useEffect(() => {
    note(form, isRefused)
    return () => note(form, false)
  }, [form, isRefused])
}

/**
 * Whether a form of the page is refused.
 * @param atFirst the server's answer, valid until the forms have reported
 */
export function useIsRefused(atFirst: boolean): boolean {
  const noted = useSyncExternalStore(
    subscribe,
    () => refused,
    () => null,
  )
  return noted ? noted.size > 0 : atFirst
}
