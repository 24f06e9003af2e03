'use client'

import { FormFooter } from '../../_console/form-footer.tsx'
import { PhoneFields } from '../../_console/phone-fields.tsx'
import type { Choice } from '../../_console/profile-fields.tsx'
import { useConsoleForm } from '../../_console/use-console-form.ts'
import { useTexts } from '../../_console/use-texts.ts'

interface PhoneFormProps {
  readonly action: string
  readonly values: Readonly<Record<string, string>>
  readonly countries: readonly Choice[]
}

export function PhoneForm({ action, values, countries }: PhoneFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-5">
      <PhoneFields field={field} countries={countries} />
      <FormFooter {...form} label={t('account.phone.submit')} />
    </form>
  )
}
