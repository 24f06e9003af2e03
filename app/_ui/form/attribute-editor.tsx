'use client'

import { boolean, minLength, object, string, trim } from 'zod/mini'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { CheckField, TextAreaField, TextField } from './fields.tsx'
import { FormFooter } from './form-footer.tsx'
import { useConsoleForm } from './use-console-form.ts'

interface AttributeEditorProps {
  readonly action: string
  readonly values: {
    readonly key: string
    readonly value: string
    readonly includeInIdToken: boolean
    readonly includeInAccessToken: boolean
  }
  /** The submit button's label. */
  readonly label: string
  /** The list, for a new attribute. */
  readonly cancel?: string
}

const maxKeyLength = 38
const maxValueLength = 250

/** The form of an attribute of a user or a group, new or stored. */
export function AttributeEditor({ action, values, label, cancel }: AttributeEditorProps) {
  const t = useTexts()
  const schema = object({
    key: string().check(trim(), minLength(1, t('console.attributes.key_required'))),
    value: string(),
    includeInIdToken: boolean(),
    includeInAccessToken: boolean(),
  })
  const { field, ...form } = useConsoleForm({ action, schema, values })
  return (
    <form {...form.props} className="flex max-w-xl flex-col gap-5">
      <TextField
        label={t('console.attributes.key')}
        hint={t('console.attributes.key_hint')}
        binding={field('key')}
        dir="ltr"
        className="font-mono"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxKeyLength}
      />
      <TextAreaField
        label={t('console.attributes.value')}
        hint={t('console.attributes.value_hint')}
        binding={field('value')}
        maxLength={maxValueLength}
      />
      <CheckField
        label={t('console.attributes.in_id_token')}
        hint={t('console.attributes.in_id_token_hint')}
        binding={field('includeInIdToken')}
      />
      <CheckField
        label={t('console.attributes.in_access_token')}
        hint={t('console.attributes.in_access_token_hint')}
        binding={field('includeInAccessToken')}
      />
      <FormFooter {...form} label={label} {...(cancel && { cancel })} />
    </form>
  )
}
