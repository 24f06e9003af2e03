'use client'

import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type FieldBinding, SelectField, TextField } from './fields.tsx'
import { type Choice, Choices } from './profile-fields.tsx'

interface PhoneFieldsProps {
  readonly field: (name: 'phoneCountryUniqueId' | 'phoneNumber') => FieldBinding
  /** From `phoneCountriesIn`. */
  readonly countries: readonly Choice[]
}

/** The inputs of a phone number, for the account and for the administration. */
export function PhoneFields({ field, countries }: PhoneFieldsProps) {
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
        binding={field('phoneNumber')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        dir="ltr"
        className="rtl:text-end"
      />
    </>
  )
}
