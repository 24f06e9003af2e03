'use client'

import { AddressFields } from '#app/_ui/form/address-fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import type { Choice } from '#app/_ui/form/profile-fields.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface AddressFormProps {
  readonly action: string
  readonly values: Readonly<Record<string, string>>
  readonly countries: readonly Choice[]
}

export function AddressForm({ action, values, countries }: AddressFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} className="grid max-w-2xl gap-5 sm:grid-cols-2">
      <AddressFields field={field} countries={countries} />
      <div className="sm:col-span-2">
        <FormFooter {...form} label={t('account.address.submit')} />
      </div>
    </form>
  )
}
