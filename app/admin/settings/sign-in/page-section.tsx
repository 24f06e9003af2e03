import { CheckField, type FieldBinding, SelectField } from '#app/_ui/form/fields.tsx'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface PageSectionProps {
  readonly asks: FieldBinding
  readonly chooser: FieldBinding
}

/** What the sign-in page asks for, and what applications may ask it. */
export function PageSection({ asks, chooser }: PageSectionProps) {
  const t = useTexts()
  return (
    <Section id="sign-in-page" title={t('methods.settings.page')}>
      <SelectField
        label={t('methods.settings.asks')}
        hint={t('methods.settings.asks_hint')}
        binding={asks}
        className="max-w-sm"
      >
        <option value="combined">{t('methods.settings.asks_combined')}</option>
        <option value="identifier_first">{t('methods.settings.asks_identifier_first')}</option>
      </SelectField>
      <CheckField
        label={t('methods.settings.chooser')}
        hint={t('methods.settings.chooser_hint')}
        binding={chooser}
      />
    </Section>
  )
}
