import { rankOf } from '#lib/base/text/matches.ts'
import type { Context } from '#lib/context.ts'
import { scopeOf } from '../permissions/permissions.ts'
import { fullName } from '../users/full-name.ts'

/** The domains whose records the caller may read. */
export interface Readable {
  readonly users: boolean
  readonly clients: boolean
  readonly settings: boolean
}

/** Matches of each kind that are ranked. */
const ranked = 100

/**
 * Finds the records of each kind that contain every word, without case and accents. Records with exactly this name come
 * first, then those whose name begins with it. A kind that the caller may not read is empty.
 */
export async function searchRecords(
  { store }: Context,
  text: string,
  limit: number,
  readable: Readable,
) {
  const { users: seesUsers, clients: seesClients, settings: seesSettings } = readable
  const of = async <Row>(
    isReadable: boolean,
    find: () => Promise<readonly Row[]>,
    names: (row: Row) => readonly string[],
  ) => (isReadable ? best(await find(), names, text, limit) : [])
  const listing = { text, filter: {}, sort: 'identifier', direction: 'asc' } as const
  const most = { most: ranked }
  const [users, clients, groups, resources, permissions] = await Promise.all([
    of(
      seesUsers,
      async () => (await store.users.search({ text, page: 1, size: ranked })).users,
      (user) => [fullName(user), user.email, user.username, user.subject],
    ),
    of(
      seesClients,
      async () => {
        const { ids } = await store.clients.listClientIds(listing, most)
        return store.clients.listed(ids)
      },
      (client) => [client.displayName, client.clientIdentifier],
    ),
    of(
      seesUsers,
      async () => store.groups.listed((await store.groups.listGroupIds(listing, most)).ids),
      (group) => [group.groupIdentifier],
    ),
    of(
      seesSettings,
      async () => {
        const { ids } = await store.resources.listResourceIds(
          { text, sort: 'identifier', direction: 'asc' },
          most,
        )
        return store.resources.listed(ids)
      },
      (resource) => [resource.resourceIdentifier],
    ),
    of(
      seesSettings,
      async () => (await store.permissions.search(text, 1, ranked)).permissions,
      (permission) => [scopeOf(permission), permission.permissionIdentifier],
    ),
  ])
  return { users, clients, groups, resources, permissions }
}

/** The best matches; equal ones keep their order. */
function best<Row>(
  rows: readonly Row[],
  names: (row: Row) => readonly string[],
  text: string,
  limit: number,
): Row[] {
  return rows
    .map((row) => ({ row, rank: rankOf(names(row), text) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ row }) => row)
}
