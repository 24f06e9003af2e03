'use client'

import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { PhoneFields } from '#app/_ui/form/phone-fields.tsx'
import type { Choice } from '#app/_ui/form/profile-fields.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface PhoneFormProps {
  readonly action: string
  readonly values: Readonly<Record<string, string>>
  readonly countries: readonly Choice[]
  readonly regions: Readonly<Record<string, string>>
}

export function PhoneForm({ action, values, countries, regions }: PhoneFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      <PhoneFields field={field} countries={countries} regions={regions} />
      <FormFooter {...form} label={t('account.phone.submit')} />
    </form>
  )
}
