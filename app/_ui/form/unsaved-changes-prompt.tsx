'use client'

import { type ReactNode, useCallback, useState } from 'react'
import { makeUnsavedChanges, UnsavedContext } from './unsaved-changes.ts'
import { useNavigationPrompt } from './use-navigation-prompt.ts'

/** Loaded with the first unsaved change: most pages are left without the question. */
const loadDialog = () => import('./unsaved-changes-dialog.tsx')

/** A navigation that waits for the visitor's answer. */
interface Leaving {
  readonly Dialog: Awaited<ReturnType<typeof loadDialog>>['UnsavedChangesDialog']
  readonly count: number
  readonly leave: () => void
}

/** Asks before the visitor leaves a page with unsaved changes, which its forms report by `useUnsavedChanges`. */
export function UnsavedChangesPrompt({ children }: { readonly children: ReactNode }) {
  const [unsaved] = useState(() => makeUnsavedChanges(loadDialog))
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const ask = useCallback(
    async (leave: () => void) => {
      const { UnsavedChangesDialog: Dialog } = await loadDialog()
      setLeaving({ Dialog, count: unsaved.total(), leave })
    },
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
      {leaving && <leaving.Dialog count={leaving.count} stay={stay} leave={leave} />}
    </UnsavedContext>
  )
}
