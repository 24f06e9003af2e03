'use client'

import type { FormEvent, ReactNode } from 'react'
import { FormFooter } from './form-footer.tsx'
import { useSubmit } from './use-submit.ts'

interface SelectionFormProps {
  /** Path of the route file. */
  readonly action: string
  /** The submit button's label. */
  readonly label: string
  /** Id of the button. */
  readonly id?: string
  /** Id of the form, for check boxes outside of it. */
  readonly formId?: string
  readonly tone?: 'primary' | 'danger'
  /** The page to return to without a change. */
  readonly cancel?: string
  readonly className?: string
  readonly children?: ReactNode
}

/** A form of plain check boxes and other inputs, which the browser keeps. */
export function SelectionForm(props: SelectionFormProps) {
  const { action, label, id, formId, tone, cancel, className, children } = props
  const { state, props: target, run, busy } = useSubmit(action)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!busy) run(new FormData(event.currentTarget, submitter))
  }
  return (
    <form id={formId} {...target} onSubmit={onSubmit} className={className ?? 'grid gap-5'}>
      {children}
      <FormFooter
        state={state}
        message={state.kind === 'refused' ? state : null}
        busy={busy}
        label={label}
        {...(id && { id })}
        {...(tone && { tone })}
        {...(cancel && { cancel })}
      />
    </form>
  )
}
