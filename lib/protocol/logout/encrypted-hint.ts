import { compactDecrypt } from 'jose'
import { sha256 } from '#lib/base/crypto/hash.ts'
import type { Context } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'

const segment = /^[A-Za-z0-9_-]+$/
/** Base64url lengths of a 96-bit initialization vector and of a 128-bit tag. */
const vectorLength = 16
const tagLength = 22

/** True for a compact JWE: five parts (RFC 7516, section 7.1). */
export function isCompactJwe(text: string): boolean {
  return text.split('.').length === 5
}

/**
 * Decrypts an encrypted `id_token_hint`: compact JWE, `dir`, `A256GCM`, under the SHA-256 of the client's secret
 * (docs/specification.md "Logout"). Refuses compression, critical extensions and every other algorithm.
 * @returns the compact JWS inside, or null for any fault; bad input never throws
 * @throws CipherError when the stored secret cannot be decrypted
 */
export async function decryptHint(
  ctx: Context,
  client: ClientRecord,
  jwe: string,
): Promise<string | null> {
  if (client.isPublic || !client.clientSecretEncrypted || !hasRightShape(jwe)) return null
  const place = `clients.client_secret_encrypted/${client.id}` as const
  const key = sha256(ctx.cipher.open(client.clientSecretEncrypted, place))
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    const text = new TextDecoder('utf-8', { fatal: true }).decode(plaintext)
    return text.split('.').length === 3 ? text : null
  } catch {
    return null
  }
}

function hasRightShape(jwe: string): boolean {
  const [header = '', encryptedKey, vector = '', ciphertext = '', tag = ''] = jwe.split('.')
  return (
    encryptedKey === '' &&
    vector.length === vectorLength &&
    tag.length === tagLength &&
    [header, vector, ciphertext, tag].every((part) => segment.test(part)) &&
    isAcceptedHeader(header)
  )
}

function isAcceptedHeader(encoded: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    if (header === null || typeof header !== 'object' || Array.isArray(header)) return false
    const { alg, enc, cty } = header as Record<string, unknown>
    return (
      alg === 'dir' &&
      enc === 'A256GCM' &&
      (cty === undefined || cty === 'JWT') &&
      !Object.hasOwn(header, 'zip') &&
      !Object.hasOwn(header, 'crit')
    )
  } catch {
    return false
  }
}
