import { CheckField, TextAreaField } from '#app/_ui/form/fields.tsx'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { SignInSectionProps } from './values.ts'

/** Who may create an account: domains of email addresses, and the field that only programs fill in. */
export function RegistrationSection({ field }: SignInSectionProps) {
  const t = useTexts()
  return (
    <Section
      id="registration"
      title={t('methods.settings.registration')}
      intro={t('methods.settings.registration_intro')}
    >
      <TextAreaField
        label={t('methods.settings.allowed')}
        hint={t('methods.settings.allowed_hint')}
        binding={field('registrationAllowedEmailDomains')}
        rows={3}
        dir="ltr"
        className="font-mono"
      />
      <TextAreaField
        label={t('methods.settings.blocked')}
        binding={field('registrationBlockedEmailDomains')}
        rows={3}
        dir="ltr"
        className="font-mono"
      />
      <CheckField
        label={t('methods.settings.trap')}
        hint={t('methods.settings.trap_hint')}
        binding={field('registrationTrapFieldEnabled')}
      />
    </Section>
  )
}
