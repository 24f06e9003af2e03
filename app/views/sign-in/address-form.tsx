'use client'

import type { ReactNode } from 'react'
import { minLength, object, string, trim } from 'zod/mini'
import { EmailField } from '#app/_ui/card/email-field.tsx'
import { FormAlert } from '#app/_ui/card/form-alert.tsx'
import { StillHere } from '#app/_ui/card/still-here.tsx'
import { type FormMessage, useCheckedForm } from '#app/_ui/card/use-checked-form.ts'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'

interface AddressFormProps {
  readonly ceremonyId: string
  readonly requestCopy: string
  readonly email: string
  readonly error: FormMessage | undefined
  readonly stillHere: ReactNode
  /** The field offers passkeys. */
  readonly passkeys: boolean
  readonly texts: Readonly<Record<'email' | 'emailRequired' | 'submit' | 'busy', string>>
}

/** The email alone; posts to `/auth/pwd` with or without scripts. */
export function AddressForm(props: AddressFormProps) {
  const { ceremonyId, requestCopy, email, error, stillHere, passkeys, texts } = props
  const checked = useCheckedForm({
    schema: object({ email: string().check(trim(), minLength(1, texts.emailRequired)) }),
    serverMessage: error,
  })
  const isAboutField = error === undefined || error.field === 'email'
  return (
    <form {...checked.form} action="/auth/pwd">
      <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
      <EmailField
        {...checked.field('email')}
        {...startingAt(isAboutField)}
        label={texts.email}
        autoComplete={passkeys ? 'username webauthn' : 'username'}
        defaultValue={email}
      />
      <FormAlert message={checked.message} startsHere={!isAboutField} />
      <SubmitButton
        id="signin-next"
        className="btn-primary btn-block"
        label={texts.submit}
        busyLabel={texts.busy}
        busy={checked.busy}
      />
      <StillHere busy={checked.busy}>{stillHere}</StillHere>
    </form>
  )
}
