import { refuse } from '#lib/answers/refusal.ts'
import { loopbackAddress } from '#lib/base/network/ip.ts'
import { isUsableRedirectUri } from '#lib/base/network/url.ts'
import type { AdminTx } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { lockClient } from './clients.ts'

/** The longest address, in bytes. */
const maxBytes = 2048

/**
 * Checks the address that receives a client's logout tokens (OpenID Connect Back-Channel Logout 1.0 section 2.2):
 * https, or http for a confidential client or on this machine.
 * @returns the address to store; '' for none
 * @throws Refusal validator.protocol.logout_uri
 */
function checkLogoutUri({ isPublic }: Pick<ClientRecord, 'isPublic'>, sent: string): string {
  const uri = sent.trim()
  if (uri === '') return uri
  const url = isUsableRedirectUri(uri) ? URL.parse(uri) : null
  const isAllowed =
    url !== null &&
    Buffer.byteLength(uri) <= maxBytes &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' ||
      (url.protocol === 'http:' && (!isPublic || loopbackAddress(url.hostname) !== null)))
  if (!isAllowed) throw refuse('validator.protocol.logout_uri', { parameters: { uri } })
  return uri
}

/**
 * Saves the address that receives a client's logout tokens. Without an address, waiting notifications are removed.
 * Writes `updated_client_logout`; nothing when nothing changed.
 * @returns the address as stored
 * @throws Refusal NOT_FOUND (deleted meanwhile), validator.protocol.logout_uri
 */
export async function saveLogoutUri(
  tx: AdminTx,
  clientId: number,
  sent: string,
  loggedInUser: string,
): Promise<string> {
  const client = await lockClient(tx, clientId)
  const backchannelLogoutUri = checkLogoutUri(client, sent)
  if (backchannelLogoutUri === client.backchannelLogoutUri) return backchannelLogoutUri
  await tx.store.clients.update(clientId, { backchannelLogoutUri })
  if (backchannelLogoutUri === '') await tx.store.logoutNotifications.removePending(clientId)
  audit(tx, 'updated_client_logout', { clientId, backchannelLogoutUri, loggedInUser })
  return backchannelLogoutUri
}
