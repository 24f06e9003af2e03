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
import { FormFoot } from './form-foot.tsx'
import type { FormAction } from './form-state.ts'
import { useServerAction } from './use-server-action.ts'
import { useTexts } from './use-texts.ts'

interface ConfirmProps {
  /** Does it when it was confirmed. */
  readonly action: FormAction
  /** Sent along. */
  readonly fields?: Readonly<Record<string, string | number>>
  readonly trigger: ReactNode
  /** Id of the button that opens the dialog. */
  readonly id: string
  readonly triggerClass?: string
  /** Names the trigger where it shows an icon alone. */
  readonly triggerLabel?: string
  readonly title: string
  /** What will happen, in full. */
  readonly body: ReactNode
  readonly confirm: string
  readonly tone?: 'primary' | 'danger'
  /** Inputs asked for in the dialog. */
  readonly children?: ReactNode
}

/**
 * A button that asks before it acts. The dialog keeps the focus and gives it back, closes with
 * Escape, and opens without scripts too where the browser knows `commandfor`.
 */
export function Confirm(props: ConfirmProps) {
  const { action, fields = {}, trigger, id, triggerClass = 'btn btn-sm', triggerLabel } = props
  const { title, body, confirm, tone = 'danger', children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const dialogId = useId()
  const { state, send, run, busy } = useServerAction(action)
  // Without scripts the page comes back with what was refused, which the dialog tells.
  const [openFromStart] = useState(state.kind === 'refused' || state.kind === 'session-ended')
  const form = useRef<HTMLFormElement>(null)
  const t = useTexts()
  useEffect(() => {
    if (state.kind === 'done') dialog.current?.close()
    if (state.kind !== 'new') form.current?.reset()
  }, [state])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) run(new FormData(event.currentTarget))
  }
  const open = (event: MouseEvent) => {
    event.preventDefault()
    if (!dialog.current?.open) dialog.current?.showModal()
  }
  const close = (event: MouseEvent) => {
    event.preventDefault()
    dialog.current?.close()
  }
  return (
    <>
      <button
        id={id}
        type="button"
        className={triggerClass}
        aria-label={triggerLabel}
        aria-haspopup="dialog"
        onClick={open}
        {...{ commandfor: dialogId, command: 'show-modal' }}
      >
        {trigger}
      </button>
      <dialog
        ref={dialog}
        id={dialogId}
        open={openFromStart}
        aria-labelledby={`${dialogId}-title`}
        className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-box border border-line bg-base-100 p-6 text-start text-base-content shadow-2xl backdrop:bg-black/50"
      >
        <h2 id={`${dialogId}-title`} className="font-semibold text-lg">
          {title}
        </h2>
        <div className="mt-2 mb-5 text-pretty font-normal text-muted text-sm [overflow-wrap:anywhere]">
          {body}
        </div>
        <form ref={form} action={send} onSubmit={submit}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {children && <div className="mb-5">{children}</div>}
          <FormFoot
            id={`${id}-confirm`}
            state={state}
            message={state.kind === 'refused' ? state : null}
            busy={busy}
            label={confirm}
            tone={tone}
          >
            <button
              type="button"
              className="btn btn-ghost h-10 min-h-10"
              onClick={close}
              {...{ commandfor: dialogId, command: 'close' }}
            >
              {t('console.cancel')}
            </button>
          </FormFoot>
        </form>
      </dialog>
    </>
  )
}
