'use client'

import { type FieldBinding, TextAreaField, TextField } from '#app/_ui/form/fields.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface ClientNameFieldsProps {
  readonly field: (name: 'clientIdentifier' | 'displayName' | 'description') => FieldBinding
  /** The identifier is read-only. */
  readonly isNameFixed?: boolean
}

/** A client's identifier, display name and description, for a grid of two columns. */
export function ClientNameFields({ field, isNameFixed = false }: ClientNameFieldsProps) {
  const t = useTexts()
  const optional = t('console.optional')
  return (
    <>
      <TextField
        label={t('clients.identifier')}
        hint={t(isNameFixed ? 'clients.settings.identifier_fixed' : 'clients.identifier_hint')}
        binding={field('clientIdentifier')}
        readOnly={isNameFixed}
        className={`font-mono ${isNameFixed ? 'bg-canvas' : ''}`}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
      />
      <TextField
        label={t('clients.settings.display_name')}
        hint={t('clients.settings.display_name_hint')}
        optional={optional}
        binding={field('displayName')}
        maxLength={100}
      />
      <div className="sm:col-span-2">
        <TextAreaField
          label={t('clients.description')}
          optional={optional}
          binding={field('description')}
          rows={2}
          maxLength={100}
        />
      </div>
    </>
  )
}
