'use client'

import { object, refine, string } from 'zod/mini'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { TextField } from './fields.tsx'
import { FormFooter } from './form-footer.tsx'
import { useConsoleForm } from './use-console-form.ts'

interface ConfirmByTypingProps {
  readonly action: string
  /** The text to retype, sent as `identifier`. */
  readonly identifier: string
  /** The button's label. */
  readonly label: string
}

/** Enables a deletion once the visitor has typed the identifier. */
export function ConfirmByTyping({ action, identifier, label }: ConfirmByTypingProps) {
  const t = useTexts()
  const isSame = (typed: string) => typed.trim() === identifier
  const schema = object({
    identifier: string().check(refine(isSame, t('console.record.differs'))),
  })
  const { field, ...form } = useConsoleForm({
    action,
    schema,
    values: { identifier: '' },
    isCommand: true,
  })
  return (
    <form {...form.props} className="flex max-w-xl flex-col gap-5">
      <TextField
        label={t('console.record.retype', { identifier })}
        binding={field('identifier')}
        className="font-mono"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
      />
      <FormFooter {...form} label={label} tone="danger" />
    </form>
  )
}
