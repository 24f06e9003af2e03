import type { AdminSource } from '../database/sources.ts'
import type { Row } from '../database/tables.ts'
import type { ConsentRecord } from './consents.ts'

const withClient = { client: { select: { clientIdentifier: true, description: true } } } as const

/** A consent with the client's data for lists. */
export type ConsentOfClient = ConsentRecord & {
  readonly client: Pick<Row<'clients'>, keyof (typeof withClient)['client']['select']>
}

export function findById({ db }: AdminSource, id: number): Promise<ConsentRecord | null> {
  return db.userConsent.findUnique({ where: { id } })
}

/** Oldest first. */
export function listOfUser({ db }: AdminSource, userId: number): Promise<ConsentOfClient[]> {
  return db.userConsent.findMany({ where: { userId }, include: withClient, orderBy: { id: 'asc' } })
}

/**
 * Consents to a client of all users who hold one of the permissions, directly or through a group; ordered by user.
 */
export function listOfHolders(
  { db }: AdminSource,
  clientId: number,
  permissionIds: readonly number[],
): Promise<ConsentRecord[]> {
  const holding = { some: { permissionId: { in: [...permissionIds] } } }
  const holds = [
    { permissions: holding },
    { groups: { some: { group: { permissions: holding } } } },
  ]
  const where = { clientId, user: { OR: holds } }
  return db.userConsent.findMany({ where, orderBy: { userId: 'asc' } })
}

/** Stores the approved scopes in place of earlier ones. */
export function save(
  { db }: AdminSource,
  userId: number,
  clientId: number,
  scope: string,
  grantedAt: Date,
): Promise<ConsentRecord> {
  return db.userConsent.upsert({
    where: { userId_clientId: { userId, clientId } },
    create: { userId, clientId, scope, grantedAt },
    update: { scope, grantedAt },
  })
}

/** True for the caller that removed it. */
export async function remove({ db }: AdminSource, id: number): Promise<boolean> {
  return (await db.userConsent.deleteMany({ where: { id } })).count === 1
}
