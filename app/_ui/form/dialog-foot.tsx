'use client'

import { startingAt } from '#app/_ui/text/starting-at.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { FormSubmit } from './form-submit.tsx'
import type { useDialog } from './use-dialog.ts'

interface DialogFootProps {
  readonly dialog: ReturnType<typeof useDialog>
  /** Id of the button that acts. */
  readonly id: string
  readonly label: string
  readonly busy: boolean
  readonly tone: 'primary' | 'danger'
  /** The dialog has no input to start at, so that a double key press changes nothing. */
  readonly startsAtCancel: boolean
}

/** The buttons of a dialog's form: cancel, act. */
export function DialogFoot({ dialog, id, label, busy, tone, startsAtCancel }: DialogFootProps) {
  const t = useTexts()
  return (
    <div className="ui-dialog-foot mt-2">
      <button
        ref={startsAtCancel ? atOpening : undefined}
        {...startingAt(startsAtCancel)}
        type="button"
        className="btn"
        {...dialog.closer}
      >
        {t('console.cancel')}
      </button>
      <FormSubmit id={id} label={label} busy={busy} tone={tone} />
    </div>
  )
}

/** A dialog reads the attribute each time it opens, but React writes `autofocus` only on the server. */
function atOpening(button: HTMLButtonElement | null): void {
  button?.toggleAttribute('autofocus', true)
}
