'use client'

import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type FieldBinding, TextAreaField, TextField } from './fields.tsx'

interface RecordFieldsProps {
  readonly identifier: FieldBinding
  readonly description: FieldBinding
  /** Replaces the identifier's hint: the reason why this identifier cannot change. */
  readonly fixed?: string | undefined
}

const maxIdentifier = 38
const maxDescription = 100

/** The identifier and description of a group or a resource. */
export function RecordFields({ identifier, description, fixed }: RecordFieldsProps) {
  const t = useTexts()
  return (
    <>
      <TextField
        label={t('console.record.identifier')}
        hint={fixed ?? t('console.record.identifier_hint')}
        binding={identifier}
        readOnly={fixed !== undefined}
        className={`font-mono ${fixed === undefined ? '' : 'bg-sunken!'}`}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxIdentifier}
        dir="ltr"
        required
      />
      <TextAreaField
        label={t('console.record.description')}
        optional={t('console.optional')}
        binding={description}
        rows={2}
        maxLength={maxDescription}
      />
    </>
  )
}
