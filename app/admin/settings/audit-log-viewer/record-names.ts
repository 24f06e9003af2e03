import type { Visitor } from '#lib/console/guard.ts'
import { isUuid } from '#lib/kernel/uuid.ts'
import { type Api, makeApi, openConsole } from '../../../_console/api.ts'
import { mayRead } from '../../../_console/rights.ts'
import { detailsOf } from './details.ts'
import { recordAddress } from './record-address.ts'

/** A record that a detail names: what people know it by, and its page. */
export interface NamedRecord {
  readonly name: string
  readonly address: string
}

/** Those that were found, by what the log holds (`recordKey`). */
export type RecordNames = ReadonlyMap<string, NamedRecord>

/** As many records are asked for at most; a page with more shows the others as the log has them. */
const most = 30

/** What a detail is looked up by: the address of its record, or a person's subject; null names no record. */
export function recordKey(visitor: Visitor, name: string, value: string): string | null {
  // An event holds the subject of the person who caused it; of a client or the command line another name.
  if (name === 'loggedInUser') return isUuid(value) && mayRead(visitor, 'users') ? value : null
  return recordAddress(visitor, name, value)
}

/**
 * The records that events name, each read once. One that is gone, or cannot be read, is left out: the log
 * is shown all the same.
 * @param details of the events of a page, as the API hands them over
 */
export async function recordNames(details: readonly string[]): Promise<RecordNames> {
  const { visitor, language } = await openConsole()
  const api = makeApi(visitor, language, () => {})
  const keys = details
    .flatMap(detailsOf)
    .map(([name, value]) => recordKey(visitor, name, value))
    .filter((key) => key !== null)
  const found = await Promise.all(
    [...new Set(keys)].slice(0, most).map(async (key) => {
      const record = await (isUuid(key) ? bySubject(api, key) : atAddress(api, key)).catch(
        () => null,
      )
      return record ? [[key, record] as const] : []
    }),
  )
  return new Map(found.flat())
}

async function bySubject(api: Api, subject: string): Promise<NamedRecord | null> {
  const { users } = await api.searchUsers({ query: { query: subject, page: 1, size: 1 } })
  const user = users.find((one) => one.subject === subject)
  return user ? { name: user.email, address: `/admin/users/${user.id}` } : null
}

async function atAddress(api: Api, address: string): Promise<NamedRecord | null> {
  const [, , list = '', id = ''] = address.split('/')
  const name = await nameOf(api, list, Number(id))
  return name ? { name, address } : null
}

async function nameOf(api: Api, list: string, id: number): Promise<string> {
  const params = { id }
  switch (list) {
    case 'users':
      return (await api.getUser({ params })).user.email
    case 'clients': {
      const { displayName, clientIdentifier } = (await api.getClient({ params })).client
      return displayName || clientIdentifier
    }
    case 'groups':
      return (await api.getGroup({ params })).group.groupIdentifier
    case 'resources':
      return (await api.getResource({ params })).resource.resourceIdentifier
    default:
      return ''
  }
}
