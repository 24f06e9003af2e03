'use client'

import type { ReactNode } from 'react'
import { minLength, object, string } from 'zod/mini'
import { FormAlert } from '#app/_ui/card/form-alert.tsx'
import { PasswordField, type PasswordFieldTexts } from '#app/_ui/card/password-field.tsx'
import { useCheckedForm } from '#app/_ui/card/use-checked-form.ts'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'

interface ConnectFormProps {
  readonly ceremonyId: string
  readonly requestCopy: string
  readonly email: string
  readonly error: string | undefined
  readonly recovery: ReactNode
  readonly texts: PasswordFieldTexts &
    Readonly<Record<'password' | 'required' | 'submit' | 'busy', string>>
}

/** The password of the account that has the address; posts to `/auth/pwd` with or without scripts. */
export function ConnectForm(props: ConnectFormProps) {
  const { ceremonyId, requestCopy, email, error, recovery, texts } = props
  const checked = useCheckedForm({
    schema: object({ email: string(), password: string().check(minLength(1, texts.required)) }),
    serverMessage: error ? { text: error, field: 'password' } : undefined,
  })
  return (
    <form {...checked.form} action="/auth/pwd">
      <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
      <HiddenUsername email={email} name="email" />
      <PasswordField
        {...checked.field('password')}
        {...startingAt(true)}
        label={texts.password}
        autoComplete="current-password"
        aside={recovery}
        texts={texts}
      />
      <FormAlert message={checked.message} />
      <SubmitButton
        id="connect-submit"
        className="btn-primary btn-block"
        label={texts.submit}
        busyLabel={texts.busy}
        busy={checked.busy}
      />
    </form>
  )
}
