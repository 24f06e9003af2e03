'use client'

import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type FieldBinding, SelectField, TextField } from './fields.tsx'
import { formatPhone } from './format-phone.ts'
import { type Choice, Choices } from './profile-fields.tsx'

interface PhoneFieldsProps {
  readonly field: (name: 'phoneCountryUniqueId' | 'phoneNumber') => FieldBinding
  /** From `phoneCountriesIn`. */
  readonly countries: readonly Choice[]
  /** From `phoneRegions`; absent where a number stays as it is typed. */
  readonly regions?: Readonly<Record<string, string>>
}

/** The inputs of a phone number, for the account and for the administration. */
export function PhoneFields({ field, countries, regions }: PhoneFieldsProps) {
  const t = useTexts()
  return (
    <>
      <SelectField
        label={t('account.phone.country')}
        binding={field('phoneCountryUniqueId')}
        autoComplete="off"
      >
        <Choices choices={countries} none={t('account.phone.no_number')} />
      </SelectField>
      <TextField
        label={t('account.phone.number')}
        hint={t('account.phone.number_hint')}
        binding={regions ? formatsOnBlur(field('phoneNumber'), regions) : field('phoneNumber')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        dir="ltr"
      />
    </>
  )
}

function formatsOnBlur(
  binding: FieldBinding,
  regions: Readonly<Record<string, string>>,
): FieldBinding {
  const onBlur: FieldBinding['onBlur'] = async (event) => {
    await binding.onBlur(event)
    if (await formatPhone(event.target, regions)) await binding.onChange(event)
  }
  return { ...binding, onBlur }
}
