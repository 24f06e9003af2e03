import { equalInConstantTime } from '#lib/base/crypto/hash.ts'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { isAdministratorClient, mayManage } from '../permissions/administrators.ts'
import type { Caller } from '../permissions/caller.ts'
import { revokeClientTokens } from '../retention/revocation.ts'
import { isClientSecret } from '../values/forms.ts'
import { invalidValue } from '../values/validation.ts'
import { noKeys } from './client-keys.ts'
import { changeClient, findClient, lockClient } from './clients.ts'

/**
 * Checks the form of a secret that the caller chose.
 * @throws Refusal VALIDATION_ERROR
 */
export function requireClientSecret(secret: string): void {
  if (isClientSecret(secret)) return
  throw invalidValue("The field 'clientSecret' takes 60 to 255 characters of 0-9 A-Z a-z . _ -")
}

/**
 * Checks a secret chosen by the caller. The client's current secret is accepted in any form, because the environment
 * and configuration files allow shorter ones. That exception applies only to callers that may read the secret;
 * otherwise they could guess it here.
 * @throws Refusal VALIDATION_ERROR
 */
export async function checkClientSecret(
  ctx: Context,
  caller: Caller,
  client: ClientRecord,
  secret: string,
): Promise<void> {
  if (isClientSecret(secret)) return
  const mayRead = mayManage(caller) || !(await isAdministratorClient(ctx, client))
  if (!mayRead || !hasSecret(ctx, client, secret)) requireClientSecret(secret)
}

function hasSecret(ctx: Context, client: ClientRecord, secret: string): boolean {
  const stored = secretOf(ctx, client)
  return stored !== null && equalInConstantTime(stored, secret)
}

/** The plaintext secret of a confidential client; null for a public one. */
export function secretOf(
  ctx: Context,
  { id, isPublic, clientSecretEncrypted }: ClientRecord,
): string | null {
  if (isPublic || !clientSecretEncrypted) return null
  return ctx.cipher.open(clientSecretEncrypted, `clients.client_secret_encrypted/${id}`)
}

/**
 * Refuses to make the console's own client public, because no administrator could sign in to the console any more.
 * @throws Refusal VALIDATION_ERROR
 */
export function requireMayBePublic(client: ClientRecord): void {
  if (!client.isSystemLevelClient) return
  throw invalidValue('The client of the administration console cannot be made public.')
}

/**
 * Returns a client's plaintext secret and writes `viewed_client_secret`.
 * @returns '' for a public client, without an audit entry
 */
export async function discloseSecret(
  ctx: Context,
  client: ClientRecord,
  loggedInUser: string,
): Promise<string> {
  const { id, clientIdentifier } = client
  const secret = secretOf(ctx, client)
  if (secret === null) return ''
  await adminTransaction(ctx, async (tx) =>
    audit(tx, 'viewed_client_secret', { clientId: id, clientIdentifier, loggedInUser }),
  )
  return secret
}

/**
 * Makes a client public: deletes its secret, requires PKCE and switches client credentials off. If the client was
 * confidential until this update, its codes and refresh tokens are revoked (docs/specification.md "States and
 * transitions"). Writes `updated_client_authentication`, then `revoked_client_grants`.
 *
 * A redemption or refresh in progress locks its code or token. Either the revocation waits for it and includes the
 * tokens it issued, or the redemption comes second and finds its code or token revoked.
 * @throws Refusal NOT_FOUND when the client was deleted meanwhile
 */
export async function makeClientPublic(
  tx: AdminTx,
  id: number,
  loggedInUser: string,
): Promise<ClientWithLists> {
  await lockClient(tx, id)
  const becamePublic = await tx.store.clients.makePublic(id)
  audit(tx, 'updated_client_authentication', { clientId: id, loggedInUser })
  if (becamePublic) await revokeClientTokens(tx, id, loggedInUser)
  return findClient(tx, id)
}

/**
 * Makes a client confidential with this secret. A former secret, or keys, stop working at once; nothing is revoked. Writes
 * `updated_client_authentication`.
 * @param secret as `requireClientSecret` accepts it
 * @throws Refusal NOT_FOUND when the client was deleted meanwhile
 */
export function makeClientConfidential(
  tx: AdminTx,
  id: number,
  secret: string,
  loggedInUser: string,
): Promise<ClientWithLists> {
  return changeClient(
    tx,
    id,
    {
      isPublic: false,
      ...noKeys,
      clientSecretEncrypted: tx.cipher.seal(secret, `clients.client_secret_encrypted/${id}`),
    },
    { event: 'updated_client_authentication', loggedInUser },
  )
}
