'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { FormMenu } from './call-preview.tsx'
import { FormOutcome } from './form-outcome.tsx'
import type { FormState } from './form-state.ts'
import { FormSubmit, type FormTone } from './form-submit.tsx'
import { SaveBar } from './save-bar.tsx'
import { readField } from './typed-values.ts'

interface FormFooterProps {
  readonly state: FormState
  /** The refusal that concerns no single field. */
  readonly message: { readonly message: string; readonly code: string } | null
  readonly busy: boolean
  readonly label: string
  /** Id of the button. Default: `submit`, for a page with one form. */
  readonly id?: string
  readonly tone?: FormTone
  /** Number of unsaved changes; absent if the form keeps no input worth saving. */
  readonly unsaved?: number | undefined
  readonly discard?: (() => void) | undefined
  /** The record as the page read it, sent along for comparison; absent if the action compares nothing. */
  readonly read?: string | undefined
  /** The form makes a record: the page to return to without one. Its buttons are always there. */
  readonly cancel?: string
  /** Beside the button. */
  readonly children?: ReactNode
}

/**
 * The end of a form: its general error and its buttons. It has to be a child of the form itself, so that the bar with
 * the buttons stays in view along all of the form.
 */
export function FormFooter(props: FormFooterProps) {
  const { state, message, busy, label, id = 'submit', tone = 'primary' } = props
  const { unsaved, discard, read, cancel } = props
  const isChange = unsaved !== undefined && discard !== undefined && cancel === undefined
  return (
    <>
      {read !== undefined && <input type="hidden" name={readField} value={read} />}
      <FormOutcome state={state} message={message} />
      {isChange ? (
        <SaveBar
          id={id}
          label={label}
          busy={busy}
          tone={tone}
          unsaved={unsaved}
          discard={discard}
        />
      ) : (
        <Buttons {...props} />
      )}
    </>
  )
}

function Buttons(props: FormFooterProps) {
  const { busy, label, id = 'submit', tone = 'primary', cancel, children } = props
  const t = useTexts()
  return (
    <div className="ui-actions">
      <FormSubmit id={id} label={label} busy={busy} tone={tone} />
      {cancel !== undefined && (
        <Link href={cancel} prefetch={false} className="btn">
          {t('console.cancel')}
        </Link>
      )}
      {cancel !== undefined && <FormMenu submitId={id} />}
      {children}
    </div>
  )
}
