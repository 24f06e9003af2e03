'use client'

import { z } from 'zod'
import { profileFields } from '#lib/api/contract/models/user-fields.ts'
import { SelectField, TextField } from '../../_console/fields.tsx'
import { FormFoot } from '../../_console/form-foot.tsx'
import type { FormAction } from '../../_console/form-state.ts'
import { useActionForm } from '../../_console/use-action-form.ts'
import { useTexts } from '../../_console/use-texts.ts'

type Choice = readonly [value: string, label: string]

interface ProfileFormProps {
  readonly action: FormAction
  readonly values: Readonly<Record<string, string>>
  readonly zones: readonly Choice[]
  readonly locales: readonly Choice[]
}

/** Zone and country are one choice here. */
const schema = profileFields
  .omit({ zoneInfo: true, zoneInfoCountryName: true })
  .extend({ zone: z.string() })

/** The form of one's own profile. */
export function ProfileForm({ action, values, zones, locales }: ProfileFormProps) {
  const t = useTexts()
  const { field, ...form } = useActionForm({ action, schema, values })
  const optional = t('console.optional')
  return (
    <form {...form.props} className="grid max-w-3xl gap-5 sm:grid-cols-2">
      <TextField
        label={t('account.profile.username')}
        hint={t('account.profile.username_hint')}
        optional={optional}
        binding={field('username')}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={t('account.profile.nickname')}
        optional={optional}
        binding={field('nickname')}
      />
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
      <TextField
        label={t('account.profile.website')}
        optional={optional}
        binding={field('website')}
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
      />
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
      <SelectField label={t('account.profile.zone')} optional={optional} binding={field('zone')}>
        <Choices choices={zones} none={t('account.profile.not_said')} />
      </SelectField>
      <SelectField
        label={t('account.profile.locale')}
        hint={t('account.profile.locale_hint')}
        optional={optional}
        binding={field('locale')}
      >
        <Choices choices={locales} none={t('account.profile.not_said')} />
      </SelectField>
      <div className="sm:col-span-2">
        <FormFoot {...form} label={t('account.profile.submit')} />
      </div>
    </form>
  )
}

function Choices({
  choices,
  none,
}: {
  readonly choices: readonly Choice[]
  readonly none: string
}) {
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
