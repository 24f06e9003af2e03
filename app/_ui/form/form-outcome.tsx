'use client'

import { use } from 'react'
import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { CallPreviewContext } from './call-preview.ts'
import { ChangedList } from './changed-list.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { ReloadButton } from './changed-notice.tsx'
import { FormProblem } from './form-problem.tsx'
import type { FormState } from './form-state.ts'

interface FormOutcomeProps {
  readonly state: FormState
  /** The refusal that concerns no single field. */
  readonly message: { readonly message: string; readonly code: string } | null
  /** The form sends more than one request of the API. */
  readonly hasMoreCalls?: boolean
}

/** The result of a form as a whole, above its buttons. */
export function FormOutcome({ state, message, hasMoreCalls = false }: FormOutcomeProps) {
  const previews = use(CallPreviewContext)
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
      {state.kind === 'previewed' && previews && (
        <previews.Result call={state.call} id={state.id} hasMore={hasMoreCalls} />
      )}
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
