'use client'

import { object, regex, string } from 'zod/mini'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { codeDigits } from '#lib/base/text/typed.ts'
import { Field } from './field.tsx'
import { FormAlert } from './form-alert.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useCheckedForm } from './use-checked-form.ts'

interface OtpFormProps {
  readonly ceremonyId: string
  readonly error: string | undefined
  readonly texts: Readonly<Record<'code' | 'codeRequired' | 'submit' | 'busy', string>>
  /** The field takes the focus on load. */
  readonly startsHere: boolean
}

/** A six-digit code; posts to `/auth/otp` with or without scripts. */
export function OtpForm({ ceremonyId, error, texts, startsHere }: OtpFormProps) {
  const form = useCheckedForm({
    schema: object({ otp: string().check(regex(/^\d{6}$/, texts.codeRequired)) }),
    serverMessage: error === undefined ? undefined : { text: error, field: 'otp' },
    tidy,
  })
  return (
    <form
      method="post"
      action="/auth/otp"
      noValidate
      onSubmit={form.onSubmit}
      className="flex flex-col gap-5"
    >
      <input type="hidden" name="ceremonyId" value={ceremonyId} />
      <Field
        {...form.field('otp')}
        {...startingAt(startsHere || error !== undefined)}
        type="text"
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        className="h-13 text-center font-mono text-xl tracking-[0.35em]"
      />
      <FormAlert message={form.message} />
      <SubmitButton
        id="otp-submit"
        className="btn-primary btn-block"
        label={texts.submit}
        busyLabel={texts.busy}
        busy={form.busy}
      />
    </form>
  )
}

/**
 * Reduces the input to six digits: apps show "123 456", keyboards type other digits, and users paste whole messages.
 */
function tidy(form: HTMLFormElement): void {
  const input = form.elements.namedItem('otp')
  if (input instanceof HTMLInputElement) input.value = codeDigits(input.value)
}
