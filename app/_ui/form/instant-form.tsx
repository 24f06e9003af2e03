'use client'

import { type FormEvent, type ReactNode, useRef } from 'react'
import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { FormProblem } from './form-problem.tsx'
import { useFocusAfter } from './use-focus-after.ts'
import { useSubmit } from './use-submit.ts'

interface InstantFormProps {
  readonly action: string
  /** Hidden inputs. */
  readonly fields?: Readonly<Record<string, string>>
  readonly className?: string
  /** The button. */
  readonly children: (busy: boolean) => ReactNode
}

/** A form that is only a button and acts at once. If the act removes the button, the focus stays nearby. */
export function InstantForm({ action, fields = {}, className, children }: InstantFormProps) {
  const { state, props, run, busy } = useSubmit(action)
  const control = useRef<HTMLFormElement>(null)
  useFocusAfter(control)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) run(new FormData(event.currentTarget))
  }
  return (
    <form ref={control} {...props} onSubmit={onSubmit} className={className}>
      {Object.entries(fields).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {children(busy)}
      {state.kind === 'refused' && <FormProblem text={state.message} />}
      {state.kind === 'session-ended' && <SessionEnded />}
    </form>
  )
}
