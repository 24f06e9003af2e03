'use client'

import type { ReactNode } from 'react'
import { minLength, object, string, trim } from 'zod/mini'
import { CodeField } from '#app/_ui/card/code-field.tsx'
import { useCheckedForm } from '#app/_ui/card/use-checked-form.ts'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'

interface CheckEmailFormProps {
  readonly ceremonyId: string
  readonly email: string
  readonly error: ReactNode
  readonly texts: Readonly<Record<'code' | 'required' | 'submit' | 'busy', string>>
}

/** The code of the mail; posts to `/account/activate` with or without scripts. */
export function CheckEmailForm({ ceremonyId, email, error, texts }: CheckEmailFormProps) {
  const checked = useCheckedForm({
    schema: object({ emailCode: string().check(trim(), minLength(1, texts.required)) }),
    serverMessage: error ? { text: error, field: 'emailCode' } : undefined,
  })
  return (
    <form {...checked.form} action="/account/activate">
      {ceremonyId && <input type="hidden" name="ceremonyId" value={ceremonyId} />}
      <input type="hidden" name="email" value={email} />
      <CodeField
        {...checked.field('emailCode')}
        {...startingAt(true)}
        label={texts.code}
        autoCapitalize="characters"
      />
      <SubmitButton
        id="code-submit"
        className="btn-primary btn-block"
        label={texts.submit}
        busyLabel={texts.busy}
        busy={checked.busy}
      />
    </form>
  )
}
