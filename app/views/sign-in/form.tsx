'use client'

import type { ReactNode } from 'react'
import { minLength, object, refine, string, trim } from 'zod/mini'
import { EmailField } from '#app/_ui/card/email-field.tsx'
import { FormAlert } from '#app/_ui/card/form-alert.tsx'
import { PasswordField, type PasswordFieldTexts } from '#app/_ui/card/password-field.tsx'
import { StillHere } from '#app/_ui/card/still-here.tsx'
import { type FormMessage, useCheckedForm } from '#app/_ui/card/use-checked-form.ts'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { PasskeySupport } from '#app/_ui/passkey/passkey-support.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'

interface SignInFormProps {
  readonly ceremonyId: string
  readonly requestCopy: string
  readonly email: string
  /** Names the account to confirm, in place of the email's field. */
  readonly account: ReactNode
  /** The email was asked for before, and stands above the form. */
  readonly isEmailKnown: boolean
  /** A way without a password stands above the form: the page does not start at the password. */
  readonly isSecond: boolean
  readonly error: FormMessage | undefined
  readonly recovery: ReactNode
  readonly stillHere: ReactNode
  /** The email's field offers passkeys, and the form says whether this browser can make them. */
  readonly passkeys: boolean
  readonly maxPassword: number
  readonly texts: PasswordFieldTexts &
    Readonly<
      Record<
        | 'email'
        | 'emailRequired'
        | 'password'
        | 'passwordRequired'
        | 'passwordTooLong'
        | 'submit'
        | 'busy',
        string
      >
    >
}

/** Email and password; posts to `/auth/pwd` with or without scripts. */
export function SignInForm(props: SignInFormProps) {
  const {
    ceremonyId,
    requestCopy,
    email,
    account,
    isEmailKnown,
    isSecond,
    error,
    recovery,
    stillHere,
    passkeys,
    maxPassword,
    texts,
  } = props
  const checked = useCheckedForm({
    schema: object({
      email: string().check(trim(), minLength(1, texts.emailRequired)),
      password: string().check(
        minLength(1, texts.passwordRequired),
        refine(
          (typed) => [...normalizePassword(typed)].length <= maxPassword,
          texts.passwordTooLong,
        ),
      ),
    }),
    serverMessage: error,
  })
  const firstEmpty = email === '' ? 'email' : 'password'
  const start = error ? (error.field ?? 'message') : isSecond ? 'none' : firstEmpty
  return (
    <form {...checked.form} action="/auth/pwd">
      <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
      {passkeys && <PasskeySupport />}
      {account || isEmailKnown ? (
        <>
          {account}
          <HiddenUsername email={email} name="email" />
        </>
      ) : (
        <EmailField
          {...checked.field('email')}
          {...startingAt(start === 'email')}
          label={texts.email}
          autoComplete={passkeys ? 'username webauthn' : 'username'}
          defaultValue={email}
        />
      )}
      <PasswordField
        {...checked.field('password')}
        {...startingAt(start === 'password')}
        label={texts.password}
        autoComplete="current-password"
        aside={recovery}
        texts={texts}
      />
      <FormAlert message={checked.message} startsHere={start === 'message'} />
      <SubmitButton
        id="signin-submit"
        className="btn-primary btn-block"
        label={texts.submit}
        busyLabel={texts.busy}
        busy={checked.busy}
      />
      <StillHere busy={checked.busy}>{stillHere}</StillHere>
    </form>
  )
}
