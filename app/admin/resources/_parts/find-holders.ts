import type { Api } from '#app/_ui/shell/api.ts'
import type { HolderKind } from './holder-kind.ts'

interface Search {
  readonly query: string
  readonly page: number
  readonly size: number
  readonly permissionId: number
}

/** Holders whose permission is marked among the applications found; an API has few of them. */
const maxMarked = 200

/** Searches users, groups or applications, and says who of them has a permission. */
export async function findHolders(api: Api, kind: HolderKind, search: Search) {
  const { permissionId, ...part } = search
  const query = { ...part, annotatePermissionId: permissionId }
  if (kind === 'user') {
    const { users, total } = await api.searchUsers({ query })
    return { kind, total, found: users }
  }
  if (kind === 'group') {
    const { groups, total } = await api.searchGroups({ query })
    return { kind, total, found: groups }
  }
  const [{ clients, total }, holders] = await Promise.all([
    api.searchClients({ query: { ...part, match: 'words', sort: 'name' } }),
    api.listPermissionHolders({
      params: { id: permissionId },
      query: { kind: 'client', size: maxMarked },
    }),
  ])
  const held = new Set(holders.clients.map(({ id }) => id))
  const found = clients.map((client) => ({ ...client, hasPermission: held.has(client.id) }))
  return { kind, total, found }
}
