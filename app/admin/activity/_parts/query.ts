import type { Api } from '#app/_ui/shell/api.ts'
import { endOfDay, startOfDay } from '#app/_ui/text/zone-days.ts'
import { maxPage } from '#lib/api/contract/common.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import type { Filter } from './filter.ts'

const hours = { day: 24, week: 7 * 24, month: 30 * 24 } as const

/** The period of a filter; null when its days are in the wrong order, or a day or the zone does not exist. */
export function periodOf(
  { range, from, to, zone }: Filter,
  now: Date,
): { from?: string; to?: string } | null {
  if (from === '' && to === '') {
    if (range === 'all') return {}
    return { from: new Date(now.getTime() - hours[range] * 3_600_000).toISOString() }
  }
  if (from !== '' && to !== '' && from > to) return null
  const first = from === '' ? undefined : startOfDay(from, zone || 'UTC')
  const last = to === '' ? undefined : endOfDay(to, zone || 'UTC')
  if (first === null || last === null) return null
  return {
    ...(first ? { from: first.toISOString() } : {}),
    ...(last ? { to: last.toISOString() } : {}),
  }
}

type Events = Awaited<ReturnType<Api['listEvents']>>

/** Why a filter shows no entries. */
export type FilterProblem = 'days' | 'unknown' | 'unreadable'

/**
 * The entries of a filter, the newest first.
 * @param limit of entries. Default: as many as a page shows
 * @returns none with a `problem` when the days are in the wrong order, or a person or application is unknown
 */
export async function findEvents(
  api: Api,
  filter: Filter,
  now: Date,
  limit?: number,
): Promise<Events & { readonly problem?: FilterProblem }> {
  const period = periodOf(filter, now)
  if (!period) return { events: [], problem: 'days' }
  const query = await eventQuery(api, filter)
  if (!query) return { events: [], problem: 'unknown' }
  return api.listEvents({ query: { ...query, ...period, ...(limit && { limit }) } })
}

const text = <Name extends string>(name: Name, value: string) =>
  (value === '' ? {} : { [name]: value }) as Partial<Record<Name, string>>

/** The filter as the API takes it; null when it names a person or an application that does not exist. */
export async function eventQuery(api: Api, filter: Filter) {
  const userId = await userIdOf(api, filter.person)
  const clientId = await clientIdOf(api, filter.application)
  if (userId === null || clientId === null) return null
  return {
    ...text('category', filter.category),
    ...text('outcome', filter.outcome),
    ...text('auditEvent', filter.auditEvent),
    ...text('userId', userId),
    ...text('clientId', clientId),
    ...text('groupId', filter.groupId),
    ...text('resourceId', filter.resourceId),
    ...text('actor', filter.actor),
    ...text('ipAddress', filter.ipAddress),
    ...text('requestId', filter.requestId),
    ...text('after', filter.after),
  }
}

function isNumber(text: string): boolean {
  return /^\d*$/.test(text)
}

/** '' for none; null for a number that no record can have. */
function idIn(text: string): string | null {
  return text === '' || /^[1-9]\d{0,14}$/.test(text) ? text : null
}

/** '' for none; null when there is no such user. */
async function userIdOf(api: Api, person: string): Promise<string | null> {
  if (isNumber(person)) return idIn(person)
  const email = normalizeEmail(person)
  const query = person.includes('@') ? email : person
  const { users } = await api.searchUsers({ query: { query, size: maxPage } })
  const exact = users.find((user) => user.email === email)
  const found = exact ?? (users.length === 1 ? users[0] : undefined)
  return found ? String(found.id) : null
}

async function clientIdOf(api: Api, application: string): Promise<string | null> {
  if (isNumber(application)) return idIn(application)
  const { clients } = await api.listClients()
  // Anyone may name an application of their own like the identifier of another one.
  const found =
    clients.find(({ clientIdentifier }) => clientIdentifier === application) ??
    clients.find(({ displayName }) => displayName === application)
  return found ? String(found.id) : null
}
