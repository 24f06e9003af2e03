'use client'

import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { Identities } from './identities.tsx'
import { PresetButtons } from './preset-buttons.tsx'
import { sections } from './sections.ts'
import { SwitchSection } from './switch-section.tsx'
import type { ProtocolValues } from './values.ts'

interface ProtocolFormProps {
  readonly action: string
  readonly values: ProtocolValues
  readonly language: string
  /** The issuer is no address, so what relies on it has no effect. */
  readonly isIssuerNoAddress: boolean
  /** Why documents of applications have no effect. */
  readonly inactiveDocuments: 'no_trusted_host' | 'base_url_not_https' | null
  /** Proofs of possession are on and have no effect. */
  readonly isDpopInactive: boolean
}

/** The additions to the protocol, in groups. */
export function ProtocolForm(props: ProtocolFormProps) {
  const { action, values, language, inactiveDocuments } = props
  const t = useTexts()
  const { field, controlled, fill, ...form } = useConsoleForm<ProtocolValues>({ action, values })
  const inactive = useInactiveSwitches(props)
  return (
    <form {...form.props} className="max-w-240">
      <PresetButtons set={fill} />
      {sections.map((section) => (
        <SwitchSection key={section.id} section={section} field={field} inactive={inactive} />
      ))}
      <Identities
        field={field}
        inactive={inactiveDocuments}
        lifetime={controlled('selfRegisteredClientTokenExpirationInSeconds')}
        language={language}
      />
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}

function useInactiveSwitches({ values, isIssuerNoAddress, isDpopInactive }: ProtocolFormProps) {
  const t = useTexts()
  const noAddress = t('settings.protocol.iss_without_effect')
  return {
    ...(isIssuerNoAddress && {
      ...(values.authorizationResponseIssEnabled && { authorizationResponseIssEnabled: noAddress }),
      ...(values.privateKeyJwtEnabled && { privateKeyJwtEnabled: noAddress }),
    }),
    ...(isDpopInactive && { dpopEnabled: t('settings.protocol.inactive.base_url_not_https') }),
  }
}
