import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/admin/permission-holders.ts'
import type { QueryOf } from '#lib/api/contract/define.ts'
import { maxListedIds } from '#lib/api/contract/list-parameters.ts'
import { operation } from '#lib/api/operation.ts'
import {
  holdingClientToWire,
  holdingGroupToWire,
  holdingUserToWire,
} from '#lib/api/wire/holders.ts'
import { permissionToWire } from '#lib/api/wire/permissions.ts'
import { resourceToWire } from '#lib/api/wire/resources.ts'
import type { Context } from '#lib/context.ts'
import { administrativePermissionIds } from '#lib/domain/permissions/administrators.ts'
import { findPermission } from '#lib/domain/permissions/permission-grants.ts'
import { scopeOf } from '#lib/domain/permissions/permissions.ts'
import type { HolderPage } from '#lib/persistence/permissions/permission-holder-lists.ts'

/** Searches the permissions of every resource. */
export const searchPermissions = operation(contract.searchPermissions, async (ctx, { query }) => {
  const { query: text, page, size } = query
  const [{ permissions, total }, administrative] = await Promise.all([
    ctx.store.permissions.search(text.slice(0, 200), page, size),
    administrativePermissionIds(ctx),
  ])
  return {
    permissions: permissions.map((record) => ({
      ...permissionToWire(record),
      scope: scopeOf(record),
      administrative: administrative.has(record.id),
    })),
    total,
    page,
    size,
  }
})

/** One page of the holders of a permission, or the ids of all of them. */
export const listPermissionHolders = operation(
  contract.listPermissionHolders,
  async (ctx, { params, query }) => {
    const { page, size, onlyIds } = query
    const { id } = await findPermission(ctx, params.id)
    const counts = await ctx.store.permissionGrants.countHolders([id])
    const none = { users: [], groups: [], clients: [] }
    const found = onlyIds
      ? await idsOf(ctx, id, query, counts)
      : await pageOf(ctx, id, query, counts)
    return { counts, ...none, ...found, page, size }
  },
)

type Query = QueryOf<typeof contract.listPermissionHolders>
type Counts = Awaited<ReturnType<Context['store']['permissionGrants']['countHolders']>>

async function pageOf({ store }: Context, id: number, query: Query, counts: Counts) {
  const { kind, query: text, source, ids, page, size } = query
  const { permissionGrants } = store
  switch (kind) {
    case 'user':
      return holdingUsers(store, id, { text, source, ids, page, size })
    case 'group': {
      const groups = await permissionGrants.listHoldingGroups([id], { page, size, ids })
      return { groups: groups.map(holdingGroupToWire), total: ids ? groups.length : counts.groups }
    }
    case 'client': {
      const clients = await permissionGrants.listHoldingClients([id], { page, size, ids })
      return {
        clients: clients.map(holdingClientToWire),
        total: ids ? clients.length : counts.clients,
      }
    }
  }
}

/** Of more than an answer holds there are none. */
async function idsOf({ store }: Context, id: number, query: Query, counts: Counts) {
  const { kind, query: text, source } = query
  const { permissionGrants } = store
  const bounded = (ids: readonly number[], total: number) => ({
    ids: total > maxListedIds ? [] : [...ids],
    total,
  })
  switch (kind) {
    case 'user': {
      const filter = { text, source }
      const { ids, total } = await permissionGrants.listHoldingUserIds([id], filter, maxListedIds)
      return bounded(ids, total)
    }
    case 'group':
      return bounded(await permissionGrants.listHoldingGroupIds([id], maxListedIds), counts.groups)
    case 'client':
      return bounded(
        await permissionGrants.listHoldingClientIds([id], maxListedIds),
        counts.clients,
      )
  }
}

/** The permissions of a resource with the numbers of their holders. */
export const countResourceHolders = operation(
  contract.countResourceHolders,
  async (ctx, { query }) => {
    const resource = await ctx.store.resources.findById(query.resourceId)
    if (!resource) throw refuse('NOT_FOUND')
    const [permissions, counts] = await Promise.all([
      ctx.store.resources.permissionsOf(resource.id),
      ctx.store.permissionGrants.countHoldersOfResource(resource.id),
    ])
    return {
      resource: resourceToWire(resource),
      permissions: permissions.map((permission) => ({
        ...permissionToWire({ ...permission, resource }),
        holders: counts.get(permission.id) ?? 0,
      })),
    }
  },
)

async function holdingUsers(
  { permissionGrants }: Context['store'],
  permissionId: number,
  page: HolderPage,
) {
  const { users, total } = await permissionGrants.listHoldingUsers([permissionId], page)
  const ids = users.map(({ id }) => id)
  const sources = await permissionGrants.sourcesOf(ids, [permissionId])
  const byUser = Map.groupBy(sources, ({ userId }) => userId)
  return { users: users.map((user) => holdingUserToWire(user, byUser.get(user.id) ?? [])), total }
}
