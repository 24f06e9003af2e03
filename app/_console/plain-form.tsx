'use client'

import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { FormFoot } from './form-foot.tsx'
import type { FormAction } from './form-state.ts'
import { useServerAction } from './use-server-action.ts'

/** What the parts of a plain form may know about it. */
interface PlainFormStatus {
  /** Changes when the form has worked, and only then; '' before. */
  readonly saved: string
  /** The refused form as it was sent; repeated fields stand on lines of their own. */
  readonly typed: Readonly<Record<string, string>> | null
}

const StatusContext = createContext<PlainFormStatus>({ saved: '', typed: null })

/** How the surrounding plain form stands. */
export function usePlainForm(): PlainFormStatus {
  return useContext(StatusContext)
}

interface PlainFormProps {
  readonly action: FormAction
  /** Words on the button. */
  readonly label: string
  /** Id of the button; `submit` where a page has one form. */
  readonly id?: string
  readonly tone?: 'primary' | 'danger'
  /** Sent along. */
  readonly fields?: Readonly<Record<string, string | number>>
  readonly className?: string
  /** Told when it has worked. */
  readonly onDone?: () => void
  /** Beside the button. */
  readonly beside?: ReactNode
  readonly children?: ReactNode
}

/**
 * A form behind a server action that has no rules of its own in the browser: lists, selects and
 * single buttons. What was typed stays when it is refused; it works without scripts too.
 */
export function PlainForm(props: PlainFormProps) {
  const { action, label, id = 'submit', tone, fields = {}, onDone, beside, children } = props
  const { state, send, run, busy } = useServerAction(action)
  const [saved, setSaved] = useState('')
  if (state.kind === 'done' && state.id !== saved) setSaved(state.id)
  const typed = state.kind === 'refused' ? state.typed : null
  const status = useMemo(() => ({ saved, typed }), [saved, typed])
  useEffect(() => {
    if (state.kind === 'done') onDone?.()
  }, [state, onDone])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    run(new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter))
  }
  return (
    <StatusContext value={status}>
      <form
        action={send}
        onSubmit={onSubmit}
        className={props.className ?? 'flex flex-col gap-5'}
        noValidate
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <FormFoot
          id={id}
          state={state}
          message={state.kind === 'refused' ? state : null}
          busy={busy}
          label={label}
          {...(tone && { tone })}
        >
          {beside}
        </FormFoot>
      </form>
    </StatusContext>
  )
}
