'use client'

import {
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Breakable } from '#app/_ui/text/breakable.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { FormFooter } from './form-footer.tsx'
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
 * A button that asks before it acts. The dialog traps and restores the focus, closes with Escape, and opens without
 * scripts where the browser supports `commandfor`. The first input takes the focus, or else the cancel button, so a
 * double key press changes nothing. If the action removes the button, the focus stays nearby.
 */
export function Confirm(props: ConfirmProps) {
  const { trigger, id, triggerClass = 'btn btn-sm', triggerLabel } = props
  const dialog = useDialog()
  const control = useRef<HTMLDivElement>(null)
  useFocusAfter(control)
  return (
    <div ref={control} className="contents">
      <button
        id={id}
        type="button"
        className={triggerClass}
        aria-label={triggerLabel}
        aria-haspopup="dialog"
        onClick={dialog.open}
        {...{ commandfor: dialog.id, command: 'show-modal' }}
      >
        {trigger}
      </button>
      <Question {...props} dialog={dialog} />
    </div>
  )
}

type Dialog = ReturnType<typeof useDialog>

function useDialog() {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const open = (event: MouseEvent) => {
    event.preventDefault()
    if (!ref.current?.open) ref.current?.showModal()
  }
  const close = (event: MouseEvent) => {
    event.preventDefault()
    ref.current?.close()
  }
  return { ref, id, open, close }
}

interface QuestionProps extends ConfirmProps {
  readonly dialog: Dialog
}

function Question({ dialog, ...props }: QuestionProps) {
  const { ref, id } = dialog
  const answer = useSubmit(props.action)
  const { state } = answer
  // Without scripts, the page returns with the refusal, which the dialog shows.
  const [openFromStart] = useState(state.kind === 'refused' || state.kind === 'session-ended')
  useEffect(() => {
    if (state.kind === 'done') ref.current?.close()
  }, [state, ref])
  return (
    <dialog
      ref={ref}
      id={id}
      open={openFromStart}
      aria-labelledby={`${id}-title`}
      // Clears a password that was typed but not sent.
      onClose={(event) => event.currentTarget.querySelector('form')?.reset()}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-box border border-line bg-base-100 p-6 text-start text-base-content shadow-2xl backdrop:bg-black/50"
    >
      <h2 id={`${id}-title`} className="font-semibold text-lg [overflow-wrap:anywhere]">
        <Breakable text={props.title} after="@" />
      </h2>
      <div className="mt-2 mb-5 text-pretty font-normal text-muted text-sm [overflow-wrap:anywhere]">
        {props.body}
      </div>
      <AnswerForm {...props} dialog={dialog} answer={answer} />
    </dialog>
  )
}

interface AnswerFormProps extends QuestionProps {
  readonly answer: ReturnType<typeof useSubmit>
}

/** A dialog reads the attribute each time it opens, but React writes `autofocus` only on the server. */
function atOpening(button: HTMLButtonElement | null): void {
  button?.toggleAttribute('autofocus', true)
}

function AnswerForm({ dialog, answer, ...props }: AnswerFormProps) {
  const { id, fields = {}, confirm, tone = 'danger', progress, children } = props
  const { state, props: target, run, busy } = answer
  const form = useRef<HTMLFormElement>(null)
  const t = useTexts()
  useEffect(() => {
    if (state.kind !== 'new') form.current?.reset()
  }, [state])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) run(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} {...target} onSubmit={submit}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children && <div className="mb-5">{children}</div>}
      {progress}
      <FormFooter
        id={`${id}-confirm`}
        state={state}
        message={state.kind === 'refused' ? state : null}
        busy={busy}
        label={confirm}
        tone={tone}
      >
        <button
          ref={children ? undefined : atOpening}
          {...startingAt(!children)}
          type="button"
          className="btn btn-ghost min-h-10"
          onClick={dialog.close}
          {...{ commandfor: dialog.id, command: 'close' }}
        >
          {t('console.cancel')}
        </button>
      </FormFooter>
    </form>
  )
}
