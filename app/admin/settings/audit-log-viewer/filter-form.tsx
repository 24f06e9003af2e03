import Link from 'next/link'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageLanguage } from '#lib/http/page.ts'
import { type Filter, viewer } from './filter.ts'
import { eventName } from './names.ts'

interface FilterFormProps {
  readonly filter: Filter
  readonly events: readonly string[]
}

/** Filters by event and request. A plain GET form, so that the filter is in the address. */
export async function FilterForm({ filter, events }: FilterFormProps) {
  const t = await pageTexts()
  const { auditEvent, requestId } = filter
  return (
    <search>
      <form
        // Remounts the form, so that it shows the address's filter after going back.
        key={`${auditEvent} ${requestId}`}
        action={viewer}
        className="mb-4 flex flex-wrap items-end gap-3"
      >
        <EventSelect auditEvent={auditEvent} events={events} />
        <div className="min-w-0 flex-1 basis-60">
          <label htmlFor="requestId" className="ui-label mb-1.5">
            {t('settings.log.request')}
          </label>
          <input
            id="requestId"
            name="requestId"
            type="search"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            defaultValue={requestId}
            className="input h-10 w-full font-mono text-base sm:text-sm"
          />
        </div>
        <button id="filter" type="submit" className="btn">
          {t('settings.log.filter')}
        </button>
        {(auditEvent || requestId) && (
          <Link href={viewer} prefetch={false} className="btn btn-ghost">
            {t('console.show_all')}
          </Link>
        )}
      </form>
    </search>
  )
}

interface EventSelectProps {
  readonly auditEvent: string
  readonly events: readonly string[]
}

/**
 * Every event, by its name in the page's language and its name in the log, which other tools search by. An unknown
 * event in the address is included.
 */
async function EventSelect({ auditEvent, events }: EventSelectProps) {
  const t = await pageTexts()
  const { compare } = new Intl.Collator(await pageLanguage())
  const named = events
    .map((event) => ({ event, name: eventName(t, event) }))
    .sort((one, other) => compare(one.name, other.name))
  const isUnknown = auditEvent !== '' && !events.includes(auditEvent)
  return (
    <div className="w-full sm:w-72">
      <label htmlFor="auditEvent" className="ui-label mb-1.5">
        {t('settings.log.event')}
      </label>
      <select id="auditEvent" name="auditEvent" defaultValue={auditEvent} className="select">
        <option value="">{t('settings.log.all_events')}</option>
        {isUnknown && <option value={auditEvent}>{auditEvent}</option>}
        {named.map(({ event, name }) => (
          <option key={event} value={event}>
            {name} ({event})
          </option>
        ))}
      </select>
    </div>
  )
}
