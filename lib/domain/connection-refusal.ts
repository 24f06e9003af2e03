import type { Context } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { AuditEvent } from './audit-events.ts'

/** A request of an application that was refused. */
export interface ConnectionRefusal {
  readonly at: Date
  readonly reason: AuditEvent
  readonly requestId: string
}

const events: readonly AuditEvent[] = [
  'administrative_scope_refused',
  'issuance_refused_redirect_uri',
  'issuance_refused_scope_denied',
  'redemption_refused_redirect_uri',
  'token_scope_denied',
]

/** Entries that are looked through: refusals of other applications stand among them. */
const maxEntries = 100

/** The last refusal of a client since a moment, as far as the audit log has it; null for none. */
export async function lastRefusalOf(
  { store }: Context,
  client: Pick<ClientWithLists, 'id' | 'clientIdentifier'>,
  since: Date,
): Promise<ConnectionRefusal | null> {
  const entries = await store.clientConnections.refusalsSince(events, since, maxEntries)
  const found = entries.find(({ details }) => isOf(client, details))
  if (!found) return null
  const { createdAt, auditEvent, requestId } = found
  return { at: createdAt, reason: auditEvent as AuditEvent, requestId }
}

function isOf(
  { id, clientIdentifier }: Pick<ClientWithLists, 'id' | 'clientIdentifier'>,
  details: string,
) {
  const { clientId, clientIdentifier: named } = JSON.parse(details) as Readonly<
    Record<string, unknown>
  >
  return clientId === id || named === clientIdentifier
}
