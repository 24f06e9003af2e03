import type { AdminSource } from '../database/sources.ts'

/** A time of the server that belongs to no record; null if it was never stored. */
export async function find({ db }: AdminSource, name: string): Promise<Date | null> {
  const mark = await db.mark.findUnique({ where: { name } })
  return mark?.at ?? null
}

export async function note({ db }: AdminSource, name: string, at: Date): Promise<void> {
  await db.mark.upsert({ where: { name }, create: { name, at }, update: { at } })
}
