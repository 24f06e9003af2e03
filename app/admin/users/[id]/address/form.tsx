'use client'

import { AddressFields } from '#app/_ui/form/address-fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import type { Choice } from '#app/_ui/form/profile-fields.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface UserAddressFormProps {
  readonly action: string
  readonly values: Readonly<Record<string, string>>
  readonly countries: readonly Choice[]
}

export function UserAddressForm({ action, values, countries }: UserAddressFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} className="flex max-w-3xl flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <AddressFields field={field} countries={countries} />
      </div>
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
