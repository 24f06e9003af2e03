'use client'

import { type FormEvent, type ReactNode, useRef } from 'react'
import { object, regex, string } from 'zod/mini'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { codeDigits } from '#lib/base/text/typed.ts'
import { CodeField } from './code-field.tsx'
import { StillHere } from './still-here.tsx'
import { useCheckedForm } from './use-checked-form.ts'

interface OtpFormProps {
  readonly ceremonyId: string
  readonly requestCopy: string
  /** The reason for refusing the last code. */
  readonly error: ReactNode
  readonly texts: Readonly<Record<'code' | 'codeRequired' | 'submit' | 'busy', string>>
  /** The field takes the focus on load. */
  readonly startsHere: boolean
  readonly stillHere: ReactNode
  /** The choice to remember the browser; absent while that is off. */
  readonly remember?: ReactNode
}

/**
 * A six-digit code; posts to `/auth/otp` with or without scripts. A complete code is sent by itself, once: after a
 * refusal the visitor sends the next one, because a password manager might fill in the wrong code for ever.
 */
export function OtpForm(props: OtpFormProps) {
  const { ceremonyId, requestCopy, error, texts, startsHere, stillHere, remember } = props
  const checked = useCheckedForm({
    schema: object({ otp: string().check(regex(/^\d{6}$/, texts.codeRequired)) }),
    serverMessage: error ? { text: error, field: 'otp' } : undefined,
    tidy,
  })
  // With a choice below the code, the visitor sends the form.
  const isSent = useRef(Boolean(error || remember))
  const onInput = ({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) => {
    if (isSent.current || (nativeEvent as InputEvent).isComposing) return
    if (!isCode(currentTarget.value)) return
    isSent.current = true
    currentTarget.form?.requestSubmit()
  }
  return (
    <form {...checked.form} action="/auth/otp">
      <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
      <CodeField
        {...checked.field('otp')}
        {...startingAt(startsHere || Boolean(error))}
        label={texts.code}
        inputMode="numeric"
        onInput={onInput}
      />
      {remember}
      <SubmitButton
        id="otp-submit"
        className="btn-primary btn-block"
        label={texts.submit}
        busyLabel={texts.busy}
        busy={checked.busy}
      />
      <StillHere busy={checked.busy}>{stillHere}</StillHere>
    </form>
  )
}

/** An address that was filled in may contain six digits too. */
function isCode(typed: string): boolean {
  return codeDigits(typed).length === 6 && !typed.includes('@')
}

/**
 * Reduces the input to six digits: apps show "123 456", keyboards type other digits, and users paste whole messages.
 */
function tidy(form: HTMLFormElement): void {
  const input = form.elements.namedItem('otp')
  if (input instanceof HTMLInputElement) input.value = codeDigits(input.value)
}
