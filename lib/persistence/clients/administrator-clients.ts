import type { AdminSource } from '../database/sources.ts'
import { skipBefore } from '../search/paging.ts'
import type { ClientRecord } from './clients.ts'

/** The conditions under which a client is an administrator. */
export interface Administration {
  /** The administrative permissions. */
  readonly permissionIds: readonly number[]
  /** The client of the console, which always is an administrator. */
  readonly consoleIdentifier: string
}

/** A client with its grants of the administrative permissions. */
export type AdministratorClient = ClientRecord & {
  readonly permissions: readonly { readonly permissionId: number; readonly createdAt: Date }[]
}

/** One page of the clients that hold one of the permissions or may request them for users, ordered by identifier. */
export function listAdministrators(
  { db }: AdminSource,
  administration: Administration,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<AdministratorClient[]> {
  const permissionId = { in: [...administration.permissionIds] }
  return db.client.findMany({
    where: isAdministrator(administration),
    include: {
      permissions: { where: { permissionId }, select: { permissionId: true, createdAt: true } },
    },
    orderBy: [{ clientIdentifier: 'asc' }, { id: 'asc' }],
    take: size,
    skip: skipBefore(page, size),
  })
}

export function countAdministrators(
  { db }: AdminSource,
  administration: Administration,
): Promise<number> {
  return db.client.count({ where: isAdministrator(administration) })
}

function isAdministrator({ permissionIds, consoleIdentifier }: Administration) {
  return {
    OR: [
      { administrativeScopesAllowed: true },
      { clientIdentifier: consoleIdentifier },
      { permissions: { some: { permissionId: { in: [...permissionIds] } } } },
    ],
  }
}
