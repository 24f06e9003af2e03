import { addSeconds } from '#lib/base/time/clock.ts'
import { clockSkewSeconds } from '#lib/base/time/clock-skew.ts'
import type { AdminSource } from '../database/sources.ts'
import { isUniqueViolation } from '../errors.ts'

/**
 * Takes or extends a lease: a lock for work that one process at a time should do. Processes whose clocks differ by more
 * than `clockSkewSeconds` may hold the same lease at once. The work must therefore tolerate two holders, as the
 * cleaner's does.
 * All holders of one name must use the same duration.
 * @param now this machine's clock, the base of `expiresAt`
 * @returns true when `holder` has the lease until `expiresAt`
 */
export async function take(
  { db }: AdminSource,
  name: string,
  holder: string,
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  // With a correct clock, no lease can end later than this. Such a lease was taken while a clock was ahead, perhaps
  // by a process that has died. It would block all processes until that time.
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
}

export async function release({ db }: AdminSource, name: string, holder: string): Promise<void> {
  await db.lease.deleteMany({ where: { name, holder } })
}
