'use client'

import type { ReactNode } from 'react'
import { SubmitButton } from '../_components/submit-button.tsx'
import { FormProblem } from './form-problem.tsx'
import type { FormState } from './form-state.ts'
import { SessionEnded } from './session-ended.tsx'
import { readField } from './typed-values.ts'
import { useForgetChanges } from './unsaved-changes.ts'
import { useTexts } from './use-texts.ts'

interface FormFooterProps {
  readonly state: FormState
  /** The refusal that is about no single field. */
  readonly message: { readonly message: string; readonly code: string } | null
  readonly busy: boolean
  readonly label: string
  /** Id of the button; `submit` where a page has one form. */
  readonly id?: string
  readonly tone?: 'primary' | 'danger'
  /** How many changes are not saved; absent where nothing is kept that could be. */
  readonly unsaved?: number | undefined
  /** What the form sends of the record as its page has read it; absent where nothing is compared. */
  readonly read?: string | undefined
  /** Beside the button. */
  readonly children?: ReactNode
}

/** The end of a form: what went wrong as a whole, the button that sends it, what waits for it. */
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

/** Says itself what is lost, so that nobody is asked again. */
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
