'use client'

import type { ReactNode } from 'react'
import { ConfirmByTyping } from '#app/_ui/form/confirm-by-typing.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { withoutInvisible } from '#lib/base/text/typed.ts'

interface DeleteFormProps {
  readonly action: string
  /** The accepted spellings of the email to retype; the last is shown. */
  readonly emails: readonly string[]
  readonly title: string
  readonly body: ReactNode
}

/** Deletes a user, once the visitor has typed the user's email. */
export function DeleteForm({ action, emails, title, body }: DeleteFormProps) {
  const t = useTexts()
  return (
    <ConfirmByTyping
      action={action}
      name="email"
      identifier={emails.at(-1) ?? ''}
      isSame={(typed) => emails.includes(withoutInvisible(typed).toLowerCase())}
      trigger={t('users.delete.submit')}
      title={title}
      body={body}
      label={t('users.delete.submit')}
      differs={t('users.delete.mismatch')}
      submitId="delete-user"
    />
  )
}
