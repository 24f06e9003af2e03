import type { AdminSource } from '../database/sources.ts'
import type { Approval } from './client-registrations.ts'

/** Facts about a client that a list shows besides its record. */
export interface ListedClientFacts {
  /** To the minute; null: never, or before this was recorded. */
  readonly lastUsedAt: Date | null
  readonly signIns: number
  readonly hasLogo: boolean
  /** Null for a client that did not register itself. */
  readonly approval: Approval | null
}

/**
 * Reads these facts for some clients.
 * @param countedSince sign-ins from this time on are counted; a sign-in is a grant of a user
 */
export async function factsAmong(
  { db }: AdminSource,
  clientIds: readonly number[],
  countedSince: Date,
): Promise<(clientId: number) => ListedClientFacts> {
  const clientId = { in: [...clientIds] }
  const [uses, logos, registrations, signIns] = await Promise.all([
    db.clientUse.findMany({ where: { clientId } }),
    db.clientLogo.findMany({ where: { clientId }, select: { clientId: true } }),
    db.clientRegistration.findMany({
      where: { clientId },
      select: { clientId: true, approval: true },
    }),
    db.grant.groupBy({
      by: ['clientId'],
      where: { clientId, createdAt: { gte: countedSince } },
      _count: true,
    }),
  ])
  const usedAt = new Map(uses.map((use) => [use.clientId, use.lastUsedAt]))
  const counts = new Map(signIns.map((row) => [row.clientId, row._count]))
  const approvals = new Map(registrations.map((row) => [row.clientId, row.approval as Approval]))
  const withLogo = new Set(logos.map((logo) => logo.clientId))
  return (id) => ({
    lastUsedAt: usedAt.get(id) ?? null,
    signIns: counts.get(id) ?? 0,
    hasLogo: withLogo.has(id),
    approval: approvals.get(id) ?? null,
  })
}
