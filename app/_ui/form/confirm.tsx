'use client'

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { FormOutcome } from './form-outcome.tsx'
import { useDialog } from './use-dialog.ts'
import { useFocusAfter } from './use-focus-after.ts'
import { useSubmit } from './use-submit.ts'

interface ConfirmProps {
  /** Runs after confirmation. */
  readonly action: string
  /** Hidden inputs. */
  readonly fields?: Readonly<Record<string, string | number>>
  readonly trigger: ReactNode
  /** Id of the button that opens the dialog. */
  readonly id: string
  /** Default: outlined, and red where the act is dangerous. Only the dialog has a red fill. */
  readonly triggerClass?: string
  /** Accessible name of a trigger that shows only an icon. */
  readonly triggerLabel?: string
  readonly title: string
  /** The consequences, in full. */
  readonly body: ReactNode
  readonly confirm: string
  readonly tone?: 'primary' | 'danger'
  /** Shown while the action runs. */
  readonly progress?: ReactNode
  /** Inputs in the dialog. */
  readonly children?: ReactNode
}

/**
 * A button that asks before it acts. The dialog traps and restores the focus, and opens without scripts where the
 * browser supports `commandfor`. The first input takes the focus, or else the cancel button. If the action removes the
 * button, the focus stays nearby.
 */
export function Confirm(props: ConfirmProps) {
  const { trigger, id, tone = 'danger', triggerLabel } = props
  const look = tone === 'danger' ? 'btn btn-sm btn-quiet-danger' : 'btn btn-sm'
  const dialog = useDialog()
  const control = useRef<HTMLDivElement>(null)
  useFocusAfter(control)
  return (
    <div ref={control} className="contents">
      <button
        id={id}
        type="button"
        className={props.triggerClass ?? look}
        aria-label={triggerLabel}
        {...dialog.opener}
      >
        {trigger}
      </button>
      <Question {...props} dialog={dialog} />
    </div>
  )
}

interface QuestionProps extends ConfirmProps {
  readonly dialog: ReturnType<typeof useDialog>
}

function Question({ dialog, ...props }: QuestionProps) {
  const { ref } = dialog
  const answer = useSubmit(props.action)
  const { state } = answer
  // Without scripts, the page returns with the refusal, which the dialog shows.
  const [openFromStart] = useState(state.kind === 'refused' || state.kind === 'session-ended')
  useEffect(() => {
    if (state.kind === 'done') ref.current?.close()
  }, [state, ref])
  return (
    <Dialog dialog={dialog} title={props.title} isOpen={openFromStart}>
      <div className="mt-1 text-pretty text-muted [overflow-wrap:anywhere]">{props.body}</div>
      <AnswerForm {...props} dialog={dialog} answer={answer} />
    </Dialog>
  )
}

interface AnswerFormProps extends QuestionProps {
  readonly answer: ReturnType<typeof useSubmit>
}

function AnswerForm({ dialog, answer, ...props }: AnswerFormProps) {
  const { id, fields = {}, confirm, tone = 'danger', progress, children } = props
  const { state, props: target, run, busy } = answer
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (state.kind !== 'new') form.current?.reset()
  }, [state])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) run(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} {...target} onSubmit={submit} className="mt-4 grid gap-4">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {progress}
      <FormOutcome state={state} message={state.kind === 'refused' ? state : null} />
      <DialogFoot
        dialog={dialog}
        id={`${id}-confirm`}
        label={confirm}
        busy={busy}
        tone={tone}
        startsAtCancel={!children}
      />
    </form>
  )
}
