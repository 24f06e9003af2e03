import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientView } from '#lib/answers/view.ts'
import { CardTitle } from './card-title.tsx'
import { ClientTile } from './client-tile.tsx'

interface ClientTitleProps {
  readonly title: ReactNode
  readonly client: ClientView
  /** Where the application is: shown for an application that is not verified. */
  readonly host?: string | undefined
  /** A sentence below the title. */
  readonly children?: ReactNode
}

/** The title of a step that an application asked for. An application that is not verified is named as such. */
export async function ClientTitle({ title, client, host, children }: ClientTitleProps) {
  const t = await pageTexts()
  const named = (shown: string) => (
    <bdi dir="ltr" className="text-sm [overflow-wrap:anywhere]">
      {shown}
    </bdi>
  )
  return (
    <>
      <CardTitle title={title} tile={<ClientTile client={client} />}>
        {children}
        {client.unverified && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone="warning" icon={ShieldAlert}>
              {t('card.not_verified')}
            </Badge>
            {!client.host && host && named(host)}
          </p>
        )}
        {client.host && (
          <p id="identified-by">
            {t.rich('card.identified_by', { host: () => named(client.host ?? '') })}
          </p>
        )}
      </CardTitle>
      {client.unverified && (
        <Notice kind="warning" className="mb-4">
          {t.rich('card.unverified', { b: (text) => <b>{text}</b> })}
        </Notice>
      )}
    </>
  )
}
