import type { z } from 'zod'
import type { clientRegistration } from '#lib/api/contract/models/client-registration.ts'
import type { Context } from '#lib/context.ts'
import { documentHost, isTrustedHost } from '#lib/domain/clients/client-documents.ts'
import type { RegistrationWithUse } from '#lib/persistence/clients/admin-client-registrations.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'

type Wire = z.input<typeof clientRegistration>

/** How a client registered itself, on the wire. */
export function registrationToWire(
  { settings }: Context,
  { clientIdentifier }: Pick<ClientRecord, 'clientIdentifier'>,
  { registration, lastUsedAt }: RegistrationWithUse,
): Wire {
  const isDocument = registration.kind === 'metadata_document'
  const host = isDocument ? documentHost(clientIdentifier) : ''
  return {
    kind: registration.kind as Wire['kind'],
    approval: registration.approval as Wire['approval'],
    decidedAt: text(registration.decidedAt),
    createdAt: registration.createdAt.toISOString(),
    ipAddress: registration.ipAddress,
    userAgent: registration.userAgent,
    lastUsedAt: text(lastUsedAt),
    host,
    trusted: isDocument && isTrustedHost(settings, host),
    fetchedAt: text(registration.fetchedAt),
    freshUntil: text(registration.freshUntil),
    changedAt: text(registration.changedAt),
    lastFailure: registration.lastFailure,
  }
}

function text(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}
