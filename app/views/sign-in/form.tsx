'use client'

import type { ReactNode } from 'react'
import { minLength, object, string, trim } from 'zod/mini'
import { EmailField } from '#app/_ui/form/email-field.tsx'
import { FormAlert } from '#app/_ui/form/form-alert.tsx'
import { PasswordField } from '#app/_ui/form/password-field.tsx'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { type FormMessage, useCheckedForm } from '#app/_ui/form/use-checked-form.ts'
import { startingAt } from '#app/_ui/text/starting-at.ts'

interface SignInFormProps {
  readonly ceremonyId: string
  readonly email: string
  readonly error: FormMessage | undefined
  readonly recovery: ReactNode
  readonly texts: Readonly<
    Record<
      | 'email'
      | 'emailPlaceholder'
      | 'emailRequired'
      | 'password'
      | 'passwordRequired'
      | 'showPassword'
      | 'hidePassword'
      | 'submit'
      | 'busy',
      string
    >
  >
}

/** Email and password; posts to `/auth/pwd` with or without scripts. */
export function SignInForm({ ceremonyId, email, error, recovery, texts }: SignInFormProps) {
  const form = useCheckedForm({
    schema: object({
      email: string().check(trim(), minLength(1, texts.emailRequired)),
      password: string().check(minLength(1, texts.passwordRequired)),
    }),
    serverMessage: error,
  })
  const firstEmpty = email === '' ? 'email' : 'password'
  const start = error ? (error.field ?? 'message') : firstEmpty
  return (
    <form
      method="post"
      action="/auth/pwd"
      noValidate
      onSubmit={form.onSubmit}
      className="flex flex-col gap-5"
    >
      <input type="hidden" name="ceremonyId" value={ceremonyId} />
      <EmailField
        {...form.field('email')}
        {...startingAt(start === 'email')}
        label={texts.email}
        placeholder={texts.emailPlaceholder}
        defaultValue={email}
      />
      <PasswordField
        {...form.field('password')}
        {...startingAt(start === 'password')}
        label={texts.password}
        autoComplete="current-password"
        texts={{ show: texts.showPassword, hide: texts.hidePassword }}
      />
      {recovery}
      <FormAlert message={form.message} startsHere={start === 'message'} />
      <SubmitButton
        id="signin-submit"
        className="btn-primary btn-block"
        label={texts.submit}
        busyLabel={texts.busy}
        busy={form.busy}
      />
    </form>
  )
}
