import { pageTexts } from '../../../../_components/texts.ts'
import { Facts } from '../../../../_console/facts.tsx'
import type { ClientRecord } from '../../_parts/client-scene.ts'
import { levelKey } from './levels.ts'

/** The settings of a client for somebody who may not change them. */
export async function SettingsFacts({ client }: { readonly client: ClientRecord }) {
  const t = await pageTexts()
  const word = (isOn: boolean) => t(isOn ? 'console.yes' : 'console.no')
  const level = levelKey(client.defaultAcrLevel)
  return (
    <Facts
      facts={[
        [t('clients.settings.display_name'), <bdi key="name">{client.displayName}</bdi>],
        [t('clients.description'), <bdi key="description">{client.description}</bdi>],
        [t('clients.settings.website_url'), client.websiteUrl],
        [t('clients.settings.level'), level ? t(level) : client.defaultAcrLevel],
        [t('clients.settings.enabled'), word(client.enabled)],
        [t('clients.settings.consent_required'), word(client.consentRequired)],
        [t('clients.settings.show_display_name'), word(client.showDisplayName)],
        [t('clients.settings.show_description'), word(client.showDescription)],
        [t('clients.settings.show_website_url'), word(client.showWebsiteUrl)],
        [t('clients.settings.show_logo'), word(client.showLogo)],
      ]}
    />
  )
}
