import Link from 'next/link'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { EventSentence, type ShownEvent } from '#app/_ui/text/event-sentence.tsx'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'

interface EventRowsProps {
  readonly events: readonly ShownEvent[]
  /** All entries are about one application, which the page names. */
  readonly isOfApplication?: boolean
}

/** A few entries of the activity in a panel. Each opens on the page of all activity, if the visitor may see that. */
export async function EventRows({ events, isOfApplication = false }: EventRowsProps) {
  const { visitor } = await openConsole()
  const isOpen = mayRead(visitor, 'settings')
  return (
    <ul className="ui-rows">
      {events.map((entry) => {
        const sentence = <EventSentence entry={entry} namesApplication={!isOfApplication} />
        return (
          <li key={entry.id} className="relative">
            {isOpen ? (
              <Link
                href={`/admin/activity?range=all&entry=${entry.id}`}
                prefetch={false}
                className="min-w-0 grow [overflow-wrap:anywhere]"
              >
                {sentence}
              </Link>
            ) : (
              <span className="min-w-0 grow [overflow-wrap:anywhere]">{sentence}</span>
            )}
            <span className="shrink-0 text-muted text-sm">
              <Timestamp value={entry.createdAt} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
