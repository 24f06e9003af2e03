import { CheckField, TextField } from '#app/_ui/form/fields.tsx'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { SignInSectionProps } from './values.ts'

/** Recovery codes, and the time for which browsers skip the second step. */
export function TwoStepSection({ field }: SignInSectionProps) {
  const t = useTexts()
  return (
    <Section
      id="two-step"
      title={t('methods.settings.two_step')}
      intro={t('methods.settings.two_step_intro')}
    >
      <CheckField
        label={t('methods.settings.recovery')}
        hint={t('methods.settings.recovery_hint')}
        binding={field('recoveryCodesEnabled')}
      />
      <TextField
        label={t('methods.settings.remember')}
        hint={t('methods.settings.remember_hint')}
        binding={field('rememberBrowserDays')}
        inputMode="numeric"
        dir="ltr"
        className="max-w-24"
      />
    </Section>
  )
}
