'use client'

import { useMemo } from 'react'
import { object, refine, string } from 'zod/mini'
import { TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { emailLike } from '../_parts/rules.ts'
import { emailFormId } from './schema.ts'

interface TestMessageFormProps {
  readonly action: string
  /** Default recipient. */
  readonly to: string
}

/** Sends a test message and reports the reason for a failure. */
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
  const values = { to }
  const options = { action, schema, values, prepare: addSettings, isCommand: true }
  const { field, ...form } = useConsoleForm(options)
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      <TextField
        label={t('settings.email.test_to')}
        binding={field('to')}
        type="email"
        dir="ltr"
        autoComplete="email"
      />
      <FormFooter {...form} id="send-test" label={t('settings.email.test_send')} />
    </form>
  )
}

/** Adds the input of the settings form, which is missing if the visitor may not change the settings. */
function addSettings(sent: FormData): void {
  const settings = document.getElementById(emailFormId)
  if (!(settings instanceof HTMLFormElement)) return
  for (const [name, value] of new FormData(settings)) {
    if (name.startsWith('smtp') || name === 'clearPassword') sent.set(name, value)
  }
}
