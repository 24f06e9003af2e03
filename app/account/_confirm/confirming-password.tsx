'use client'

import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { CurrentCodeField } from '../code-field.tsx'

/** Binds an uncontrolled input: the dialog's form tracks no values and is sent as it is. */
export const bindingOf = (name: string) => ({
  name,
  initial: '',
  error: undefined,
  onChange: async () => {},
  onBlur: async () => {},
  ref: () => {},
})

interface ConfirmingPasswordProps {
  readonly email: string
  /** The visitor must also enter a one-time code. */
  readonly asksCode: boolean
  /** Starts the ids of the fields, on a page with several such forms. */
  readonly form?: string | undefined
  /** Another field may confirm. */
  readonly isOptional?: boolean
}

/** The password that confirms a change, with a one-time code if required. */
export function ConfirmingPassword(props: ConfirmingPasswordProps) {
  const { email, asksCode, form, isOptional = false } = props
  const t = useTexts()
  const idOf = (name: string) => (form ? `${form}-${name}` : name)
  return (
    <>
      <HiddenUsername email={email} />
      <SecretField
        label={t('account.current_password')}
        binding={bindingOf('password')}
        id={idOf('password')}
        autoComplete="current-password"
        required={!isOptional}
      />
      {asksCode && (
        <div className="mt-5">
          <CurrentCodeField binding={bindingOf('otpCode')} id={idOf('otpCode')} required />
        </div>
      )}
    </>
  )
}
