'use client'

import { HiddenUsername } from '../../_components/hidden-username.tsx'
import { SecretField } from '../../_console/secret-field.tsx'
import { useTexts } from '../../_console/use-texts.ts'
import { CurrentCodeField } from '../code-field.tsx'

/** Nobody follows what is typed: the form is sent as it stands. */
const bindingOf = (name: string) => ({
  name,
  initial: '',
  error: undefined,
  onChange: async () => {},
  onBlur: async () => {},
  ref: () => {},
})

interface ConfirmingPasswordProps {
  readonly email: string
  /** A code of the second factor is needed, too. */
  readonly asksCode: boolean
}

/** The password that confirms a change, in a dialog, and the code where one is owed. */
export function ConfirmingPassword({ email, asksCode }: ConfirmingPasswordProps) {
  const t = useTexts()
  return (
    <>
      <HiddenUsername email={email} />
      <SecretField
        label={t('account.current_password')}
        binding={bindingOf('password')}
        autoComplete="current-password"
        required
      />
      {asksCode && (
        <div className="mt-5">
          <CurrentCodeField binding={bindingOf('otpCode')} required />
        </div>
      )}
    </>
  )
}
