'use client'

import { AddressFields } from '../../_console/address-fields.tsx'
import { FormFooter } from '../../_console/form-footer.tsx'
import type { Choice } from '../../_console/profile-fields.tsx'
import { useConsoleForm } from '../../_console/use-console-form.ts'
import { useTexts } from '../../_console/use-texts.ts'

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
