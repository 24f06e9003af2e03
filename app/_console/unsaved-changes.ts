'use client'

import { createContext, useContext, useEffect, useId } from 'react'

/** How many changes wait on a page, form by form. */
export interface UnsavedChanges {
  /** Says how many changes of a form are not saved; 0 forgets the form. */
  readonly note: (form: string, count: number) => void
  /** Somebody has said that they may be lost. */
  readonly forget: () => void
  readonly total: () => number
}

/** An account of unsaved changes; it is asked when somebody leaves, so nothing is drawn anew by it. */
export function makeUnsavedChanges(): UnsavedChanges {
  const counts = new Map<string, number>()
  return {
    note: (form, count) => {
      if (count > 0) counts.set(form, count)
      else counts.delete(form)
    },
    forget: () => counts.clear(),
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  }
}

/** Filled by `UnsavedChangesPrompt`; where there is none, nobody asks. */
export const UnsavedContext = createContext<UnsavedChanges>(makeUnsavedChanges())

/**
 * Has the page ask before it is left, for as long as a form has changes that are not saved.
 * @param count how many of the form's fields or entries differ from what is stored
 */
export function useUnsavedChanges(count: number): void {
  const { note } = useContext(UnsavedContext)
  const form = useId()
  useEffect(() => {
    note(form, count)
    return () => note(form, 0)
  }, [note, form, count])
}

/** Gives up what is not saved on the page, for a button that says so itself. */
export function useForgetChanges(): () => void {
  return useContext(UnsavedContext).forget
}
