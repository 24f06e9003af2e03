'use client'

import { useMemo } from 'react'
import { minLength, object, string } from 'zod/mini'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { HiddenUsername } from '#app/_ui/form/hidden-username.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

const values = { lostPassword: '' }
const cleared = ['lostPassword'] as const

/** Requests the mailed code that replaces a lost passkey. */
export function LostPasskey({ email }: { readonly email: string }) {
  const t = useTexts()
  const required = t('account.refusals.password_required')
  const schema = useMemo(
    () => object({ lostPassword: string().check(minLength(1, required)) }),
    [required],
  )
  const action = '/account/passkeys/submit/mail-code'
  const { field, ...form } = useConsoleForm({ action, schema, values, cleared, isCommand: true })
  return (
    <form {...form.props} className="flex max-w-sm flex-col gap-5">
      <HiddenUsername email={email} />
      <SecretField
        label={t('account.current_password')}
        binding={field('lostPassword')}
        autoComplete="current-password"
      />
      <FormFooter {...form} label={t('methods.confirm.mail')} tone="plain" />
    </form>
  )
}
