import type { ReactNode } from 'react'
import type { ClientView } from '#lib/answers/view.ts'
import { CardPage } from './card-page.tsx'
import { CardTitle } from './card-title.tsx'
import { ClientTile } from './client-tile.tsx'

interface StatusCardProps {
  readonly id: string
  /** Title of the document. Default: the heading. */
  readonly title?: string
  readonly heading: string
  /** The application that the page is about. */
  readonly client?: ClientView | undefined
  readonly message?: ReactNode
  /** The ways on: one primary button at most. */
  readonly children?: ReactNode
  /** What stands below that. */
  readonly after?: ReactNode
}

/** A page that reports a status: a title, a sentence, and the way on. */
export function StatusCard({
  id,
  title,
  heading,
  client,
  message,
  children,
  after,
}: StatusCardProps) {
  return (
    <CardPage id={id} title={title ?? heading} websiteUrl={client?.websiteUrl}>
      <CardTitle title={heading} tile={client && <ClientTile client={client} />}>
        {message && <p className="text-pretty">{message}</p>}
      </CardTitle>
      {children && <div className="grid gap-2.5">{children}</div>}
      {after}
    </CardPage>
  )
}
