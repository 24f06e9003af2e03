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
import { ReportContext, useReportedChanges } from './form-changes.ts'
import { ChecksContext } from './form-checks.ts'
import { FormFooter } from './form-footer.tsx'
import { useRefusal } from './refusals.ts'
import type { TypedValues } from './typed-values.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { useSubmit } from './use-submit.ts'

/** The form's state for the components inside it. */
interface PlainFormStatus {
  /** Changes after every success, and only then; '' before. */
  readonly saved: string
  /** The refused form as it was sent; a repeated field has one line per value. */
  readonly typed: TypedValues | null
}

const StatusContext = createContext<PlainFormStatus>({ saved: '', typed: null })

/** The state of the surrounding plain form. */
export function usePlainForm(): PlainFormStatus {
  return useContext(StatusContext)
}

interface PlainFormProps {
  readonly action: string
  /** The submit button's label. */
  readonly label: string
  /** Id of the button. Default: `submit`, for a page with one form. */
  readonly id?: string
  readonly tone?: 'primary' | 'danger'
  /** Hidden inputs. */
  readonly fields?: Readonly<Record<string, string | number>>
  /** The record as the page read it, by field; absent if the action compares nothing. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly className?: string
  /** Called after a success. */
  readonly onDone?: () => void
  /** Beside the button. */
  readonly beside?: ReactNode
  readonly children?: ReactNode
}

/**
 * A form of the console whose inputs manage their own state: lists, selects and single buttons. They report
 * unsaved changes (`useFormChanges`) and can prevent submission (`useFormCheck`). A refusal keeps what was typed, and
 * the form works without scripts too.
 */
export function PlainForm(props: PlainFormProps) {
  const { action, label, id = 'submit', tone, fields = {}, values } = props
  const { onDone, beside, children } = props
  const { state, props: form, run, busy } = useSubmit(action)
  const [saved, setSaved] = useState('')
  const { total, report } = useReportedChanges()
  const [checks] = useState(() => new Set<() => boolean>())
  const [isStopped, setStopped] = useState(false)
  useRefusal(isStopped)
  useUnsavedChanges(busy ? 0 : total)
  if (state.kind === 'done' && state.id !== saved) setSaved(state.id)
  const refused = state.kind === 'refused' ? state : null
  const typed = refused?.typed ?? null
  const status = useMemo(() => ({ saved, typed }), [saved, typed])
  useEffect(() => {
    if (state.kind === 'done') onDone?.()
  }, [state, onDone])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    // The first check to refuse takes the focus; the others do not run.
    const isRight = [...checks].every((check) => check())
    setStopped(!isRight)
    if (isRight)
      run(new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter))
  }
  return (
    <StatusContext value={status}>
      <form
        {...form}
        onSubmit={onSubmit}
        className={props.className ?? 'flex flex-col gap-5'}
        noValidate
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ReportContext value={report}>
          <ChecksContext value={checks}>{children}</ChecksContext>
        </ReportContext>
        <FormFooter
          id={id}
          state={state}
          message={refused}
          busy={busy}
          label={label}
          unsaved={total}
          read={values && (refused?.read ?? JSON.stringify(values))}
          {...(tone && { tone })}
        >
          {beside}
        </FormFooter>
      </form>
    </StatusContext>
  )
}
