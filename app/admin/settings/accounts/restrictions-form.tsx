'use client'

import { CheckField, TextAreaField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { restrictionValues } from './values.ts'

interface RestrictionsFormProps {
  readonly action: string
  readonly values: ReturnType<typeof restrictionValues>
}

/** Who can create an account: domains of email addresses, and the field that only programs fill in. */
export function RestrictionsForm({ action, values }: RestrictionsFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props}>
      <Section
        id="who"
        title={t('settings.registration.who')}
        intro={t('settings.registration.who_intro')}
      >
        <TextAreaField
          label={t('settings.registration.allowed')}
          hint={t('settings.registration.allowed_hint')}
          binding={field('registrationAllowedEmailDomains')}
          rows={3}
          dir="ltr"
          className="font-mono"
        />
        <TextAreaField
          label={t('settings.registration.blocked')}
          binding={field('registrationBlockedEmailDomains')}
          rows={3}
          dir="ltr"
          className="font-mono"
        />
        <CheckField
          label={t('settings.registration.trap')}
          hint={t('settings.registration.trap_hint')}
          binding={field('registrationTrapFieldEnabled')}
        />
      </Section>
      <FormFooter {...form} id="save-restrictions" label={t('console.save')} />
    </form>
  )
}
