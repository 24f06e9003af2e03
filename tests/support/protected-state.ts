import { builtInPermissions, builtInResource } from '#lib/domain/permissions/built-in.ts'
import type { PrismaClient } from '#lib/persistence/generated/sqlite/client.ts'

/** Ids of the users, groups and clients that are administrators. */
export interface Administrators {
  readonly users: readonly number[]
  readonly groups: readonly number[]
  readonly clients: readonly number[]
}

const byId = { orderBy: { id: 'asc' } } as const

/** Ids of the six administrative permissions. */
export async function administrativeIds(db: PrismaClient): Promise<number[]> {
  const identifiers = builtInPermissions.filter((one) => one.administrative)
  const rows = await db.permission.findMany({
    where: {
      resource: { resourceIdentifier: builtInResource.identifier },
      permissionIdentifier: { in: identifiers.map((one) => one.identifier) },
    },
    ...byId,
  })
  return rows.map((row) => row.id)
}

/**
 * The current administrators, derived from the rows themselves (docs/specification.md "Administrative
 * policy").
 */
export async function findAdministrators(db: PrismaClient): Promise<Administrators> {
  const holding = { some: { permissionId: { in: await administrativeIds(db) } } }
  const [users, groups, clients] = await Promise.all([
    db.user.findMany({
      where: {
        OR: [{ permissions: holding }, { groups: { some: { group: { permissions: holding } } } }],
      },
      ...byId,
    }),
    db.group.findMany({ where: { permissions: holding }, ...byId }),
    db.client.findMany({
      where: {
        OR: [
          { permissions: holding },
          { isSystemLevelClient: true },
          { administrativeScopesAllowed: true },
        ],
      },
      ...byId,
    }),
  ])
  const ids = (rows: readonly { id: number }[]) => rows.map((row) => row.id)
  return { users: ids(users), groups: ids(groups), clients: ids(clients) }
}

/**
 * All state that no granular scope may change: administrators and their dependents, the holders and texts of
 * administrative permissions, the mail and audit-log settings.
 */
export async function protectedState(db: PrismaClient, { users, groups, clients }: Administrators) {
  const permissionIds = await administrativeIds(db)
  const granted = { where: { permissionId: { in: permissionIds } }, ...byId }
  const ofUsers = { where: { userId: { in: [...users] } }, ...byId }
  const ofGroups = { where: { groupId: { in: [...groups] } }, ...byId }
  const ofClients = { where: { clientId: { in: [...clients] } }, ...byId }
  const { smtpPasswordEncrypted, ...settings } = await db.settings.findUniqueOrThrow({
    where: { id: 1 },
  })
  const guarded = Object.entries(settings).filter(([name]) => /^(smtp|auditLog)/.test(name))
  return {
    administrators: await findAdministrators(db),
    users: await db.user.findMany({ where: { id: { in: [...users] } }, ...byId }),
    groups: await db.group.findMany({ where: { id: { in: [...groups] } }, ...byId }),
    clients: await db.client.findMany({ where: { id: { in: [...clients] } }, ...byId }),
    heldByUsers: await db.userPermission.findMany(granted),
    heldByGroups: await db.groupPermission.findMany(granted),
    heldByClients: await db.clientPermission.findMany(granted),
    watchers: await db.clientIntrospectionResource.findMany({
      where: { resource: { resourceIdentifier: builtInResource.identifier } },
    }),
    members: await db.userGroup.findMany(ofGroups),
    attributes: await db.userAttribute.findMany(ofUsers),
    sessions: await db.userSession.findMany(ofUsers),
    passkeys: await db.passkey.findMany(ofUsers),
    pictures: await db.userProfilePicture.findMany(ofUsers),
    groupAttributes: await db.groupAttribute.findMany(ofGroups),
    redirectUris: await db.clientRedirectUri.findMany(ofClients),
    webOrigins: await db.clientWebOrigin.findMany(ofClients),
    logos: await db.clientLogo.findMany(ofClients),
    permissions: await db.permission.findMany({ where: { id: { in: permissionIds } }, ...byId }),
    settings: { ...Object.fromEntries(guarded), smtpPasswordEncrypted },
  }
}

/** A row that connects an administrator with an ordinary record. */
interface SharedRow {
  readonly name: string
  readonly kind: 'group' | 'client' | 'permission'
  readonly of: number
}

/**
 * Rows that administrators share with ordinary records: memberships, consents, ordinary permissions. Such a
 * row may disappear only with the ordinary group, client or permission.
 */
export async function sharedRows(
  db: PrismaClient,
  { users, groups, clients }: Administrators,
): Promise<SharedRow[]> {
  const ofUsers = { where: { userId: { in: [...users] } }, ...byId }
  const name = (what: string, kind: SharedRow['kind'], of: number, id: number) => ({
    name: `${what} ${id}`,
    kind,
    of,
  })
  const memberships = await db.userGroup.findMany(ofUsers)
  const consents = await db.userConsent.findMany(ofUsers)
  const ofUser = await db.userPermission.findMany(ofUsers)
  const ofGroup = await db.groupPermission.findMany({
    where: { groupId: { in: [...groups] } },
    ...byId,
  })
  const ofClient = await db.clientPermission.findMany({
    where: { clientId: { in: [...clients] } },
    ...byId,
  })
  return [
    ...memberships.map(({ id, groupId }) => name('membership', 'group', groupId, id)),
    ...consents.map(({ id, clientId }) => name('consent', 'client', clientId, id)),
    ...ofUser.map(({ id, permissionId }) => name('user grant', 'permission', permissionId, id)),
    ...ofGroup.map(({ id, permissionId }) => name('group grant', 'permission', permissionId, id)),
    ...ofClient.map(({ id, permissionId }) => name('client grant', 'permission', permissionId, id)),
  ]
}

/** The rows whose ordinary record still exists. */
export async function withoutDeleted(
  db: PrismaClient,
  rows: readonly SharedRow[],
): Promise<SharedRow[]> {
  const select = { select: { id: true } } as const
  const existing = {
    group: await db.group.findMany(select),
    client: await db.client.findMany(select),
    permission: await db.permission.findMany(select),
  }
  return rows.filter((row) => existing[row.kind].some(({ id }) => id === row.of))
}
