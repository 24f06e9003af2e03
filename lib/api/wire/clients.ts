import type { z } from 'zod'
import type { client } from '#lib/api/contract/models/clients.ts'
import { claimsSettingOf } from '#lib/domain/claims-setting.ts'
import type { ClientWithLists } from '#lib/persistence/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'

type Client = z.input<typeof client>
type Lists = Pick<ClientWithLists, 'redirectUris' | 'webOrigins'>

/**
 * A client as the API shows it: redirect URIs as a list even when there are none, web origins as
 * null then; both null when they were not loaded.
 */
export function clientToWire(record: ClientRecord & Partial<Lists>): Client {
  const { createdAt, updatedAt, redirectUris, webOrigins, ...columns } = record
  return {
    ...columns,
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
