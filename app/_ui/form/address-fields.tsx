'use client'

import type { z } from 'zod'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { addressFields } from '#lib/api/contract/models/user-fields.ts'
import { type FieldBinding, SelectField, TextField } from './fields.tsx'
import { type Choice, Choices } from './profile-fields.tsx'

interface AddressFieldsProps {
  readonly field: (name: keyof z.input<typeof addressFields>) => FieldBinding
  /** From `countriesIn`. */
  readonly countries: readonly Choice[]
}

/** The inputs of a postal address, for a grid of two columns; all are optional. */
export function AddressFields({ field, countries }: AddressFieldsProps) {
  const t = useTexts()
  const optional = t('console.optional')
  return (
    <>
      <div className="sm:col-span-2">
        <TextField
          label={t('account.address.line1')}
          optional={optional}
          binding={field('addressLine1')}
          autoComplete="address-line1"
        />
      </div>
      <div className="sm:col-span-2">
        <TextField
          label={t('account.address.line2')}
          optional={optional}
          binding={field('addressLine2')}
          autoComplete="address-line2"
        />
      </div>
      <TextField
        label={t('account.address.postal_code')}
        optional={optional}
        binding={field('addressPostalCode')}
        autoComplete="postal-code"
      />
      <TextField
        label={t('account.address.locality')}
        optional={optional}
        binding={field('addressLocality')}
        autoComplete="address-level2"
      />
      <TextField
        label={t('account.address.region')}
        optional={optional}
        binding={field('addressRegion')}
        autoComplete="address-level1"
      />
      <SelectField
        label={t('account.address.country')}
        optional={optional}
        binding={field('addressCountry')}
        autoComplete="country"
      >
        <Choices choices={countries} none={t('account.profile.not_said')} />
      </SelectField>
    </>
  )
}
