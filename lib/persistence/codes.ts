import type { Db } from './client.ts'
import type { Direct } from './direct.ts'
import type { Code, Grant, Prisma } from './generated/sqlite/client.ts'
import { removeByIds } from './removal.ts'
import type { NewRow } from './tables.ts'

export type CodeRecord = Code

/** A code to be stored: unspent unless it says otherwise. */
export type NewCode = NewRow<CodeRecord, 'used' | 'revoked'>

/** Authorization codes. */
export function codes(db: Db, sql: Direct) {
  return {
    insert: (code: NewCode): Promise<CodeRecord> => sql.insert('Code', code),

    async findByHash(codeHash: string): Promise<(CodeRecord & { grant: Grant }) | null> {
      const from = `FROM "codes" JOIN "grants" ON "grants"."id" = "codes"."grant_id"`
      const [found] = await sql.joined(
        ['Code', 'Grant'],
        `${from} WHERE "codes"."code_hash" = ?`,
        codeHash,
      )
      const [code, grant] = found ?? []
      return code && grant ? { ...code, grant } : null
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

    /**
     * Removes at most `limit` codes that nobody redeemed: revoked ones made before `revokedBefore`, the
     * others made before `unusedBefore`; returns how many went. Redeemed ones go with their last
     * refresh token, or with their grant.
     */
    async removeUnspent(revokedBefore: Date, unusedBefore: Date, limit: number): Promise<number> {
      // As the partial index says it: with a parameter SQLite would not use it.
      const rest = `WHERE NOT "used" AND ("created_at" < ? OR ("revoked" AND "created_at" < ?))
        ORDER BY "created_at" LIMIT ?`
      return removeByIds(
        db.code,
        await sql.some('Code', ['id'], rest, unusedBefore, revokedBefore, limit),
      )
    },
  }
}
