import { addSeconds } from '#lib/kernel/clock.ts'
import { clockSkewSeconds } from '#lib/kernel/clock-skew.ts'
import type { Db } from './client.ts'
import { isUniqueViolation } from './errors.ts'

/**
 * Work that one process at a time should do. Processes whose clocks are apart by more than `clockSkewSeconds` may hold
 * one lease at the same time: it is for work that two may do at once without harm, as the cleaner's is.
 */
export function leases(db: Db) {
  return {
    /**
     * Takes or prolongs a lease. All who take leases of one name take them for the same time.
     * @param now this machine's clock, from which `expiresAt` was reckoned
     * @returns true when `holder` has it until `expiresAt`
     */
    async take(name: string, holder: string, now: Date, expiresAt: Date): Promise<boolean> {
      // Nobody can have taken one that ends later than this with a clock that is right: it was taken while a clock was
      // ahead, by a holder that may have died, and would keep everybody out until that clock's time has come.
      const latestEnd = addSeconds(expiresAt, clockSkewSeconds)
      const isOver = [{ expiresAt: { lt: now } }, { expiresAt: { gt: latestEnd } }]
      const { count } = await db.lease.updateMany({
        where: { name, OR: [{ holder }, ...isOver] },
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
