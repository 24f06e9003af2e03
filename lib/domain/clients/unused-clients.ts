import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { ClientRecord, SettingsRecord, Store } from '#lib/persistence/store.ts'
import type { AuditEvent } from '../audit/audit-events.ts'

interface Removal {
  readonly now: Date
  readonly settings: SettingsRecord
  readonly store: Store
}

/** A document without a consent comes from a visit that was abandoned. */
const unconsentedDays = 1
const pendingDays = 30
/** A client that was used within this time stays, whatever the settings say. */
const usedDays = 30

/**
 * Removes unused clients that registered themselves: documents without a consent, registrations without a decision,
 * and, by the setting, clients without a token for long. Refused clients stay, so that their next visit does not ask
 * again. Writes `removed_unused_client` for each.
 */
export function removeUnusedClients(
  { now, settings, store }: Removal,
  limit: number,
): Promise<number> {
  const ago = (days: number) => addSeconds(now, -days * daySeconds)
  const { unusedSelfRegisteredClientDays: days } = settings
  const before = {
    unconsented: ago(unconsentedDays),
    pending: ago(pendingDays),
    unused: days === 0 ? null : ago(Math.max(days, usedDays)),
    now,
  }
  return store.adminTransaction(async (tx) => {
    const unused = await tx.clientRegistrations.listUnused(before, limit)
    for (const { registration, client, lastUsedAt } of unused) {
      if (!(await tx.clients.remove(client.id))) continue
      if (!settings.auditLogsInDatabaseEnabled) continue
      await tx.auditLog.insertAll([entryOf(client, registration.kind, lastUsedAt, now)])
    }
    return unused.length
  })
}

function entryOf(
  { id, clientIdentifier }: Pick<ClientRecord, 'id' | 'clientIdentifier'>,
  kind: string,
  lastUsedAt: Date | null,
  createdAt: Date,
) {
  const lastUsedOn = lastUsedAt?.toISOString().slice(0, 10) ?? null
  const details = { clientId: id, clientIdentifier, kind, lastUsedOn }
  return {
    createdAt,
    auditEvent: 'removed_unused_client' satisfies AuditEvent,
    details: JSON.stringify(details),
    requestId: 'cleaner',
    clientId: id,
  }
}
