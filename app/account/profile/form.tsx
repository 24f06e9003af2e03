'use client'

import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { type Choice, OwnProfileFields } from '#app/_ui/form/profile-fields.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { NamePart } from '#lib/domain/users/full-name.ts'

interface ProfileFormProps {
  readonly action: string
  readonly values: Readonly<Record<string, string>>
  readonly zones: readonly Choice[]
  readonly locales: readonly Choice[]
  readonly names: readonly NamePart[]
}

export function ProfileForm({ action, values, zones, locales, names }: ProfileFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} className="grid max-w-3xl gap-5 sm:grid-cols-2">
      <OwnProfileFields
        field={field}
        zones={zones}
        locales={locales}
        names={names}
        localeHint={t('account.profile.locale_hint')}
      />
      <div className="sm:col-span-2">
        <FormFooter {...form} label={t('account.profile.submit')} />
      </div>
    </form>
  )
}
