import * as contract from '#lib/api/contract/admin/administrators.ts'
import { operation } from '#lib/api/operation.ts'
import {
  administratorClientToWire,
  administratorGroupToWire,
  administratorUserToWire,
  personToWire,
} from '#lib/api/wire/holders.ts'
import type { Context } from '#lib/context.ts'
import { mayAdministerForUsers } from '#lib/domain/permissions/administrators.ts'
import {
  administrativePermissions,
  builtInResource,
  consoleClientIdentifier,
} from '#lib/domain/permissions/built-in.ts'
import type { HolderPage } from '#lib/persistence/permissions/permission-holder-lists.ts'

/** The largest number of named users who sign in with a password alone. */
const namedAlone = 3

/** Everyone and everything that holds an administrative permission. */
export const listAdministrators = operation(contract.listAdministrators, async (ctx, { query }) => {
  const { kind, query: text, page, size } = query
  const names = await permissionNames(ctx)
  const ids = [...names.keys()]
  const administration = { permissionIds: ids, consoleIdentifier: consoleClientIdentifier }
  const { permissionGrants, clients } = ctx.store
  const [counts, clientCount, alone] = await Promise.all([
    permissionGrants.countHolders(ids),
    clients.countAdministrators(administration),
    permissionGrants.holdersByPasswordAlone(ids, namedAlone),
  ])
  const answer = {
    counts: { ...counts, clients: clientCount },
    passwordAlone: { total: alone.total, users: alone.users.map(personToWire) },
    users: [],
    groups: [],
    clients: [],
    page,
    size,
  }
  switch (kind) {
    case 'user':
      return { ...answer, ...(await administratorUsers(ctx, names, { text, page, size })) }
    case 'group':
      return {
        ...answer,
        groups: await administratorGroups(ctx, names, { page, size }),
        total: counts.groups,
      }
    case 'client': {
      const found = await clients.listAdministrators(administration, { page, size })
      return {
        ...answer,
        clients: found.map((client) =>
          administratorClientToWire(client, names, mayAdministerForUsers(client)),
        ),
        total: clientCount,
      }
    }
  }
})

/** Identifiers of the administrative permissions by their ids. */
async function permissionNames({ store }: Context): Promise<ReadonlyMap<number, string>> {
  const found = await store.permissions.findMany(
    await store.permissions.idsOf(builtInResource.identifier, administrativePermissions),
  )
  return new Map(found.map(({ id, permissionIdentifier }) => [id, permissionIdentifier]))
}

async function administratorUsers(
  { store }: Context,
  names: ReadonlyMap<number, string>,
  page: HolderPage,
) {
  const permissionIds = [...names.keys()]
  const { users, total } = await store.permissionGrants.listHoldingUsers(permissionIds, page)
  const ids = users.map(({ id }) => id)
  const sources = await store.permissionGrants.sourcesOf(ids, permissionIds)
  const byUser = Map.groupBy(sources, ({ userId }) => userId)
  return {
    users: users.map((user) => administratorUserToWire(user, byUser.get(user.id) ?? [], names)),
    total,
  }
}

async function administratorGroups(
  { store }: Context,
  names: ReadonlyMap<number, string>,
  page: Omit<HolderPage, 'text'>,
) {
  const groups = await store.permissionGrants.listHoldingGroups([...names.keys()], page)
  const counted = await store.groups.memberCounts(groups.map(({ id }) => id))
  return groups.map((group) => administratorGroupToWire(group, names, counted.get(group.id) ?? 0))
}
