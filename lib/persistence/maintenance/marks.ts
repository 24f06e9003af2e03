import type { AdminSource } from '../database/sources.ts'

/** A moment of the server that belongs to no record; null while it was never noted. */
export async function find({ db }: AdminSource, name: string): Promise<Date | null> {
  const mark = await db.mark.findUnique({ where: { name } })
  return mark?.at ?? null
}

export async function note({ db }: AdminSource, name: string, at: Date): Promise<void> {
  await db.mark.upsert({ where: { name }, create: { name, at }, update: { at } })
}
