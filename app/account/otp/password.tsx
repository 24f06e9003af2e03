'use client'

import { HiddenUsername } from '../../_components/hidden-username.tsx'
import { SecretField } from '../../_console/secret-field.tsx'
import { useTexts } from '../../_console/use-texts.ts'

/** Nobody follows what is typed: the form is sent as it stands. */
const binding = {
  name: 'password',
  initial: '',
  error: undefined,
  onChange: async () => {},
  onBlur: async () => {},
  ref: () => {},
}

/** The password that confirms a change, in a dialog. */
export function ConfirmingPassword({ email }: { readonly email: string }) {
  const t = useTexts()
  return (
    <>
      <HiddenUsername email={email} />
      <SecretField
        label={t('account.current_password')}
        binding={binding}
        autoComplete="current-password"
        required
      />
    </>
  )
}
