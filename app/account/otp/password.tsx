'use client'

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
export function ConfirmingPassword() {
  const t = useTexts()
  return (
    <SecretField
      label={t('account.current_password')}
      binding={binding}
      autoComplete="current-password"
      required
    />
  )
}
