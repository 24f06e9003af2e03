'use client'

import { useMemo } from 'react'
import { minLength, object, string, trim } from 'zod/mini'
import { TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface CodeFormProps {
  readonly action: string
  /** Message for an empty code. */
  readonly required: string
  /** A code to begin with, from a mailed link. */
  readonly code?: string
}

export function CodeForm({ action, required, code = '' }: CodeFormProps) {
  const t = useTexts()
  const schema = useMemo(
    () => object({ verificationCode: string().check(trim(), minLength(1, required)) }),
    [required],
  )
  const values = useMemo(() => ({ verificationCode: code }), [code])
  const { field, ...form } = useConsoleForm({ action, schema, values, isCommand: true })
  return (
    <form {...form.props} className="flex max-w-xs flex-col gap-5">
      <TextField
        label={t('account.verification.code')}
        binding={field('verificationCode')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        className="font-mono uppercase tracking-widest"
      />
      <FormFooter {...form} id="verify" label={t('account.verification.submit')} />
    </form>
  )
}
