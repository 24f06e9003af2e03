'use client'

import { CheckField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { PhoneFields } from '#app/_ui/form/phone-fields.tsx'
import type { Choice } from '#app/_ui/form/profile-fields.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface UserPhoneFormProps {
  readonly action: string
  readonly values: {
    readonly phoneCountryUniqueId: string
    readonly phoneNumber: string
    readonly phoneNumberVerified: boolean
  }
  readonly countries: readonly Choice[]
}

export function UserPhoneForm({ action, values, countries }: UserPhoneFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      <PhoneFields field={field} countries={countries} />
      <CheckField
        label={t('users.phone.verified')}
        hint={t('users.phone.verified_hint')}
        binding={field('phoneNumberVerified')}
      />
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
