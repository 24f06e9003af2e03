'use client'

import { type FormEvent, useRef } from 'react'
import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { Undo } from './form-state.ts'
import { useFocusAfter } from './use-focus-after.ts'
import { useSubmit } from './use-submit.ts'

interface UndoButtonProps {
  readonly undo: Undo
  readonly className: string
}

/** Takes back the act of the message beside it. A refusal replaces the button. */
export function UndoButton({ undo, className }: UndoButtonProps) {
  const t = useTexts()
  const { state, props, run, busy } = useSubmit(undo.action)
  const control = useRef<HTMLFormElement>(null)
  useFocusAfter(control)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) run(new FormData(event.currentTarget))
  }
  if (state.kind === 'refused') return <p role="alert">{state.message}</p>
  return (
    <form ref={control} {...props} onSubmit={onSubmit} className="shrink-0">
      {state.kind === 'session-ended' && <SessionEnded />}
      {undo.fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <button id="undo" type="submit" className={className} aria-disabled={busy}>
        {busy ? t('console.busy') : t('console.undo')}
      </button>
    </form>
  )
}
