import { isIPv6 } from 'node:net'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { openConsole } from '#app/_ui/shell/api.ts'
import { Breakable } from '#app/_ui/text/breakable.tsx'
import { detailName } from '#app/_ui/text/event-names.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { isUuid } from '#lib/base/crypto/uuid.ts'
import { detailsOf } from './details.ts'
import { recordAddress } from './record-address.ts'
import { type RecordNames, recordKey } from './record-names.ts'

interface DetailsListProps {
  readonly details: string
  /** Names of the records in the details. */
  readonly names: RecordNames
}

/** The details of an event in the page's language, with links to the records they name. */
export async function DetailsList({ details, names }: DetailsListProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const found = detailsOf(details)
  if (found.length === 0) return null
  return (
    <dl className="mb-1 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-[0.8125rem]">
      {found.map(([name, value]) => (
        <div key={name} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
          <dt className="text-muted" title={name}>
            {detailName(t, name)}
          </dt>
          <dd dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            <DetailValue
              record={names.get(recordKey(visitor, name, value) ?? '')}
              address={recordAddress(visitor, name, value)}
              value={value}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface DetailValueProps {
  /** The record behind the value, if it was found. */
  readonly record: ReturnType<RecordNames['get']>
  readonly address: string | null
  readonly value: string
}

/** A record's name with its id beside it; a subject is long, so it appears in the tooltip. */
function DetailValue({ record, address, value }: DetailValueProps) {
  if (record) {
    const isLong = isUuid(value)
    return (
      <>
        <RecordLink address={record.address} title={isLong ? value : undefined}>
          <Value text={record.name} />
        </RecordLink>
        {!isLong && <span className="ms-1.5 font-mono text-muted">{value}</span>}
      </>
    )
  }
  if (isIPv6(value)) {
    return (
      <span dir="ltr" className="font-mono">
        <Breakable text={value} after=":" />
      </span>
    )
  }
  return (
    <span className="font-mono">
      {address ? <RecordLink address={address}>{value}</RecordLink> : <Value text={value || '–'} />}
    </span>
  )
}

/** A text isolated for text direction; an address breaks after the `@`. */
function Value({ text }: { readonly text: string }) {
  return (
    <bdi>
      <Breakable text={text} after="@" />
    </bdi>
  )
}

interface RecordLinkProps {
  readonly address: string
  readonly title?: string | undefined
  readonly children: ReactNode
}

function RecordLink({ address, title, children }: RecordLinkProps) {
  return (
    <Link
      href={address}
      prefetch={false}
      title={title}
      // A one-digit number would be too small a target.
      className="inline-block min-w-6 py-0.5 underline decoration-base-content/30 underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  )
}
