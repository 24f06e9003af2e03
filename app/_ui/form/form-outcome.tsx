'use client'

import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { FormCall } from './call-preview.tsx'
import { ChangedList } from './changed-list.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { ReloadButton } from './changed-notice.tsx'
import { FormProblem } from './form-problem.tsx'
import type { FormState } from './form-state.ts'

interface FormOutcomeProps {
  readonly state: FormState
  /** The refusal that concerns no single field. */
  readonly message: { readonly message: string; readonly code: string } | null
}

/** The result of a form as a whole, above its buttons. */
export function FormOutcome({ state, message }: FormOutcomeProps) {
  const difference = state.kind === 'refused' ? state.difference : undefined
  return (
    <>
      {message && !difference && (
        <FormProblem text={message.message}>
          {message.code === 'CONCURRENT_UPDATE' && <ReloadButton />}
        </FormProblem>
      )}
      {state.kind === 'refused' && state.conflicts && (
        <ChangedMeanwhile conflicts={state.conflicts} />
      )}
      {difference && <ChangedList difference={difference} />}
      {state.kind === 'session-ended' && <SessionEnded />}
      {state.kind === 'previewed' && <FormCall call={state.call} id={state.id} />}
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
