'use client'

import { boolean, minLength, object, string, trim } from 'zod/mini'
import { CheckField, TextField } from '../../../../_console/fields.tsx'
import { FormFooter } from '../../../../_console/form-footer.tsx'
import { useConsoleForm } from '../../../../_console/use-console-form.ts'
import { useTexts } from '../../../../_console/use-texts.ts'

interface UserEmailFormProps {
  readonly action: string
  readonly values: { readonly email: string; readonly emailVerified: boolean }
}

export function UserEmailForm({ action, values }: UserEmailFormProps) {
  const t = useTexts()
  const schema = object({
    email: string().check(trim(), minLength(1, t('users.email_required'))),
    emailVerified: boolean(),
  })
  const { field, ...form } = useConsoleForm({ action, schema, values })
  return (
    <form {...form.props} className="flex max-w-lg flex-col gap-5">
      <TextField
        label={t('users.email')}
        binding={field('email')}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
      />
      <CheckField
        label={t('users.email_verified')}
        hint={t('users.email_verified_hint')}
        binding={field('emailVerified')}
      />
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
