import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type {
  UnusedBefore,
  UnusedClient,
} from '#lib/persistence/clients/admin-client-registrations.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import type { AuditEvent } from '../audit/audit-events.ts'
import { maxAtOnce } from '../retention/revocation-in-batches.ts'

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

/** Rolls a removal back: the client was used after it was listed. */
class UsedMeanwhile extends Error {}

/**
 * Removes unused clients that registered themselves: documents without a consent, registrations without a decision,
 * and, by the setting, clients without a token for long. Refused clients stay, so that their next visit does not ask
 * again. Each client goes in a transaction of its own and writes `removed_unused_client`. From one with too many
 * dependents for that, `limit` rows are removed first.
 * @returns less than `limit` when none is left
 */
export async function removeUnusedClients(removal: Removal, limit: number): Promise<number> {
  const { store } = removal
  const before = momentsOf(removal)
  const unused = await store.clientRegistrations.listUnused(before, limit)
  let large: number | null = null
  for (const found of unused) {
    const { id } = found.client
    if (await store.dependents.exceed({ kind: 'client', id }, maxAtOnce)) large ??= id
    else await removeIfUnused(removal, before, found)
  }
  if (large !== null && (await removeDependents(store, large, limit))) return limit
  return unused.length
}

function momentsOf({ now, settings }: Removal): UnusedBefore {
  const ago = (days: number) => addSeconds(now, -days * daySeconds)
  const { unusedSelfRegisteredClientDays: days } = settings
  return {
    unconsented: ago(unconsentedDays),
    pending: ago(pendingDays),
    unused: days === 0 ? null : ago(Math.max(days, usedDays)),
    now,
  }
}

async function removeIfUnused(
  { now, settings, store }: Removal,
  before: UnusedBefore,
  { registration, client, lastUsedAt }: UnusedClient,
): Promise<void> {
  try {
    await store.adminTransaction(async (tx) => {
      const isUnused = () => tx.clientRegistrations.isUnused(client.id, before)
      if (!(await tx.clients.remove(client.id, isUnused))) throw new UsedMeanwhile()
      if (!settings.auditLogsInDatabaseEnabled) return
      await tx.auditLog.insertAll([entryOf(client, registration.kind, lastUsedAt, now)])
    })
  } catch (error) {
    if (!(error instanceof UsedMeanwhile)) throw error
  }
}

/** @returns false when every row is locked, or none is left */
async function removeDependents(store: Store, id: number, limit: number): Promise<boolean> {
  for (const removeBatch of store.dependents.removals({ kind: 'client', id })) {
    if ((await removeBatch(limit)) > 0) return true
  }
  return false
}

function entryOf(
  { id, clientIdentifier }: UnusedClient['client'],
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
