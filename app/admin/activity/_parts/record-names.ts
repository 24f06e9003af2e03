import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { makeApi } from '#app/_ui/shell/make-api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { isUuid } from '#lib/base/crypto/uuid.ts'
import type { Visitor } from '#lib/console/guard.ts'
import { detailsOf } from './details.ts'
import { recordAddress } from './record-address.ts'

/** A record named by a detail: its display name and its page. */
export interface NamedRecord {
  readonly name: string
  readonly address: string
}

/** The records found, by `recordKey`. */
export type RecordNames = ReadonlyMap<string, NamedRecord>

/** Maximum number of records to read; a page that names more shows the others as the log has them. */
const most = 30

/** The key of a detail's record: the record's address, or a user's subject; null if the detail names no record. */
export function recordKey(visitor: Visitor, name: string, value: string): string | null {
  // For an event caused by a user, the detail holds the subject; for a client or the command line, it holds another
  // name.
  if (name === 'loggedInUser') return isUuid(value) && mayRead(visitor, 'users') ? value : null
  return recordAddress(visitor, name, value)
}

/**
 * The records that events name, each read once. A record that is gone or unreadable is left out, because the log must
 * show all the same.
 * @param details of a page's events, as the API returns them
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
