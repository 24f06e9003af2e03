'use client'

import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { FormProblem } from './form-problem.tsx'
import type { FormState } from './form-state.ts'
import { useForgetChanges } from './unsaved-changes.ts'

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
          {message.code === 'CONCURRENT_UPDATE' && <Reload />}
        </FormProblem>
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

/** The button itself says that changes are lost, so the prompt for unsaved changes is skipped. */
function Reload() {
  const t = useTexts()
  const forget = useForgetChanges()
  const reload = () => {
    forget()
    window.location.reload()
  }
  return (
    <button type="button" className="ui-inline-link mt-2 block text-start" onClick={reload}>
      {t('console.reload')}
    </button>
  )
}
