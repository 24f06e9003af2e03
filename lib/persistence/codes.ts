import { type Expression, sql } from 'kysely'
import type { Db, Provider } from './client.ts'
import { joinedTable } from './database/joined.ts'
import { firstOrNull, updatedRows } from './database/results.ts'
import type { NewRow, Queries } from './database/tables.ts'
import type { Code, Grant, Prisma, UserSession } from './generated/sqlite/client.ts'
import { type GrantsOfSession, grantAmong, grantOfSession } from './grants.ts'
import { removeByIds } from './removal.ts'
import { type PicturedUser, picturedUser } from './users.ts'

export type CodeRecord = Code

/** A code with its grant, its user and the session it was issued in, where that still is. */
export type CodeWithOrigin = CodeRecord & {
  readonly grant: Grant
  readonly user: PicturedUser | null
  readonly session: UserSession | null
}

/** A code to be stored: unspent unless it says otherwise. */
export type NewCode = Omit<NewRow<'codes'>, 'grantId'> & {
  readonly grantId: number | Expression<number>
}

/** Moments that tell which codes nothing needs any more. */
interface CodeLimits {
  /** A redemption in progress has a spent code without a token too: minutes back. */
  readonly before: Date
  readonly unusedBefore: Date
  readonly spentSince: Date
}

const code = joinedTable('codes')
const grant = joinedTable('grants')
const session = joinedTable('userSessions')
const columns = [...code.columns, ...grant.columns, ...picturedUser.columns, ...session.columns]

/** The id that the next row gets. On SQLite nobody else writes before the transaction ends. */
const nextId = {
  sqlite: sql<{ id: number }>`select 1 + coalesce(
    (select seq from sqlite_sequence where name = 'codes'), 0) as id`,
  postgresql: sql<{ id: number }>`select nextval('codes_id_seq') as id`,
}

/** Authorization codes. */
export function codes(db: Db, provider: Provider, queries: Queries) {
  /** Of those that are not revoked yet. */
  const revocation = (revokedReason: string) =>
    queries.updateTable('codes').set({ revoked: true, revokedReason }).where('revoked', '=', false)
  return {
    /** The id of a code that is going to be inserted in this transaction. */
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

    /** Marks codes revoked; returns how many were not before. */
    async revoke(where: Prisma.CodeWhereInput, revokedReason: string): Promise<number> {
      const { count } = await db.code.updateMany({
        where: { ...where, revoked: false },
        data: { revoked: true, revokedReason },
      })
      return count
    },

    /** Marks the codes of a session revoked, all or the unspent ones; returns how many were not before. */
    revokeOfSession(
      sessionIdentifier: string,
      revokedReason: string,
      which: 'all' | 'unspent',
    ): Promise<number> {
      const all = revocation(revokedReason).where((eb) => grantOfSession(eb, sessionIdentifier))
      return updatedRows(which === 'all' ? all : all.where('used', '=', false))
    },

    /** Marks the codes of some grants of a session revoked; returns how many were not before. */
    revokeOfGrants(of: GrantsOfSession, revokedReason: string): Promise<number> {
      return updatedRows(revocation(revokedReason).where((eb) => grantAmong(eb, of)))
    },

    /**
     * Removes at most `limit` codes that nothing needs any more: made before `before`, and spent without
     * a refresh token or revoked; or made before `unusedBefore` and never presented. Returns how many
     * went. Spent codes are looked for since `spentSince` only: a code that has a refresh token goes
     * with the last of them, and to walk through all that do would take minutes.
     */
    async removeFinished(
      { before, unusedBefore, spentSince }: CodeLimits,
      limit: number,
    ): Promise<number> {
      const oldest = queries.selectFrom('codes').select('id').orderBy('createdAt')
      // As the partial index says it: with a parameter SQLite would not use it.
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
