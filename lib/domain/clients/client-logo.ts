import { sha256Hex } from '#lib/base/crypto/hash.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { lockClient } from './clients.ts'

/** The public address of a client's logo. */
export function logoUrl(
  ctx: Context,
  { clientIdentifier }: Pick<ClientRecord, 'clientIdentifier'>,
): string {
  return `${ctx.config.baseUrl}/client/logo/${encodeURIComponent(clientIdentifier)}`
}

/** A file that `checkImage` accepted, with the detected type. */
interface Logo {
  readonly image: Uint8Array<ArrayBuffer>
  readonly contentType: string
}

/**
 * Length of a logo's entity tag in hexadecimal characters (docs/specification.md "Public images"); tags of older rows
 * are longer.
 */
const etagLength = 16

/**
 * Sets a client's logo and stores the uploaded bytes unchanged. Writes `updated_client_logo`.
 * @throws Refusal NOT_FOUND when the client was deleted meanwhile
 */
export async function saveLogo(
  tx: AdminTx,
  clientId: number,
  { image, contentType }: Logo,
  loggedInUser: string,
): Promise<void> {
  await lockClient(tx, clientId)
  const etag = sha256Hex(image).slice(0, etagLength)
  await tx.store.images.saveLogo(clientId, { image, contentType, etag })
  audit(tx, 'updated_client_logo', { clientId, loggedInUser })
}

/**
 * Removes a client's logo. Writes `deleted_client_logo` even when there was none.
 * @throws Refusal NOT_FOUND when the client was deleted meanwhile
 */
export async function removeLogo(
  tx: AdminTx,
  clientId: number,
  loggedInUser: string,
): Promise<void> {
  await lockClient(tx, clientId)
  await tx.store.images.removeLogo(clientId)
  audit(tx, 'deleted_client_logo', { clientId, loggedInUser })
}
