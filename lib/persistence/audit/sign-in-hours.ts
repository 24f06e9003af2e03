import type { AdminSource } from '../database/sources.ts'

/** The counts of one hour: sign-ins (reason ''), codes for applications (reason 'code') or refusals of one reason. */
export interface HourCount {
  readonly hour: Date
  /** The id of the application; 0 when unknown. */
  readonly clientId: number
  readonly reason: string
  readonly count: number
}

/** The counts of the hours from one moment to before another. */
export function between(
  { db }: AdminSource,
  from: Date,
  before: Date,
): Promise<readonly HourCount[]> {
  return db.signInHour.findMany({
    where: { hour: { gte: from, lt: before } },
    select: { hour: true, clientId: true, reason: true, count: true },
  })
}

/** Stores an hour's counts in place of earlier ones of that hour. */
export async function replace(
  { db }: AdminSource,
  hour: Date,
  counts: readonly HourCount[],
): Promise<void> {
  await db.signInHour.deleteMany({ where: { hour } })
  if (counts.length > 0) await db.signInHour.createMany({ data: [...counts] })
}

/** Removes the counts of hours before a moment; returns the number removed. */
export async function removeBefore({ db }: AdminSource, before: Date): Promise<number> {
  const { count } = await db.signInHour.deleteMany({ where: { hour: { lt: before } } })
  return count
}
