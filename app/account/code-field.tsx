'use client'

import type { ReactNode } from 'react'
import { refine } from 'zod/mini'
import { type FieldBinding, TextField } from '#app/_ui/form/fields.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { codeDigits } from '#lib/base/text/typed.ts'

interface CodeFieldProps {
  readonly binding: FieldBinding
  /** Where the name stands more than once on the page. */
  readonly id?: string | undefined
  readonly hint?: ReactNode
  /** Default: a code of six digits. */
  readonly label?: string
  readonly required?: boolean
}

/** A one-time code from the authenticator app. */
export function CodeField({ label, ...props }: CodeFieldProps) {
  const t = useTexts()
  return (
    <TextField
      {...props}
      label={label ?? t('account.otp.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      className="font-mono tracking-widest"
    />
  )
}

/** The code beside the password, in a form that changes credentials. */
export function CurrentCodeField(props: Omit<CodeFieldProps, 'hint'>) {
  const t = useTexts()
  return <CodeField {...props} hint={t('account.otp.code_hint')} />
}

/** Requires six digits, in any script. */
export function sixDigits(message: string) {
  return refine<string>((typed) => /^\d{6}$/.test(codeDigits(typed)), message)
}
