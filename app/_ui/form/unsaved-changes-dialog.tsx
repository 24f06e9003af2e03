'use client'

import { useTexts } from '#app/_ui/text/use-texts.ts'
import { Dialog } from './dialog.tsx'
import { useDialogAtOnce } from './use-dialog-at-once.ts'

interface UnsavedChangesDialogProps {
  /** Number of unsaved changes. */
  readonly count: number
  readonly stay: () => void
  readonly leave: () => void
}

/** Asks whether to leave a page without saving. Escape stays and returns the focus to the link. */
export function UnsavedChangesDialog({ count, stay, leave }: UnsavedChangesDialogProps) {
  const t = useTexts()
  const ref = useDialogAtOnce()
  return (
    <Dialog dialog={{ ref, id: 'leaving' }} title={t('console.leave.title')} onClose={stay}>
      <p className="mt-1 text-pretty text-muted">{t('console.leave.body', { count })}</p>
      <div className="ui-dialog-foot">
        <button id="leave" type="button" className="btn" onClick={leave}>
          {t('console.leave.leave')}
        </button>
        <button
          id="stay"
          type="button"
          className="btn btn-primary"
          onClick={() => ref.current?.close()}
        >
          {t('console.leave.stay')}
        </button>
      </div>
    </Dialog>
  )
}
