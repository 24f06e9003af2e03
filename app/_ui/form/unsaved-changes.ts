'use client'

import { createContext, useContext, useEffect, useId } from 'react'

/** Counts a page's unsaved changes per form. */
export interface UnsavedChanges {
  /** Sets the number of unsaved changes of a form; 0 removes the form. */
  readonly note: (form: string, count: number) => void
  /** Discards all counts, once the visitor has agreed to lose the changes. */
  readonly forget: () => void
  readonly total: () => number
}

/**
 * Makes the counter. It is no React state: it is read only on leaving the page, so a change renders nothing.
 * @param prepare gets ready for a prompt, once there are unsaved changes; a failure shows with the prompt
 */
export function makeUnsavedChanges(prepare?: () => Promise<unknown>): UnsavedChanges {
  const counts = new Map<string, number>()
  return {
    note: (form, count) => {
      if (count > 0) {
        if (counts.size === 0) prepare?.().catch(() => undefined)
        counts.set(form, count)
      } else counts.delete(form)
    },
    forget: () => counts.clear(),
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  }
}

/** Provided by `UnsavedChangesPrompt`; without a provider, nothing prompts. */
export const UnsavedContext = createContext<UnsavedChanges>(makeUnsavedChanges())

/**
 * Prompts before the visitor leaves the page, while the form has unsaved changes.
 * @param count number of the form's fields or entries that differ from the stored ones
 */
export function useUnsavedChanges(count: number): void {
  const { note } = useContext(UnsavedContext)
  const form = useId()
  useEffect(() => {
    note(form, count)
    return () => note(form, 0)
  }, [note, form, count])
}

/** Returns a function that discards the page's unsaved changes, for a button that announces the loss itself. */
export function useForgetChanges(): () => void {
  return useContext(UnsavedContext).forget
}
