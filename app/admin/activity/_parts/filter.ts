import { isDay, isZone } from '#app/_ui/text/zone-days.ts'
import { eventCategories, eventOutcomes } from '#lib/answers/event-kinds.ts'
import { liveIn } from './live.ts'

const activityPage = '/admin/activity'

export const ranges = ['day', 'week', 'month', 'all'] as const
export type Range = (typeof ranges)[number]

export const exportFormats = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const categories = ['', ...eventCategories, 'all'] as const
export const outcomes = ['', ...eventOutcomes] as const

/** The filter of the activity, as it is in the address. '' stands for no restriction. */
export interface Filter {
  /** Counts unless days are given. */
  readonly range: Range
  /** Days of the zone, both included: `2026-03-14`. */
  readonly from: string
  readonly to: string
  readonly zone: string
  /** '' leaves out tokens. */
  readonly category: (typeof categories)[number]
  readonly outcome: (typeof outcomes)[number]
  readonly auditEvent: string
  /** A user's id or email. */
  readonly person: string
  /** A client's id or identifier. */
  readonly application: string
  readonly actor: string
  readonly ipAddress: string
  readonly requestId: string
  readonly groupId: string
  readonly resourceId: string
  /** Place in the list; '' for the newest. */
  readonly after: string
  /** '' for a list that stands still: see `live.ts`. */
  readonly live: string
}

type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Reads the filter from an address; malformed values count as absent, see `isReadableFilter`. */
export function filterIn(parameters: SearchParams): Filter {
  const text = (name: string, maxLength = 200) => {
    const value = parameters[name]
    return typeof value === 'string' ? value.trim().slice(0, maxLength) : ''
  }
  const one = <T extends string>(known: readonly T[], name: string, usual: T): T =>
    known.find((value) => value === text(name)) ?? usual
  const day = (name: string) => (isDay(text(name)) ? text(name) : '')
  const id = (name: string) => (/^[1-9]\d{0,14}$/.test(text(name)) ? text(name) : '')
  return {
    range: one(ranges, 'range', 'week'),
    from: day('from'),
    to: day('to'),
    zone: isZone(text('zone')) ? text('zone') : '',
    category: one(categories, 'category', ''),
    outcome: one(outcomes, 'outcome', ''),
    auditEvent: text('auditEvent', 100),
    person: text('person'),
    application: text('application'),
    actor: text('actor'),
    ipAddress: text('ipAddress', 100),
    requestId: text('requestId'),
    groupId: id('groupId'),
    resourceId: id('resourceId'),
    after: text('after', 40),
    live: liveIn(text('live')),
  }
}

/** Parameters of the page and of the export that do not choose entries. */
const others = ['done', 'entry', 'format', 'live']

/**
 * True when the filter is all that an address says. A value that cannot be read, or a misspelt name, must not stand for
 * everything.
 */
export function isReadableFilter(parameters: SearchParams): boolean {
  const read = new Map<string, string>(Object.entries(filterIn(parameters)))
  return Object.entries(parameters).every(
    ([name, sent]) =>
      others.includes(name) || (typeof sent === 'string' && read.get(name) === sent.trim()),
  )
}

/** The parameters of the address, without the usual values. */
function filterQuery(filter: Filter): Record<string, string> {
  const { range, ...texts } = filter
  const given = Object.entries(texts).filter(([, value]) => value !== '')
  return { ...(range === 'week' ? {} : { range }), ...Object.fromEntries(given) }
}

/** The address of a file with everything that the filter holds. */
export function exportAddress(filter: Filter, format: ExportFormat): string {
  return `${activityPage}/export?${new URLSearchParams({ ...filterQuery(filter), format })}`
}

/** The address that answers with the newest entry that the filter holds. */
export function newestAddress(filter: Filter): string {
  return `${activityPage}/newest?${new URLSearchParams(filterQuery(filter))}`
}

/** The address of the activity with this filter. */
export function activityAddress(
  filter: Filter,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...filterQuery(filter), ...more })
  return query.size > 0 ? `${activityPage}?${query}` : activityPage
}

/** The whole activity of one record. */
export function activityOf(what: Partial<Filter>): string {
  return activityAddress({ ...filterIn({}), range: 'all', ...what })
}

/** The whole activity of one request: many a request does nothing but issue tokens. */
export function requestActivity(requestId: string): string {
  return activityOf({ requestId, category: 'all' })
}
