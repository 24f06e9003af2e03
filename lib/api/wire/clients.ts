import type { z } from 'zod'
import type { client } from '#lib/api/contract/models/clients.ts'
import { claimsSettingOf } from '#lib/domain/permissions/claims-setting.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'

type Client = z.input<typeof client>
type Lists = Pick<ClientWithLists, 'redirectUris' | 'webOrigins'>

/**
 * A client on the wire. Without entries, redirect URIs are an empty list, but web origins are null; both are null
 * when not loaded.
 */
export function clientToWire(record: ClientRecord & Partial<Lists>): Client {
  const { createdAt, updatedAt, redirectUris, webOrigins, ...columns } = record
  return {
    ...columns,
    kind: record.kind as Client['kind'],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    includeOpenIDConnectClaimsInAccessToken: claimsSettingOf(
      record.includeOpenIDConnectClaimsInAccessToken,
    ),
    includeOpenIDConnectClaimsInIdToken: claimsSettingOf(
      record.includeOpenIDConnectClaimsInIdToken,
    ),
    redirectURIs:
      redirectUris?.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
      })) ?? null,
    webOrigins: webOrigins?.length
      ? webOrigins.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
      : null,
  }
}
