'use client'

import type { ReactNode } from 'react'
import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { FormProblem } from './form-problem.tsx'
import type { FormState } from './form-state.ts'
import { SubmitButton } from './submit-button.tsx'
import { readField } from './typed-values.ts'
import { useForgetChanges } from './unsaved-changes.ts'

interface FormFooterProps {
  readonly state: FormState
  /** The refusal that concerns no single field. */
  readonly message: { readonly message: string; readonly code: string } | null
  readonly busy: boolean
  readonly label: string
  /** Id of the button. Default: `submit`, for a page with one form. */
  readonly id?: string
  readonly tone?: 'primary' | 'danger'
  /** Number of unsaved changes; absent if the form keeps no input worth saving. */
  readonly unsaved?: number | undefined
  /** The record as the page read it, sent along for comparison; absent if the action compares nothing. */
  readonly read?: string | undefined
  /** Beside the button. */
  readonly children?: ReactNode
}

/** The end of a form: its general error, the submit button, and the number of unsaved changes. */
export function FormFooter(props: FormFooterProps) {
  const { state, message, busy, label, id = 'submit', tone = 'primary' } = props
  const { unsaved, read, children } = props
  const t = useTexts()
  return (
    <div className="flex flex-col gap-4">
      {read !== undefined && <input type="hidden" name={readField} value={read} />}
      {message && (
        <FormProblem text={message.message}>
          {message.code === 'CONCURRENT_UPDATE' && <Reload />}
        </FormProblem>
      )}
      {state.kind === 'session-ended' && <SessionEnded />}
      {state.kind === 'done' && (
        <noscript>
          <p role="status" className="text-sm">
            {state.message}
          </p>
        </noscript>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton
          id={id}
          label={label}
          busyLabel={t('console.busy')}
          busy={busy}
          className={`min-h-10 px-5 text-sm ${tone === 'danger' ? 'btn-error' : 'btn-primary'}`}
        />
        {children}
        {unsaved !== undefined && (
          <p role="status" className="text-muted text-sm">
            {unsaved > 0 && t('console.unsaved', { count: unsaved })}
          </p>
        )}
      </div>
    </div>
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
    <button type="button" className="text-link mt-2 block text-start" onClick={reload}>
      {t('console.reload')}
    </button>
  )
}
