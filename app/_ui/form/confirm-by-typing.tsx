'use client'

import { type ReactNode, useState } from 'react'
import { object, refine, string } from 'zod/mini'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { Dialog } from './dialog.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { TextField } from './fields.tsx'
import { FormOutcome } from './form-outcome.tsx'
import { useConsoleForm } from './use-console-form.ts'
import { useDialog } from './use-dialog.ts'

interface ConfirmByTypingProps {
  readonly action: string
  /** Name of the field with the text to retype. */
  readonly name?: string
  /** The text to retype. */
  readonly identifier: string
  /** True when a typed text matches. Default: equal except for surrounding white space. */
  readonly isSame?: (typed: string) => boolean
  /** The message for another text. */
  readonly differs?: string
  /** Id of the button that acts. */
  readonly submitId?: string
  readonly trigger: string
  readonly title: string
  /** The consequences, in full. */
  readonly body: ReactNode
  /** The label of the button that acts. */
  readonly label: string
}

/** A button that asks for the record's identifier before it deletes for good. */
export function ConfirmByTyping(props: ConfirmByTypingProps) {
  const dialog = useDialog()
  return (
    <>
      <button
        id="open-delete"
        type="button"
        className="btn btn-sm btn-quiet-danger"
        {...dialog.opener}
      >
        {props.trigger}
      </button>
      <Question {...props} dialog={dialog} />
    </>
  )
}

interface QuestionProps extends ConfirmByTypingProps {
  readonly dialog: ReturnType<typeof useDialog>
}

function Question({ dialog, ...props }: QuestionProps) {
  const { action, name = 'identifier', identifier, label, submitId = 'submit' } = props
  const { isSame = (typed) => typed.trim() === identifier } = props
  const t = useTexts()
  const { differs = t('console.record.differs') } = props
  const schema = object({ [name]: string().check(refine(isSame, differs)) })
  const values = { [name]: '' }
  const { field, state, busy, message, ...form } = useConsoleForm({
    ...{ action, schema, values },
    isCommand: true,
  })
  const [openFromStart] = useState(state.kind === 'refused' || state.kind === 'session-ended')
  return (
    <Dialog dialog={dialog} title={props.title} isOpen={openFromStart}>
      <div className="mt-1 text-pretty text-muted [overflow-wrap:anywhere]">{props.body}</div>
      <form {...form.props} className="mt-4 grid gap-4">
        <TextField
          label={t('console.record.retype', { identifier })}
          binding={field(name)}
          className="font-mono"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          required
        />
        <FormOutcome state={state} message={message} />
        <DialogFoot
          dialog={dialog}
          id={submitId}
          label={label}
          busy={busy}
          tone="danger"
          startsAtCancel={false}
        />
      </form>
    </Dialog>
  )
}
