'use client'

import { type ReactNode, useCallback, useState } from 'react'
import { makeUnsavedChanges, UnsavedContext } from './unsaved-changes.ts'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import { useNavigationPrompt } from './use-navigation-prompt.ts'

/** A navigation that waits for the visitor's answer. */
interface Leaving {
  readonly count: number
  readonly leave: () => void
}

/** Asks before the visitor leaves a page with unsaved changes, which its forms report by `useUnsavedChanges`. */
export function UnsavedChangesPrompt({ children }: { readonly children: ReactNode }) {
  const [unsaved] = useState(makeUnsavedChanges)
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const ask = useCallback(
    (leave: () => void) => setLeaving({ count: unsaved.total(), leave }),
    [unsaved],
  )
  useNavigationPrompt(unsaved, ask)
  const stay = useCallback(() => setLeaving(null), [])
  const leave = () => {
    unsaved.forget()
    setLeaving(null)
    leaving?.leave()
  }
  return (
    <UnsavedContext value={unsaved}>
      {children}
      {leaving && <UnsavedChangesDialog count={leaving.count} stay={stay} leave={leave} />}
    </UnsavedContext>
  )
}
