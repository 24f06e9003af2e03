import { type FieldBinding, SelectField, TextField } from '#app/_ui/form/fields.tsx'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { Inactive } from './inactive.tsx'

interface BreachesSectionProps {
  readonly check: FieldBinding
  readonly service: FieldBinding
  readonly inactive: string | undefined
}

/** Whether new passwords are looked up among those of known breaches, and where. */
export function BreachesSection({ check, service, inactive }: BreachesSectionProps) {
  const t = useTexts()
  return (
    <Section id="breached-passwords" title={t('methods.settings.breaches')}>
      <SelectField
        label={t('methods.settings.breached')}
        hint={
          <>
            {t('methods.settings.breached_hint')}
            <Inactive text={inactive} />
          </>
        }
        binding={check}
        className="max-w-sm"
      >
        <option value="off">{t('methods.settings.breached_off')}</option>
        <option value="service">{t('methods.settings.breached_service')}</option>
        <option value="file">{t('methods.settings.breached_file')}</option>
      </SelectField>
      <TextField
        label={t('methods.settings.breached_address')}
        binding={service}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        className="max-w-sm font-mono"
      />
    </Section>
  )
}
