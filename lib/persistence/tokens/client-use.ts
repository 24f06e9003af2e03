import type { AdminSource } from '../database/sources.ts'

/** When each client last got tokens for the user, by the client's id, as far as grants are kept. */
export async function lastUses(
  { db }: AdminSource,
  userId: number,
): Promise<ReadonlyMap<number, Date>> {
  const where = { userId }
  const [granted, refreshed] = await Promise.all([
    db.grant.groupBy({ by: ['clientId'], where, _max: { createdAt: true } }),
    db.refreshToken.groupBy({ by: ['clientId'], where, _max: { issuedAt: true } }),
  ])
  const uses = new Map<number, Date>()
  const note = (clientId: number, time: Date | null) => {
    const known = uses.get(clientId)
    if (time && (!known || time > known)) uses.set(clientId, time)
  }
  for (const { clientId, _max } of granted) note(clientId, _max.createdAt)
  for (const { clientId, _max } of refreshed) note(clientId, _max.issuedAt)
  return uses
}
