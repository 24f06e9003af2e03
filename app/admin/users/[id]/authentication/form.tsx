'use client'

import type { ReactNode } from 'react'
import { minLength, object, string } from 'zod/mini'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface PasswordFormProps {
  readonly action: string
  /** The password's requirements. */
  readonly rule: ReactNode
}

export function PasswordForm({ action, rule }: PasswordFormProps) {
  const t = useTexts()
  const schema = object({
    newPassword: string().check(minLength(1, t('users.password.required'))),
  })
  const { field, ...form } = useConsoleForm({
    action,
    schema,
    values: { newPassword: '' },
    cleared: ['newPassword'],
  })
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      <SecretField
        label={t('users.password.new')}
        hint={rule}
        binding={field('newPassword')}
        autoComplete="new-password"
      />
      <FormFooter {...form} id="set-password" label={t('users.password.submit')} />
    </form>
  )
}
