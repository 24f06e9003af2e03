'use client'

import { useMemo } from 'react'
import { object, refine, string } from 'zod/mini'
import { TextField } from '../../../_console/fields.tsx'
import { FormFoot } from '../../../_console/form-foot.tsx'
import type { FormAction } from '../../../_console/form-state.ts'
import { useActionForm } from '../../../_console/use-action-form.ts'
import { useTexts } from '../../../_console/use-texts.ts'
import { emailLike } from './schema.ts'

interface TestMessageFormProps {
  readonly action: FormAction
  /** Whom to send to unless another address is typed. */
  readonly to: string
}

/** Sends a message to see whether it arrives, and says what stood in the way. */
export function TestMessageForm({ action, to }: TestMessageFormProps) {
  const t = useTexts()
  const schema = useMemo(
    () =>
      object({
        to: string().check(
          refine((typed) => emailLike.test(typed.trim()), t('settings.email.email_invalid')),
        ),
      }),
    [t],
  )
  const { field, ...form } = useActionForm({ action, schema, values: { to }, isCommand: true })
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      <TextField
        label={t('settings.email.test_to')}
        binding={field('to')}
        type="email"
        dir="ltr"
        autoComplete="email"
      />
      <FormFoot {...form} id="send-test" label={t('settings.email.test_send')} />
    </form>
  )
}
