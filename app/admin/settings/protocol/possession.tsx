'use client'

import { CheckField } from '#app/_ui/form/fields.tsx'
import type { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { ProtocolValues } from './values.ts'

interface PossessionProps {
  readonly field: ReturnType<typeof useConsoleForm<ProtocolValues>>['field']
  /** On, but without effect: the public address is http. */
  readonly isInactive: boolean
}

/** Tokens that are bound to a key of the application. */
export function Possession({ field, isInactive }: PossessionProps) {
  const t = useTexts()
  return (
    <Section
      id="possession"
      title={t('settings.protocol.possession')}
      intro={t('settings.protocol.possession_intro')}
    >
      <CheckField
        label={t('settings.protocol.dpop')}
        badge="RFC 9449"
        hint={t(
          isInactive
            ? 'settings.protocol.inactive.base_url_not_https'
            : 'settings.protocol.dpop_hint',
        )}
        binding={field('dpopEnabled')}
      />
      <CheckField
        label={t('settings.protocol.dpop_nonce')}
        hint={t('settings.protocol.dpop_nonce_hint')}
        binding={field('dpopNonceRequired')}
      />
    </Section>
  )
}
