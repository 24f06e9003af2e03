'use client'

import type { z } from 'zod'
import { DurationField } from '#app/_ui/form/duration-field.tsx'
import { SelectField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { tokensSchema } from './schema.ts'

type Values = z.input<ReturnType<typeof tokensSchema>>

interface TokensFormProps {
  readonly action: string
  readonly values: Values
  /** The inherited value of each field, in words. */
  readonly inherited: Readonly<Record<keyof Values, string>>
  readonly language: string
}

/** The lifetimes and claims of a client's tokens. */
export function TokensForm({ action, values, inherited, language }: TokensFormProps) {
  const t = useTexts()
  const schema = tokensSchema((key) => t(`clients.wrong.${key}`))
  const { field, controlled, ...form } = useConsoleForm({ action, schema, values })
  return (
    <form {...form.props} className="flex max-w-2xl flex-col gap-5">
      <DurationField
        label={t('clients.tokens.lifetime')}
        hint={t('clients.tokens.lifetime_hint')}
        binding={controlled('lifetime')}
        language={language}
        inherited={inherited.lifetime}
      />
      <DurationField
        label={t('clients.tokens.idle')}
        hint={t('clients.tokens.idle_hint')}
        binding={controlled('idle')}
        language={language}
        inherited={inherited.idle}
      />
      <DurationField
        label={t('clients.tokens.max')}
        hint={t('clients.tokens.max_hint')}
        binding={controlled('max')}
        language={language}
        inherited={inherited.max}
      />
      <SelectField
        label={t('clients.tokens.in_access_token')}
        hint={t('clients.tokens.in_access_token_hint')}
        binding={field('inAccessToken')}
      >
        <Positions inherited={inherited.inAccessToken} />
      </SelectField>
      <SelectField
        label={t('clients.tokens.in_id_token')}
        hint={t('clients.tokens.in_id_token_hint')}
        binding={field('inIdToken')}
      >
        <Positions inherited={inherited.inIdToken} />
      </SelectField>
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}

function Positions({ inherited }: { readonly inherited: string }) {
  const t = useTexts()
  return (
    <>
      <option value="default">{inherited}</option>
      <option value="on">{t('clients.tokens.on')}</option>
      <option value="off">{t('clients.tokens.off')}</option>
    </>
  )
}
