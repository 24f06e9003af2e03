import { deletedRows, firstOrNull } from '../database/results.ts'
import type { NewRow, Queries, Row } from '../database/tables.ts'

/** A user's account at a provider. */
export type UserIdentityRecord = Row<'userIdentities'>
export type NewUserIdentity = NewRow<'userIdentities'>

/** The values that identify a user at a provider. */
export interface IdentityKey {
  readonly providerId: number
  readonly issuer: string
  readonly subject: string
}

export function find(
  queries: Queries,
  { providerId, issuer, subject }: IdentityKey,
): Promise<UserIdentityRecord | null> {
  return firstOrNull(
    queries
      .selectFrom('userIdentities')
      .selectAll()
      .where('providerId', '=', providerId)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject),
  )
}

/** The identities of a user, oldest first. */
export function findOfUser(queries: Queries, userId: number): Promise<UserIdentityRecord[]> {
  return queries
    .selectFrom('userIdentities')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** The user's identity at one provider. */
export function findAt(
  queries: Queries,
  userId: number,
  providerId: number,
): Promise<UserIdentityRecord | null> {
  return firstOrNull(at(queries, userId, providerId))
}

/** Like `findAt`; the row cannot be removed until the transaction ends. */
export function holdAt(
  queries: Queries,
  userId: number,
  providerId: number,
): Promise<UserIdentityRecord | null> {
  return firstOrNull(at(queries, userId, providerId).forKeyShare())
}

function at(queries: Queries, userId: number, providerId: number) {
  return queries
    .selectFrom('userIdentities')
    .selectAll()
    .where('userId', '=', userId)
    .where('providerId', '=', providerId)
}

/** @throws a unique violation when identity or user is linked already */
export function insert(queries: Queries, identity: NewUserIdentity): Promise<UserIdentityRecord> {
  return queries
    .insertInto('userIdentities')
    .values(identity)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records a sign-in, and the address that the provider names now. */
export async function noteUse(
  queries: Queries,
  id: number,
  email: string,
  lastUsedAt: Date,
): Promise<void> {
  await queries
    .updateTable('userIdentities')
    .set({ email, lastUsedAt })
    .where('id', '=', id)
    .execute()
}

export async function remove(queries: Queries, id: number): Promise<boolean> {
  return (await deletedRows(queries.deleteFrom('userIdentities').where('id', '=', id))) === 1
}

export async function removeOfProvider(queries: Queries, providerId: number): Promise<number> {
  return deletedRows(queries.deleteFrom('userIdentities').where('providerId', '=', providerId))
}

/** How many people are linked to each provider. */
export async function countByProvider(queries: Queries): Promise<ReadonlyMap<number, number>> {
  const rows = await queries
    .selectFrom('userIdentities')
    .select((eb) => ['providerId', eb.fn.countAll<number>().as('count')] as const)
    .groupBy('providerId')
    .execute()
  return new Map(rows.map(({ providerId, count }) => [providerId, Number(count)]))
}

/** Enabled users without a password, a passkey and another provider: they can sign in with this provider only. */
export async function countDependent(queries: Queries, providerId: number): Promise<number> {
  const counted = await queries
    .selectFrom('userIdentities')
    .innerJoin('users', 'users.id', 'userIdentities.userId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userIdentities.providerId', '=', providerId)
    .where('users.enabled', '=', true)
    .where('users.passwordHash', '=', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('passkeys')
            .select('passkeys.id')
            .whereRef('passkeys.userId', '=', 'userIdentities.userId'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('userIdentities as others')
            .innerJoin('identityProviders', 'identityProviders.id', 'others.providerId')
            .select('others.id')
            .whereRef('others.userId', '=', 'userIdentities.userId')
            .where('others.providerId', '<>', providerId)
            .where('identityProviders.enabled', '=', true),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(counted?.count ?? 0)
}
