import { Ban, Hourglass } from 'lucide-react'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientRecord } from './client-page-data.ts'

interface ClientBadgesProps {
  readonly client: ClientRecord & { readonly approval?: string | null | undefined }
}

/** The unusual states of a client. */
export async function ClientBadges({ client }: ClientBadgesProps) {
  const t = await pageTexts()
  return (
    <>
      {!client.enabled && client.approval !== 'pending' && (
        <Badge tone="danger" icon={Ban}>
          {t('clients.disabled')}
        </Badge>
      )}
      {client.isSystemLevelClient && <Badge>{t('clients.built_in')}</Badge>}
      {client.approval === 'pending' && (
        <Badge tone="warning" icon={Hourglass}>
          {t('clients.waiting')}
        </Badge>
      )}
      {client.createdViaDcr && <Badge tone="warning">{t('clients.self_registered')}</Badge>}
    </>
  )
}
