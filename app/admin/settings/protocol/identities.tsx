import { DurationField } from '#app/_ui/form/duration-field.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#app/_ui/form/fields.tsx'
import type { ControlledBinding } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { ProtocolSectionProps } from './values.ts'

interface IdentitiesProps extends ProtocolSectionProps {
  /** Why documents have no effect although they are on. */
  readonly inactive: 'no_trusted_host' | 'base_url_not_https' | null
  readonly lifetime: ControlledBinding
  readonly language: string
}

/** Applications that registered themselves, or that a document describes. */
export function Identities({ field, inactive, lifetime, language }: IdentitiesProps) {
  const t = useTexts()
  return (
    <Section
      id="identities"
      title={t('settings.protocol.identities')}
      intro={t('settings.protocol.identities_intro')}
    >
      <CheckField
        label={t('settings.protocol.documents')}
        hint={
          inactive
            ? t(`settings.protocol.inactive.${inactive}`)
            : t('settings.protocol.documents_hint')
        }
        binding={field('clientIdMetadataDocumentsEnabled')}
      />
      <TextAreaField
        label={t('settings.protocol.hosts')}
        hint={t('settings.protocol.hosts_hint')}
        binding={field('clientIdMetadataDocumentHosts')}
        optional={t('console.optional')}
        dir="ltr"
      />
      <SelectField
        label={t('settings.protocol.others')}
        binding={field('clientIdMetadataDocumentOtherHosts')}
      >
        <option value="refuse">{t('settings.protocol.others_refuse')}</option>
        <option value="approve">{t('settings.protocol.others_approve')}</option>
        <option value="allow">{t('settings.protocol.others_allow')}</option>
      </SelectField>
      <CheckField
        label={t('settings.protocol.approval')}
        hint={t('settings.protocol.approval_hint')}
        binding={field('dynamicClientApprovalRequired')}
      />
      <CheckField
        label={t('settings.protocol.limited')}
        hint={t('settings.protocol.limited_hint')}
        binding={field('limited')}
      />
      <TextAreaField
        label={t('settings.protocol.scopes')}
        hint={t('settings.protocol.scopes_hint')}
        binding={field('selfRegisteredClientScopes')}
        optional={t('console.optional')}
        dir="ltr"
      />
      <DurationField
        label={t('settings.protocol.lifetime')}
        hint={t('settings.protocol.lifetime_hint')}
        binding={lifetime}
        language={language}
        inherited={t('settings.protocol.lifetime_inherited')}
      />
      <TextField
        label={t('settings.protocol.days')}
        hint={t('settings.protocol.days_hint')}
        binding={field('unusedSelfRegisteredClientDays')}
        inputMode="numeric"
        dir="ltr"
        className="max-w-32"
      />
    </Section>
  )
}
