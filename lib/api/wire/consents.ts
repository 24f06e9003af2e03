import type { z } from 'zod'
import type { consent } from '#lib/api/contract/models/consents.ts'
import type { ConsentOfClient } from '#lib/persistence/tokens/admin-consents.ts'

export function consentToWire(record: ConsentOfClient): z.input<typeof consent> {
  return {
    id: record.id,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    grantedAt: record.grantedAt.toISOString(),
    clientId: record.clientId,
    userId: record.userId,
    scope: record.scope,
    clientIdentifier: record.client.clientIdentifier,
    clientDescription: record.client.description,
  }
}
