import { Facts } from '#app/_ui/layout/facts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientRecord } from '#app/admin/clients/_parts/client-page-data.ts'
import { levelKey } from './levels.ts'

/** A client's settings, for read-only visitors. */
export async function SettingsFacts({ client }: { readonly client: ClientRecord }) {
  const t = await pageTexts()
  const { displayName, description, defaultAcrLevel, authorizationCodeEnabled } = client
  const word = (isOn: boolean) => t(isOn ? 'console.yes' : 'console.no')
  const level = levelKey(defaultAcrLevel)
  const shown = [
    client.showDisplayName && t('clients.settings.show_display_name'),
    client.showDescription && t('clients.settings.show_description'),
    client.showWebsiteUrl && t('clients.settings.show_website_url'),
    client.showLogo && t('clients.settings.show_logo'),
  ]
  return (
    <Facts
      facts={[
        [t('clients.settings.display_name'), displayName && <bdi key="name">{displayName}</bdi>],
        [t('clients.description'), description && <bdi key="description">{description}</bdi>],
        [t('clients.settings.website_url'), client.websiteUrl],
        // Without the flow, users cannot sign in to the client.
        [
          t('clients.settings.level'),
          authorizationCodeEnabled && (level ? t(level) : defaultAcrLevel),
        ],
        [t('clients.settings.enabled'), word(client.enabled)],
        [t('clients.settings.consent_required'), word(client.consentRequired)],
        // In one row: as separate rows, these options would have the same names as the values above.
        [t('clients.settings.shown'), shown.filter(Boolean).join(', ') || t('console.none')],
      ]}
    />
  )
}
