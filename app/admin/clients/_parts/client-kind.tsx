import { Globe, Server } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientRecord } from './client-page-data.ts'

/** A client's kind, as an icon and a word. */
export async function ClientKind({ client }: { readonly client: ClientRecord }) {
  const t = await pageTexts()
  const Icon = client.isPublic ? Globe : Server
  return (
    <span className="ui-soft inline-flex items-center gap-1.5">
      <Icon className="size-3.5!" aria-hidden="true" />
      {t(client.isPublic ? 'clients.public' : 'clients.confidential')}
    </span>
  )
}
