'use client'

import { Choice, Choices } from '#app/_ui/form/choice.tsx'
import { TextAreaField, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { fieldLabels } from './labels.ts'
import type { MappingValues } from './values.ts'

interface MappingFormProps {
  readonly action: string
  readonly values: MappingValues
  /** GitHub names none. */
  readonly hasGroups: boolean
}

const syncs = ['creation', 'always', 'never'] as const
const fields = Object.keys(fieldLabels) as (keyof typeof fieldLabels)[]
const claim = {
  dir: 'ltr',
  className: 'font-mono',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

/** The values taken over from a provider's claims: profile and groups. */
export function MappingForm({ action, values, hasGroups }: MappingFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm<MappingValues>({ action, values })
  return (
    <form {...form.props} className="max-w-240">
      <Section id="profile" title={t('idp.mapping.profile')} intro={t('idp.mapping.profile_text')}>
        <Choices legend={t('idp.mapping.sync.title')}>
          {syncs.map((value) => (
            <Choice
              key={value}
              id={`syncProfile-${value}`}
              value={value}
              label={t(`idp.mapping.sync.${value}`)}
              hint={t(`idp.mapping.sync.${value}_hint`)}
              binding={field('syncProfile')}
            />
          ))}
        </Choices>
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map((name) => (
            <TextField key={name} {...claim} label={t(fieldLabels[name])} binding={field(name)} />
          ))}
        </div>
      </Section>
      {hasGroups && (
        <Section
          id="mapped-groups"
          title={t('idp.mapping.groups')}
          intro={t('idp.mapping.groups_text')}
        >
          <TextField
            {...claim}
            className="max-w-md font-mono"
            label={t('idp.mapping.claim')}
            hint={t('idp.mapping.claim_hint')}
            binding={field('groupsClaim')}
          />
          <TextAreaField
            label={t('idp.mapping.list')}
            hint={t('idp.mapping.list_hint')}
            binding={field('groups')}
            rows={5}
            dir="ltr"
          />
        </Section>
      )}
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
