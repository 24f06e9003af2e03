import Link from 'next/link'
import { ClientName } from '#app/_ui/text/event-client.tsx'
import { EventIcon } from '#app/_ui/text/event-look.tsx'
import { EventSentence, type ShownEvent } from '#app/_ui/text/event-sentence.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { Table } from './table.tsx'

interface EventTableProps {
  readonly events: readonly ShownEvent[]
  /** The address that shows an entry. */
  readonly addressOf: (id: number) => string
  /** The entry that is shown beside the list. */
  readonly openId?: number | undefined
}

/** Entries of the activity: one line and one sentence each. */
export async function EventTable({ events, addressOf, openId }: EventTableProps) {
  const t = await pageTexts()
  return (
    <Table id="events" isFit isStackable>
      <thead>
        <tr>
          <th scope="col">{t('activity.what')}</th>
          <th scope="col" className="hidden @2xl:table-cell">
            {t('activity.application')}
          </th>
          <th scope="col" className="hidden @4xl:table-cell">
            {t('activity.address')}
          </th>
          <th scope="col" className="text-end!">
            {t('activity.when')}
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map((entry) => (
          <tr
            key={entry.id}
            data-event={entry.auditEvent}
            aria-current={entry.id === openId || undefined}
            className={entry.id === openId ? 'bg-(--accent-soft)' : undefined}
          >
            <td className="ui-primary">
              <Link
                href={addressOf(entry.id)}
                prefetch={false}
                scroll={false}
                className="flex min-w-0 items-center gap-3"
              >
                <EventIcon entry={entry} />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <EventSentence entry={entry} />
                </span>
              </Link>
            </td>
            <td className="hidden max-w-56 @2xl:table-cell">
              <ClientName client={entry.client} />
            </td>
            <td dir="ltr" className="hidden font-mono text-xs @4xl:table-cell rtl:text-end">
              {entry.ipAddress}
            </td>
            <td className="keep text-end! text-muted">
              <Timestamp value={entry.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
