'use client'

import type { z } from 'zod'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { profileFields } from '#lib/api/contract/models/user-fields.ts'
import { type FieldBinding, SelectField, TextField } from './fields.tsx'

export type Choice = readonly [value: string, label: string]

/** The fields of a profile form, where zone and country are one choice. */
type ProfileField =
  | Exclude<keyof z.input<typeof profileFields>, 'zoneInfo' | 'zoneInfoCountryName'>
  | 'zone'

interface ProfileFieldsProps {
  readonly field: (name: ProfileField) => FieldBinding
  readonly zones: readonly Choice[]
  readonly locales: readonly Choice[]
  readonly localeHint?: string
}

/** The inputs of a profile, for the account and for the administration. */
export function ProfileFields(props: ProfileFieldsProps) {
  const { field } = props
  const t = useTexts()
  const optional = t('console.optional')
  return (
    <>
      <TextField
        label={t('account.profile.username')}
        hint={t('account.profile.username_hint')}
        optional={optional}
        binding={field('username')}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={t('account.profile.nickname')}
        optional={optional}
        binding={field('nickname')}
        autoComplete="nickname"
      />
      <NameFields field={field} />
      <TextField
        label={t('account.profile.website')}
        optional={optional}
        binding={field('website')}
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
      />
      <PersonalFields field={field} />
      <RegionalFields {...props} />
    </>
  )
}

function PersonalFields({ field }: Pick<ProfileFieldsProps, 'field'>) {
  const t = useTexts()
  const optional = t('console.optional')
  return (
    <>
      <SelectField
        label={t('account.profile.gender')}
        optional={optional}
        binding={field('gender')}
        autoComplete="sex"
      >
        <option value="">{t('account.profile.not_said')}</option>
        <option value="female">{t('account.profile.female')}</option>
        <option value="male">{t('account.profile.male')}</option>
        <option value="other">{t('account.profile.other')}</option>
      </SelectField>
      <TextField
        label={t('account.profile.birth_date')}
        optional={optional}
        binding={field('dateOfBirth')}
        type="date"
        autoComplete="bday"
      />
    </>
  )
}

function RegionalFields({ field, zones, locales, localeHint }: ProfileFieldsProps) {
  const t = useTexts()
  const optional = t('console.optional')
  return (
    <>
      <SelectField label={t('account.profile.zone')} optional={optional} binding={field('zone')}>
        <Choices choices={zones} none={t('account.profile.not_said')} />
      </SelectField>
      <SelectField
        label={t('account.profile.locale')}
        hint={localeHint}
        optional={optional}
        binding={field('locale')}
      >
        <Choices choices={locales} none={t('account.profile.not_said')} />
      </SelectField>
    </>
  )
}

export function NameFields({
  field,
}: {
  readonly field: (name: 'givenName' | 'middleName' | 'familyName') => FieldBinding
}) {
  const t = useTexts()
  const optional = t('console.optional')
  return (
    <>
      <TextField
        label={t('account.profile.given_name')}
        optional={optional}
        binding={field('givenName')}
        autoComplete="given-name"
      />
      <TextField
        label={t('account.profile.middle_name')}
        optional={optional}
        binding={field('middleName')}
        autoComplete="additional-name"
      />
      <TextField
        label={t('account.profile.family_name')}
        optional={optional}
        binding={field('familyName')}
        autoComplete="family-name"
      />
    </>
  )
}

interface ChoicesProps {
  readonly choices: readonly Choice[]
  /** Label of the empty choice. */
  readonly none: string
}

/** The options of an optional select. */
export function Choices({ choices, none }: ChoicesProps) {
  return (
    <>
      <option value="">{none}</option>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  )
}
