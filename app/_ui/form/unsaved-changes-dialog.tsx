'use client'

import { useEffect, useRef } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface UnsavedChangesDialogProps {
  /** Number of unsaved changes. */
  readonly count: number
  readonly stay: () => void
  readonly leave: () => void
}

/** Asks whether to leave a page without saving. Escape stays and returns the focus to the link. */
export function UnsavedChangesDialog({ count, stay, leave }: UnsavedChangesDialogProps) {
  const t = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
    // Only closing a dialog, not removing it, restores the focus.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-title"
      aria-describedby="leave-body"
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-box border border-line bg-base-100 p-6 text-start text-base-content shadow-2xl backdrop:bg-black/50"
      onClose={stay}
    >
      <h2 id="leave-title" className="font-semibold text-lg">
        {t('console.leave.title')}
      </h2>
      <p id="leave-body" className="mt-2 mb-5 text-pretty text-muted text-sm">
        {t('console.leave.body', { count })}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <button
          id="stay"
          type="button"
          className="btn btn-primary min-h-10 px-5 text-sm"
          onClick={() => dialog.current?.close()}
        >
          {t('console.leave.stay')}
        </button>
        <button id="leave" type="button" className="btn btn-ghost min-h-10" onClick={leave}>
          {t('console.leave.leave')}
        </button>
      </div>
    </dialog>
  )
}
