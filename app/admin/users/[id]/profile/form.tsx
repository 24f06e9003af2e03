'use client'

import { FormFooter } from '../../../../_console/form-footer.tsx'
import { type Choice, ProfileFields } from '../../../../_console/profile-fields.tsx'
import { useConsoleForm } from '../../../../_console/use-console-form.ts'
import { useTexts } from '../../../../_console/use-texts.ts'

interface UserProfileFormProps {
  readonly action: string
  readonly values: Readonly<Record<string, string>>
  readonly zones: readonly Choice[]
  readonly locales: readonly Choice[]
}

export function UserProfileForm({ action, values, zones, locales }: UserProfileFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} className="grid max-w-3xl gap-5 sm:grid-cols-2">
      <ProfileFields field={field} zones={zones} locales={locales} />
      <div className="sm:col-span-2">
        <FormFooter {...form} label={t('console.save')} />
      </div>
    </form>
  )
}
