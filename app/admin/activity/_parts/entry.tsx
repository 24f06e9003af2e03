import { X } from 'lucide-react'
import Link from 'next/link'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { Breakable } from '#app/_ui/text/breakable.tsx'
import { ClientName } from '#app/_ui/text/event-client.tsx'
import { eventName } from '#app/_ui/text/event-names.ts'
import { EventSentence, type ShownEvent } from '#app/_ui/text/event-sentence.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import type { Beside } from './beside.ts'
import { BesideLinks } from './beside-links.tsx'
import { DetailsList } from './details-list.tsx'
import { activityOf } from './filter.ts'
import { recordNames } from './record-names.ts'

interface EntryProps {
  readonly entry: ShownEvent
  readonly ofRequest: readonly ShownEvent[]
  /** The list without the entry. */
  readonly closeAddress: string
  readonly beside: Beside
}

/** One entry beside the list: facts, details, the other entries of its request. */
export async function Entry({ entry, ofRequest, closeAddress, beside }: EntryProps) {
  const t = await pageTexts()
  const details = JSON.stringify(entry.details)
  return (
    <aside className="ui-drawer" aria-label={t('activity.entry')}>
      <div className="flex min-h-13 items-center gap-2 border-line border-b px-5">
        <h2 className="grow font-semibold text-[0.9375rem]">{eventName(t, entry.auditEvent)}</h2>
        <BesideLinks
          beside={beside}
          labels={{ newer: t('activity.newer_entry'), older: t('activity.older_entry') }}
        />
        <Link
          href={closeAddress}
          prefetch={false}
          scroll={false}
          aria-label={t('activity.close')}
          className="btn btn-square btn-ghost btn-sm"
        >
          <X aria-hidden="true" />
        </Link>
      </div>
      <div className="grid gap-5 overflow-auto p-5 text-sm">
        <p className="text-base">
          <EventSentence entry={entry} />
        </p>
        <EntryFacts entry={entry} />
        <DetailsList details={details} names={await recordNames([details])} />
        {ofRequest.length > 0 && (
          <section>
            <h3 className="mb-2 font-semibold">{t('activity.same_request')}</h3>
            <ul className="grid gap-2">
              {ofRequest.map((other) => (
                <li key={other.id}>
                  <EventSentence entry={other} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <details>
          <summary className="ui-link w-fit cursor-pointer py-0.5">{t('activity.json')}</summary>
          <pre dir="ltr" className="ui-code mt-2 overflow-auto p-3 font-mono text-xs">
            {JSON.stringify(entry.details, null, 2)}
          </pre>
        </details>
        <EntryLinks entry={entry} />
      </div>
    </aside>
  )
}

async function EntryFacts({ entry }: { readonly entry: ShownEvent }) {
  const t = await pageTexts()
  const device = [entry.deviceName, entry.deviceOS].filter(Boolean).join(' · ')
  return (
    <dl className="ui-kv">
      <dt>{t('activity.when')}</dt>
      <dd>
        <Timestamp value={entry.createdAt} exact />
      </dd>
      {entry.client && (
        <>
          <dt>{t('activity.application')}</dt>
          <dd>
            <ClientName client={entry.client} />
          </dd>
        </>
      )}
      {device && (
        <>
          <dt>{t('activity.device')}</dt>
          <dd>{device}</dd>
        </>
      )}
      {entry.ipAddress && (
        <>
          <dt>{t('activity.address')}</dt>
          <dd dir="ltr" className="font-mono rtl:text-end">
            <span>
              <Breakable text={entry.ipAddress} after=":" />
            </span>
          </dd>
        </>
      )}
      <dt>{t('activity.event')}</dt>
      <dd dir="ltr" className="font-mono [overflow-wrap:anywhere] rtl:text-end">
        {entry.auditEvent}
      </dd>
      {entry.requestId && (
        <>
          <dt>{t('activity.field.requestId')}</dt>
          <dd dir="ltr" className="font-mono [overflow-wrap:anywhere] rtl:text-end">
            {entry.requestId}
          </dd>
        </>
      )}
    </dl>
  )
}

/** Ways to everything of the person, the application and the address. */
async function EntryLinks({ entry }: { readonly entry: ShownEvent }) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const { user, client, ipAddress } = entry
  return (
    <div className="flex flex-wrap gap-2">
      {user && (
        <Link
          href={activityOf({ person: String(user.id) })}
          prefetch={false}
          className="btn btn-sm"
        >
          {t('activity.all_of_person')}
        </Link>
      )}
      {client && (
        <Link
          href={activityOf({ application: String(client.id) })}
          prefetch={false}
          className="btn btn-sm"
        >
          {t('activity.all_of_application')}
        </Link>
      )}
      {ipAddress && (
        <Link href={activityOf({ ipAddress })} prefetch={false} className="btn btn-sm">
          {t('activity.all_of_address')}
        </Link>
      )}
      {user?.name && mayRead(visitor, 'users') && (
        <Link href={`/admin/users/${user.id}`} prefetch={false} className="btn btn-sm">
          {t('activity.open_person')}
        </Link>
      )}
    </div>
  )
}
