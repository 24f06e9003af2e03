import Link from 'next/link'
import type { z } from 'zod'
import { Table } from '#app/_ui/list/table.tsx'
import { Breakable } from '#app/_ui/text/breakable.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import type { auditLogEntry } from '#lib/api/contract/models/audit-logs.ts'
import { DetailsList } from './details-list.tsx'
import { type Filter, filterAddress } from './filter.ts'
import { eventName } from './names.ts'
import type { RecordNames } from './record-names.ts'

type Entry = z.output<typeof auditLogEntry>

interface EventListProps {
  readonly entries: readonly Entry[]
  readonly filter: Filter
  /** Names of the records in the entries. */
  readonly names: RecordNames
}

/** Events with their details; stacked on a phone. */
export async function EventList({ entries, filter, names }: EventListProps) {
  const t = await pageTexts()
  return (
    <Table id="events" className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <th scope="col">{t('settings.log.time')}</th>
          <th scope="col">{t('settings.log.event')}</th>
          <th scope="col">{t('settings.log.details')}</th>
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {entries.map((entry) => (
          <EventRow key={entry.id} entry={entry} filter={filter} names={names} />
        ))}
      </tbody>
    </Table>
  )
}

/** Stacked where the columns have no room. */
const cell =
  'align-top py-2.5! max-xl:block max-xl:h-auto! max-xl:border-b-0! max-xl:px-4! max-xl:py-1!'

interface EventRowProps {
  readonly entry: Entry
  readonly filter: Filter
  readonly names: RecordNames
}

async function EventRow({ entry, filter, names }: EventRowProps) {
  const t = await pageTexts()
  const { auditEvent, createdAt, details, requestId } = entry
  const ofEvent = filterAddress({ ...filter, auditEvent, page: 1 })
  return (
    <tr className="align-top max-xl:block max-xl:border-line max-xl:border-b max-xl:py-3 max-xl:last:border-b-0">
      <td className={`${cell} text-muted`}>
        <Timestamp value={createdAt} exact />
      </td>
      <td className={`${cell} xl:min-w-60`}>
        <Link href={ofEvent} prefetch={false} className="text-link [overflow-wrap:anywhere]">
          {eventName(t, auditEvent)}
        </Link>
        <code dir="ltr" className="block text-muted text-xs [overflow-wrap:anywhere] rtl:text-end">
          <Breakable text={auditEvent} after="_" />
        </code>
      </td>
      <td className={cell}>
        <DetailsList details={details} names={names} />
        {requestId && <RequestLink requestId={requestId} />}
      </td>
    </tr>
  )
}

async function RequestLink({ requestId }: { readonly requestId: string }) {
  const t = await pageTexts()
  return (
    <p className="text-muted text-xs">
      {t('settings.log.request')}{' '}
      <Link
        href={filterAddress({ auditEvent: '', requestId, page: 1 })}
        prefetch={false}
        title={t('settings.log.same_request')}
        dir="ltr"
        className="font-mono underline decoration-base-content/30 underline-offset-2 hover:decoration-current [overflow-wrap:anywhere]"
      >
        {requestId}
      </Link>
    </p>
  )
}
