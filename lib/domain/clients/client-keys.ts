import { isDeepStrictEqual } from 'node:util'
import { refuse } from '#lib/answers/refusal.ts'
import { clientSecret } from '#lib/base/crypto/random.ts'
import type { AdminTx } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { judgeKey, keySetAddress, maxKeys, storedKeys } from '../keys/public-keys.ts'
import { invalidField, invalidValue } from '../values/validation.ts'
import { requireNoDocument } from './client-documents.ts'
import { lockClient } from './clients.ts'

/** How confidential clients authenticate. */
export const authMethods = ['client_secret', 'private_key_jwt'] as const
export type AuthMethod = (typeof authMethods)[number]

/** A client's authentication, as sent and as answered. */
export interface ClientKeys {
  readonly tokenEndpointAuthMethod: AuthMethod
  /** A set of public keys; null for none. */
  readonly jwks: KeySet | null
  /** The address of such a set; '' for none. */
  readonly jwksUri: string
}

export type KeySet = Readonly<Record<'keys', readonly Readonly<Record<string, unknown>>[]>>

/** The columns of a client that hold its keys. */
export type KeyColumns = Pick<ClientRecord, 'tokenEndpointAuthMethod' | 'jwks' | 'jwksUri'>

const maxSetBytes = 16 * 1024

export function keysOf(client: KeyColumns): ClientKeys {
  const { jwks, jwksUri } = client
  const tokenEndpointAuthMethod =
    client.tokenEndpointAuthMethod === 'private_key_jwt' ? 'private_key_jwt' : 'client_secret'
  return {
    tokenEndpointAuthMethod,
    jwks: jwks === '' ? null : { keys: storedKeys(jwks) as unknown as KeySet['keys'] },
    jwksUri,
  }
}

export interface SentKeys {
  readonly tokenEndpointAuthMethod: string
  readonly jwks: Readonly<Record<string, unknown>> | null
  readonly jwksUri: string
}

/**
 * Checks the authentication of a confidential client: a secret, or keys of its own (RFC 7523) as a set or as the https
 * address of one.
 * @returns the columns to store
 * @throws Refusal VALIDATION_ERROR, also for a public client, one with a document, and the console's client;
 * validator.protocol.jwks
 */
export function checkClientKeys(client: ClientRecord, sent: SentKeys): KeyColumns {
  requireNoDocument(client)
  const method = authMethods.find((known) => known === sent.tokenEndpointAuthMethod)
  if (!method) throw invalidField('tokenEndpointAuthMethod', `is none of ${authMethods.join(', ')}`)
  const jwksUri = sent.jwksUri.trim()
  if (method === 'client_secret') {
    if (sent.jwks || jwksUri !== '') throw invalidValue('Keys need the method private_key_jwt.')
    return { tokenEndpointAuthMethod: method, jwks: '', jwksUri: '' }
  }
  if (client.isPublic) throw invalidValue('A public client does not authenticate.')
  if (client.isSystemLevelClient) {
    throw invalidValue('The client of the administration console authenticates by its secret.')
  }
  if ((sent.jwks === null) === (jwksUri === '')) {
    throw invalidValue('The method private_key_jwt needs either jwks or jwksUri.')
  }
  if (jwksUri !== '' && !keySetAddress(jwksUri)) {
    throw invalidField('jwksUri', 'is no https address without user and fragment')
  }
  const jwks = sent.jwks ? checkKeySet(sent.jwks) : ''
  return { tokenEndpointAuthMethod: method, jwks, jwksUri }
}

/** An administrator's input is judged strictly, because a key that was silently left out would be missed later. */
function checkKeySet({ keys }: Readonly<Record<string, unknown>>): string {
  if (!Array.isArray(keys)) throw refuse('validator.protocol.jwks')
  const isUsable =
    keys.length > 0 && keys.length <= maxKeys && keys.every((key) => judgeKey(key) === 'usable')
  if (!isUsable) throw refuse('validator.protocol.jwks')
  const names = keys.flatMap((key) => key.kid ?? [])
  const text = JSON.stringify({ keys })
  if (new Set(names).size !== names.length || Buffer.byteLength(text) > maxSetBytes) {
    throw refuse('validator.protocol.jwks')
  }
  return text
}

export interface KeysSave {
  /** As `checkClientKeys` returned them. */
  readonly keys: KeyColumns
  /** The method as last read; absent or null skips the comparison. */
  readonly expected?: string | null | undefined
}

/**
 * Saves a client's authentication. Keys replace the secret, which is deleted; a return to a secret makes a new one.
 * Tokens stay. Writes `updated_client_keys`; nothing when nothing changed.
 * @throws Refusal NOT_FOUND (deleted meanwhile), VALIDATION_ERROR (made public meanwhile), CONCURRENT_UPDATE
 */
export async function saveClientKeys(
  tx: AdminTx,
  clientId: number,
  { keys, expected }: KeysSave,
  loggedInUser: string,
): Promise<ClientWithLists> {
  const client = await lockClient(tx, clientId)
  const { tokenEndpointAuthMethod: method, jwks, jwksUri } = client
  if (expected && expected !== method) throw refuse('CONCURRENT_UPDATE')
  if (isDeepStrictEqual(keys, { tokenEndpointAuthMethod: method, jwks, jwksUri })) return client
  if (client.isPublic) throw invalidValue('A public client does not authenticate.')
  const saved = await tx.store.clients.update(clientId, {
    ...keys,
    ...secretFor(tx, client, keys),
  })
  audit(tx, 'updated_client_keys', {
    clientId,
    method: keys.tokenEndpointAuthMethod,
    kids: storedKeys(keys.jwks).map(({ kid = '' }) => kid),
    loggedInUser,
  })
  return saved
}

/** The secret is removed with the method. */
function secretFor(tx: AdminTx, { id, clientSecretEncrypted }: ClientRecord, keys: KeyColumns) {
  if (keys.tokenEndpointAuthMethod === 'private_key_jwt') return { clientSecretEncrypted: null }
  if (clientSecretEncrypted) return {}
  const place = `clients.client_secret_encrypted/${id}` as const
  return { clientSecretEncrypted: tx.cipher.seal(clientSecret(), place) }
}

/** The columns of a client without keys. */
export const noKeys = {
  tokenEndpointAuthMethod: 'client_secret',
  jwks: '',
  jwksUri: '',
} as const satisfies KeyColumns
