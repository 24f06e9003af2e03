import type { Db } from './client.ts'
import { isUniqueViolation } from './errors.ts'

/** Work that one process at a time may do. */
export function leases(db: Db) {
  return {
    /**
     * Takes or prolongs a lease.
     * @returns true when `holder` has it until `expiresAt`
     */
    async take(name: string, holder: string, now: Date, expiresAt: Date): Promise<boolean> {
      const { count } = await db.lease.updateMany({
        where: { name, OR: [{ holder }, { expiresAt: { lt: now } }] },
        data: { holder, expiresAt },
      })
      if (count === 1) return true
      try {
        await db.lease.create({ data: { name, holder, expiresAt } })
        return true
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
    },

    release: (name: string, holder: string) => db.lease.deleteMany({ where: { name, holder } }),
  }
}
