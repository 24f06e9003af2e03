'use client'

import type { z } from 'zod'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { profileFields } from '#lib/api/contract/models/user-fields.ts'
import type { NamePart } from '#lib/domain/users/full-name.ts'
import { type FieldBinding, SelectField, TextField } from './fields.tsx'
import { MoreFields } from './more-fields.tsx'

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
  /** The person's names in their order (`nameOrder`). */
  readonly names?: readonly NamePart[]
}

const folded = ['username', 'nickname', 'website', 'gender', 'dateOfBirth'] as const

/** The inputs of a profile, for the administration. */
export function ProfileFields(props: ProfileFieldsProps) {
  return (
    <>
      <NameFields {...props} />
      <OtherFields {...props} />
      <RegionalFields {...props} />
    </>
  )
}

/** The inputs of one's own profile: those that few people need are folded. */
export function OwnProfileFields(props: ProfileFieldsProps) {
  const t = useTexts()
  return (
    <>
      <NameFields {...props} />
      <RegionalFields {...props} />
      <MoreFields
        label={t('account.profile.more')}
        isRefused={folded.some((name) => props.field(name).error !== undefined)}
      >
        <OtherFields {...props} />
      </MoreFields>
    </>
  )
}

function OtherFields({ field }: Pick<ProfileFieldsProps, 'field'>) {
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

const usualOrder = ['givenName', 'middleName', 'familyName'] as const

const tokens = {
  givenName: 'given-name',
  middleName: 'additional-name',
  familyName: 'family-name',
} as const

interface NameFieldsProps {
  readonly field: (name: NamePart) => FieldBinding
  readonly names?: readonly NamePart[]
}

/** The inputs of a person's names. */
export function NameFields({ field, names = usualOrder }: NameFieldsProps) {
  const t = useTexts()
  const labels = {
    givenName: t('account.profile.given_name'),
    middleName: t('account.profile.middle_name'),
    familyName: t('account.profile.family_name'),
  }
  return names.map((name) => (
    <TextField
      key={name}
      label={labels[name]}
      optional={t('console.optional')}
      binding={field(name)}
      autoComplete={tokens[name]}
    />
  ))
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
