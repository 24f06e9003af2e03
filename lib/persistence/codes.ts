import type { Db } from './client.ts'
import type { Direct, LookedUp } from './direct.ts'
import type { Code, Grant, Prisma, UserSession } from './generated/sqlite/client.ts'
import { type GrantsOfSession, grantAmong, grantOfSession, placesOf } from './grants.ts'
import { removeByIds } from './removal.ts'
import type { NewRow } from './tables.ts'
import { joinPicture, type PicturedUser, picture, pictured } from './users.ts'

export type CodeRecord = Code

/** A code with its grant, its user and the session it was issued in, where that still is. */
export type CodeWithOrigin = CodeRecord & {
  readonly grant: Grant
  readonly user: PicturedUser | null
  readonly session: UserSession | null
}

/** A code to be stored: unspent unless it says otherwise. */
export type NewCode = Omit<NewRow<CodeRecord, 'used' | 'revoked'>, 'grantId'> & {
  readonly grantId: number | LookedUp
}

/** Moments that tell which codes nothing needs any more. */
interface CodeLimits {
  /** A redemption in progress has a spent code without a token too: minutes back. */
  readonly before: Date
  readonly unusedBefore: Date
  readonly spentSince: Date
}

/** Authorization codes. */
export function codes(db: Db, sql: Direct) {
  return {
    /** The id of a code that is going to be inserted in this transaction. */
    newId: (): Promise<number> => sql.newId('Code'),

    insert: (code: NewCode): Promise<CodeRecord> => sql.insert('Code', code),

    async findByHash(codeHash: string): Promise<CodeWithOrigin | null> {
      const found = await sql.oneJoined(
        ['Code', 'Grant', 'User', picture, 'UserSession'],
        `FROM "codes"
          JOIN "grants" ON "grants"."id" = "codes"."grant_id"
          LEFT JOIN "users" ON "users"."id" = "codes"."user_id"
          ${joinPicture}
          LEFT JOIN "user_sessions"
            ON "user_sessions"."session_identifier" = "codes"."session_identifier"
          WHERE "codes"."code_hash" = ?`,
        codeHash,
      )
      const [code, grant, user = null, itsPicture = null, session = null] = found ?? []
      return code && grant ? { ...code, grant, user: pictured(user, itsPicture), session } : null
    },

    /** Spends the code: true for the one caller that found it neither spent nor revoked. */
    async spend(id: number, usedAt: Date): Promise<boolean> {
      const unspent = 'WHERE "id" = ? AND "used" = ? AND "revoked" = ?'
      return (await sql.change('Code', { used: true, usedAt }, unspent, id, false, false)) === 1
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
      const revoked = { revoked: true, revokedReason }
      const live = `WHERE ${grantOfSession} AND "revoked" = ?`
      return which === 'all'
        ? sql.change('Code', revoked, live, sessionIdentifier, false)
        : sql.change('Code', revoked, `${live} AND "used" = ?`, sessionIdentifier, false, false)
    },

    /** Marks the codes of some grants of a session revoked; returns how many were not before. */
    revokeOfGrants(of: GrantsOfSession, revokedReason: string): Promise<number> {
      const revoked = { revoked: true, revokedReason }
      const live = `WHERE ${grantAmong} AND "revoked" = ?`
      return sql.change('Code', revoked, live, ...placesOf(of), false)
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
      // As the partial index says it: with a parameter SQLite would not use it.
      const unspent = `WHERE NOT "used" AND ("created_at" < ? OR ("revoked" AND "created_at" < ?))
        ORDER BY "created_at" LIMIT ?`
      const found = await sql.some('Code', ['id'], unspent, unusedBefore, before, limit)
      if (found.length < limit) {
        const spent = `WHERE "used" AND "created_at" >= ? AND "created_at" < ? AND NOT EXISTS
          (SELECT 1 FROM "refresh_tokens" WHERE "refresh_tokens"."code_id" = "codes"."id")
          ORDER BY "created_at" LIMIT ?`
        const rest = limit - found.length
        found.push(...(await sql.some('Code', ['id'], spent, spentSince, before, rest)))
      }
      return removeByIds(db.code, found)
    },
  }
}
