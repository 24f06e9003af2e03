'use client'

import { boolean, minLength, object, string, trim } from 'zod/mini'
import { CheckField, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

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
