'use client'

import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { type Choice, ProfileFields } from '#app/_ui/form/profile-fields.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

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
    <form {...form.props} className="flex max-w-3xl flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <ProfileFields field={field} zones={zones} locales={locales} />
      </div>
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
