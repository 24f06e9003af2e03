'use client'

import { type FormEvent, useRef } from 'react'
import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import { useFocusAfter } from '#app/_ui/form/use-focus-after.ts'
import { useSubmit } from '#app/_ui/form/use-submit.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface RowActionProps {
  readonly action: string
  /** Hidden inputs. */
  readonly fields?: Readonly<Record<string, string>>
  /** Id of the button. */
  readonly id: string
  /** The button's label. */
  readonly label: string
  /** Distinguishes the button from those of other rows. */
  readonly name: string
}

/**
 * A button in a row of a list that acts at once, because the visitor can undo it right there. If the action removes the
 * button, the focus stays nearby.
 */
export function RowAction({ action, fields = {}, id, label, name }: RowActionProps) {
  const t = useTexts()
  const { state, props, run, busy } = useSubmit(action)
  const control = useRef<HTMLFormElement>(null)
  useFocusAfter(control)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) run(new FormData(event.currentTarget))
  }
  return (
    <form ref={control} {...props} onSubmit={onSubmit} className="flex flex-col items-end gap-2">
      {Object.entries(fields).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <button id={id} type="submit" className="btn btn-sm" aria-label={name} aria-disabled={busy}>
        {busy ? t('console.busy') : label}
      </button>
      {state.kind === 'refused' && <FormProblem text={state.message} />}
      {state.kind === 'session-ended' && <SessionEnded />}
    </form>
  )
}
