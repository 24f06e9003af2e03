import { Badge } from '#app/_ui/shell/card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientRecord } from './client-page-data.ts'

interface ClientBadgesProps {
  readonly client: ClientRecord
}

/** A client's state, kind and peculiarities, in words. */
export async function ClientBadges({ client }: ClientBadgesProps) {
  const t = await pageTexts()
  return (
    <>
      <Badge tone={client.enabled ? 'success' : 'danger'}>
        {t(client.enabled ? 'clients.enabled' : 'clients.disabled')}
      </Badge>
      <Badge>{t(client.isPublic ? 'clients.public' : 'clients.confidential')}</Badge>
      {client.isSystemLevelClient && <Badge>{t('clients.built_in')}</Badge>}
      {client.createdViaDcr && <Badge tone="warning">{t('clients.self_registered')}</Badge>}
    </>
  )
}
