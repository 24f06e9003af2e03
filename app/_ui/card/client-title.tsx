import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientView } from '#lib/answers/view.ts'
import { AppTile } from './app-tile.tsx'
import { CardTitle } from './card-title.tsx'

interface ClientTitleProps {
  readonly title: ReactNode
  readonly client: ClientView
  /** Where the application is: said of one that nobody has checked. */
  readonly host?: string | undefined
  /** A sentence below the title. */
  readonly children?: ReactNode
}

/** The title of a step that an application asked for. One that nobody has checked is named as such. */
export async function ClientTitle({ title, client, host, children }: ClientTitleProps) {
  const t = await pageTexts()
  return (
    <>
      <CardTitle title={title} tile={!client.isOwn && <AppTile client={client} />}>
        {children}
        {client.unverified && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="ui-badge ui-badge-warning">
              <ShieldAlert aria-hidden="true" />
              {t('card.not_verified')}
            </span>
            {host && (
              <bdi dir="ltr" className="text-sm [overflow-wrap:anywhere]">
                {host}
              </bdi>
            )}
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
