import type { Context } from '#lib/context.ts'
import { type KeyColumns, noKeys } from '#lib/domain/clients/client-keys.ts'
import { judgeKey, keySetAddress, maxKeys } from '#lib/domain/keys/public-keys.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { DocumentError } from './faults.ts'

/** How a client with a document authenticates. */
export interface DescribedKeys extends KeyColumns {
  /** The client may authenticate without its keys. */
  readonly isPublic: boolean
}

/**
 * Reads the client's authentication: none, by its keys, or both ways. A preferred method is no promise: a client whose
 * document names both may come with and without an assertion. Its keys are stored while assertions are switched off, so
 * that nothing has to be read again when they are switched on.
 * @param belongs whether an https address belongs to the client
 * @throws DocumentError `auth_method`
 */
export function readKeys(
  ctx: Context,
  members: Readonly<Record<string, unknown>>,
  belongs: (url: URL) => boolean,
): DescribedKeys {
  const method = members.token_endpoint_auth_method ?? 'none'
  if (method === 'none') return { ...noKeys, isPublic: true }
  if (method !== 'private_key_jwt') throw new DocumentError('auth_method')
  const others = members.token_endpoint_auth_methods_supported
  const isPublic = Array.isArray(others) && others.includes('none')
  const keys = keysIn(members, belongs)
  if (keys && (isPublic || protocolFeatures(ctx).privateKeyJwt)) return { ...keys, isPublic }
  if (!isPublic) throw new DocumentError('auth_method')
  return { ...noKeys, isPublic }
}

function keysIn(
  { jwks, jwks_uri: uri }: Readonly<Record<string, unknown>>,
  belongs: (url: URL) => boolean,
): KeyColumns | null {
  if ((jwks === undefined) === (uri === undefined)) return null
  const method = { tokenEndpointAuthMethod: 'private_key_jwt' }
  if (uri !== undefined) {
    const url = typeof uri === 'string' ? keySetAddress(uri) : null
    return url && belongs(url) ? { ...method, jwks: '', jwksUri: String(uri) } : null
  }
  const listed = typeof jwks === 'object' && jwks !== null && Reflect.get(jwks, 'keys')
  if (!Array.isArray(listed) || listed.length > maxKeys) return null
  const keys = listed.filter((key) => judgeKey(key) === 'usable')
  return keys.length > 0 ? { ...method, jwks: JSON.stringify({ keys }), jwksUri: '' } : null
}
