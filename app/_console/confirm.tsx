'use client'

import { type ReactNode, useActionState, useEffect, useId, useRef } from 'react'
import { FormFoot } from './form-foot.tsx'
import { type FormAction, newForm } from './form-state.ts'
import { useToast } from './toasts.tsx'
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
}

/**
 * A button that asks before it acts. The dialog keeps the focus and gives it back, closes with
 * Escape, and opens without scripts too where the browser knows `commandfor`.
 */
export function Confirm(props: ConfirmProps) {
  const { action, fields = {}, trigger, id, triggerClass = 'btn btn-sm', triggerLabel } = props
  const { title, body, confirm, tone = 'danger' } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const dialogId = useId()
  const [state, send, busy] = useActionState(action, newForm)
  const toast = useToast()
  const t = useTexts()
  useEffect(() => {
    if (state.kind !== 'done') return
    dialog.current?.close()
    toast(state.message)
  }, [state, toast])
  const close = () => dialog.current?.close()
  return (
    <>
      <button
        id={id}
        type="button"
        className={triggerClass}
        aria-label={triggerLabel}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
        {...{ commandfor: dialogId, command: 'show-modal' }}
      >
        {trigger}
      </button>
      <dialog
        ref={dialog}
        id={dialogId}
        aria-labelledby={`${dialogId}-title`}
        className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-box border border-line bg-base-100 p-6 text-start text-base-content shadow-2xl backdrop:bg-black/50"
      >
        <h2 id={`${dialogId}-title`} className="font-semibold text-lg">
          {title}
        </h2>
        <div className="mt-2 mb-5 text-pretty font-normal text-muted text-sm [overflow-wrap:anywhere]">
          {body}
        </div>
        <form action={send}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
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
