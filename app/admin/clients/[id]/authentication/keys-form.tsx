'use client'

import { SelectField, TextAreaField, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { KeysValues } from './keys-values.ts'

interface KeysFormProps {
  readonly action: string
  readonly values: KeysValues
}

/** How a confidential client authenticates, with the keys of one that signs. */
export function KeysForm({ action, values }: KeysFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm<KeysValues>({ action, values })
  return (
    <form {...form.props} className="flex max-w-2xl flex-col gap-5">
      <SelectField
        label={t('clients.keys.method')}
        hint={t('clients.keys.method_hint')}
        binding={field('tokenEndpointAuthMethod')}
      >
        <option value="client_secret">{t('clients.keys.client_secret')}</option>
        <option value="private_key_jwt">{t('clients.keys.private_key_jwt')}</option>
      </SelectField>
      <TextField
        label={t('clients.keys.uri')}
        hint={t('clients.keys.uri_hint')}
        binding={field('jwksUri')}
        optional={t('console.optional')}
        dir="ltr"
        inputMode="url"
        className="mono"
      />
      <TextAreaField
        label={t('clients.keys.set')}
        hint={t('clients.keys.set_hint')}
        binding={field('jwks')}
        optional={t('console.optional')}
        dir="ltr"
        className="mono"
      />
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
