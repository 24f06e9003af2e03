import { Ban, Globe, Server } from 'lucide-react'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientRecord } from './client-page-data.ts'

interface ClientBadgesProps {
  readonly client: ClientRecord
}

/** A client's kind as an icon and a word, and what is not normal about it as badges. */
export async function ClientBadges({ client }: ClientBadgesProps) {
  const t = await pageTexts()
  const Kind = client.isPublic ? Globe : Server
  return (
    <>
      <span className="ui-soft inline-flex items-center gap-1.5">
        <Kind className="size-3.5!" aria-hidden="true" />
        {t(client.isPublic ? 'clients.public' : 'clients.confidential')}
      </span>
      {!client.enabled && (
        <Badge tone="danger" icon={Ban}>
          {t('clients.disabled')}
        </Badge>
      )}
      {client.isSystemLevelClient && <Badge>{t('clients.built_in')}</Badge>}
      {client.createdViaDcr && <Badge tone="warning">{t('clients.self_registered')}</Badge>}
    </>
  )
}
