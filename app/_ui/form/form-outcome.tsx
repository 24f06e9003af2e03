'use client'

import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { ChangedMeanwhile, ReloadButton } from './changed-meanwhile.tsx'
import { FormProblem } from './form-problem.tsx'
import type { FormState } from './form-state.ts'

interface FormOutcomeProps {
  readonly state: FormState
  /** The refusal that concerns no single field. */
  readonly message: { readonly message: string; readonly code: string } | null
}

/** What became of a form as a whole, above its buttons. */
export function FormOutcome({ state, message }: FormOutcomeProps) {
  return (
    <>
      {message && (
        <FormProblem text={message.message}>
          {message.code === 'CONCURRENT_UPDATE' && <ReloadButton />}
        </FormProblem>
      )}
      {state.kind === 'refused' && state.conflicts && (
        <ChangedMeanwhile conflicts={state.conflicts} />
      )}
      {state.kind === 'session-ended' && <SessionEnded />}
      {state.kind === 'done' && !state.undo && (
        <noscript>
          <p role="status" className="text-sm">
            {state.message}
          </p>
        </noscript>
      )}
    </>
  )
}
