import { type Expression, sql } from 'kysely'
import type { Db, Provider } from '../client.ts'
import { joinedTable } from '../database/joined.ts'
import { firstOrNull, updatedRows } from '../database/results.ts'
import type { NewRow, Queries } from '../database/tables.ts'
import type { Code, Grant, UserSession } from '../generated/sqlite/client.ts'
import { removeByIds } from '../maintenance/removal.ts'
import { type PicturedUser, picturedUser } from '../users/users.ts'
import { type GrantsOfSession, grantAmong, grantOfSession } from './grants.ts'

export type CodeRecord = Code

/** A code with its grant, its user, and the session of its issue if that still exists. */
export type CodeWithOrigin = CodeRecord & {
  readonly grant: Grant
  readonly user: PicturedUser | null
  readonly session: UserSession | null
}

/** A code to insert: unspent by default. */
export type NewCode = Omit<NewRow<'codes'>, 'grantId'> & {
  readonly grantId: number | Expression<number>
}

/** Whose codes are meant. */
export type CodesOf =
  | { readonly grantId: number }
  | { readonly clientId: number }
  | { readonly userId: number; readonly clientId: number }
  /** All of a user's but those of one session; '' for no session: all of them. */
  | { readonly userId: number; readonly exceptOfSession: string }

/** Times that decide which codes are no longer needed. */
interface CodeLimits {
  /** A few minutes ago: a redemption in progress also has a spent code without a refresh token. */
  readonly before: Date
  readonly unusedBefore: Date
  readonly spentSince: Date
}

const code = joinedTable('codes')
const grant = joinedTable('grants')
const session = joinedTable('userSessions')
const columns = [...code.columns, ...grant.columns, ...picturedUser.columns, ...session.columns]

/** The id of the next row. On SQLite, no other transaction writes before this one ends. */
const nextId = {
  sqlite: sql<{ id: number }>`select 1 + coalesce(
    (select seq from sqlite_sequence where name = 'codes'), 0) as id`,
  postgresql: sql<{ id: number }>`select nextval('codes_id_seq') as id`,
}

export function codes(provider: Provider, queries: Queries) {
  /** Changes only codes that are not revoked. */
  const revocation = (revokedReason: string) =>
    queries.updateTable('codes').set({ revoked: true, revokedReason }).where('revoked', '=', false)
  return {
    /** Reserves the id of a code to insert in this transaction. */
    async newId(): Promise<number> {
      const { rows } = await nextId[provider].execute(queries)
      return (rows[0] as { id: number }).id
    },

    insert: (code: NewCode): Promise<CodeRecord> =>
      queries.insertInto('codes').values(code).returningAll().executeTakeFirstOrThrow(),

    async findByHash(codeHash: string): Promise<CodeWithOrigin | null> {
      const found = await firstOrNull(
        queries
          .selectFrom('codes')
          .innerJoin('grants', 'grants.id', 'codes.grantId')
          .leftJoin('users', 'users.id', 'codes.userId')
          .leftJoin('userProfilePictures', 'userProfilePictures.userId', 'users.id')
          .leftJoin('userSessions', 'userSessions.sessionIdentifier', 'codes.sessionIdentifier')
          .select(columns)
          .where('codes.codeHash', '=', codeHash),
      )
      const itself = found && code.read(found)
      const itsGrant = found && grant.read(found)
      if (!itself || !itsGrant) return null
      const user = picturedUser.read(found)
      return { ...itself, grant: itsGrant, user, session: session.read(found) }
    },

    /** Spends the code: true for the one caller that found it neither spent nor revoked. */
    async spend(id: number, usedAt: Date): Promise<boolean> {
      const spending = queries
        .updateTable('codes')
        .set({ used: true, usedAt })
        .where('id', '=', id)
        .where('used', '=', false)
        .where('revoked', '=', false)
      return (await updatedRows(spending)) === 1
    },

    /** Revokes codes; returns the number that were not revoked before. */
    revoke: (of: CodesOf, revokedReason: string): Promise<number> =>
      updatedRows(
        revocation(revokedReason).where((eb) => {
          if (!('exceptOfSession' in of)) return eb.and({ ...of })
          const { userId, exceptOfSession } = of
          return eb.and([
            eb('userId', '=', userId),
            ...(exceptOfSession === '' ? [] : [eb('sessionIdentifier', '<>', exceptOfSession)]),
          ])
        }),
      ),

    /** Revokes all or the unspent codes of a session; returns the number that were not revoked before. */
    revokeOfSession(
      sessionIdentifier: string,
      revokedReason: string,
      which: 'all' | 'unspent',
    ): Promise<number> {
      const all = revocation(revokedReason).where((eb) => grantOfSession(eb, sessionIdentifier))
      return updatedRows(which === 'all' ? all : all.where('used', '=', false))
    },

    /** Revokes the codes of grants of a session; returns the number that were not revoked before. */
    revokeOfGrants(of: GrantsOfSession, revokedReason: string): Promise<number> {
      return updatedRows(revocation(revokedReason).where((eb) => grantAmong(eb, of)))
    },
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminCodes(db: Db, provider: Provider, queries: Queries) {
  const base: ReturnType<typeof codes> = codes(provider, queries)
  return {
    ...base,

    /**
     * Removes at most `limit` codes that are no longer needed; returns the number removed. These are codes created
     * before `before` that were revoked unspent, or spent without a refresh token. Codes that were never presented go
     * when created before `unusedBefore`.
     * Spent codes are searched only since `spentSince`. A code with refresh tokens is removed with the last of them,
     * and scanning all such codes would take minutes.
     */
    async removeFinished(
      { before, unusedBefore, spentSince }: CodeLimits,
      limit: number,
    ): Promise<number> {
      const oldest = queries.selectFrom('codes').select('id').orderBy('createdAt')
      // Literals match the partial index; with a parameter SQLite would not use it.
      const isUsed = sql<boolean>`used`
      const isRevoked = sql<boolean>`revoked`
      const found = await oldest
        .where(sql<boolean>`not ${isUsed}`)
        .where((eb) =>
          eb.or([
            eb('createdAt', '<', unusedBefore),
            eb.and([isRevoked, eb('createdAt', '<', before)]),
          ]),
        )
        .limit(limit)
        .execute()
      if (found.length < limit) {
        const spent = await oldest
          .where(isUsed)
          .where('createdAt', '>=', spentSince)
          .where('createdAt', '<', before)
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('refreshTokens')
                  .select('refreshTokens.id')
                  .whereRef('refreshTokens.codeId', '=', 'codes.id'),
              ),
            ),
          )
          .limit(limit - found.length)
          .execute()
        found.push(...spent)
      }
      return removeByIds(db.code, found)
    },
  }
}
