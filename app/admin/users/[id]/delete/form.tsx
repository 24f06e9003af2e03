'use client'

import type { ReactNode } from 'react'
import { object, refine, string } from 'zod/mini'
import { TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { withoutInvisible } from '#lib/base/text/typed.ts'

interface DeleteFormProps {
  readonly action: string
  /** The accepted spellings of the email to retype. */
  readonly emails: readonly string[]
  /** The email for display. */
  readonly shown: ReactNode
}

/** Deletes a user, once the visitor has typed the user's email. */
export function DeleteForm({ action, emails, shown }: DeleteFormProps) {
  const t = useTexts()
  const isSame = (typed: string) => emails.includes(withoutInvisible(typed).toLowerCase())
  const schema = object({ email: string().check(refine(isSame, t('users.delete.mismatch'))) })
  const { field, ...form } = useConsoleForm({
    action,
    schema,
    values: { email: '' },
    isCommand: true,
  })
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      <TextField
        label={t('users.delete.retype')}
        hint={shown}
        binding={field('email')}
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormFooter {...form} id="delete-user" label={t('users.delete.submit')} tone="danger" />
    </form>
  )
}
