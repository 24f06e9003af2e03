import { AppTile } from './app-tile.tsx'
import { nameNow, type ShownEvent } from './event-sentence.tsx'
import { pageTexts } from './texts.ts'

/** The application of an entry. */
export async function ClientName({ client }: { readonly client: ShownEvent['client'] }) {
  const t = await pageTexts()
  if (!client) return null
  const name = nameNow(client, t) || t('activity.gone_client', { id: client.id })
  return (
    <span className="flex min-w-0 items-center gap-2">
      {client.name && <AppTile name={client.name} />}
      <bdi className="truncate" title={name}>
        {name}
      </bdi>
    </span>
  )
}
