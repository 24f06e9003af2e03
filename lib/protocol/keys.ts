import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { type CryptoKey, importPKCS8 } from 'jose'
import { LRUCache } from 'lru-cache'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { Context } from '#lib/context.ts'
import type { KeyPairRecord } from '#lib/persistence/store.ts'

export interface SigningKey {
  /** The `kid`. */
  readonly keyIdentifier: string
  readonly key: CryptoKey
}

/** Imported keys by `kid`: importing a key costs a third of a signature. */
interface ImportedKeys {
  readonly signing: LRUCache<string, Promise<CryptoKey>>
  readonly verification: LRUCache<string, KeyObject>
}

/** Three keys exist at a time; the other entries leave room for rotations. */
const maxImportedKeys = 16
/** Identifiers are UUIDs of this server; any other value is not looked up. */
const keyIdentifierForm = /^[0-9a-f-]{36}$/

/**
 * Returns the current signing key. The configuration names it, so a rotation on another instance takes effect with
 * the next request. Only the imported key is cached.
 * @throws Error when there is no current key (an outage, never the caller's fault)
 */
export async function signingKey(ctx: Context): Promise<SigningKey> {
  const published = await ctx.configuration.publicKeys()
  const keyIdentifier = published.find(({ state }) => state === 'current')?.keyIdentifier
  const known = keyIdentifier && imported().signing.get(keyIdentifier)
  if (known) return { keyIdentifier, key: await known }
  const current = await ctx.store.signingKeys.findByState('current')
  if (!current) throw new Error('There is no current signing key.')
  const key = remember(imported().signing, current.keyIdentifier, () => importPrivate(ctx, current))
  return { keyIdentifier: current.keyIdentifier, key: await key }
}

/**
 * Returns the public key with this `kid`, or null when no stored key has it. Reads the configuration each time, so
 * a removed key stops verifying at once.
 */
export async function verificationKey(ctx: Context, kid: unknown): Promise<KeyObject | null> {
  if (typeof kid !== 'string' || !keyIdentifierForm.test(kid)) return null
  const published = await ctx.configuration.publicKeys()
  const stored = published.find(({ keyIdentifier }) => keyIdentifier === kid)
  if (!stored) return null
  const { verification } = imported()
  const known = verification.get(kid)
  if (known) return known
  const format = 'jwk'
  const key = createPublicKey({ format, key: JSON.parse(stored.publicKeyJwk) as JsonWebKey })
  verification.set(kid, key)
  return key
}

async function importPrivate(ctx: Context, pair: KeyPairRecord): Promise<CryptoKey> {
  return importPKCS8(
    ctx.cipher.open(
      pair.privateKeyEncrypted,
      `key_pairs.private_key_encrypted/${pair.keyIdentifier}`,
    ),
    'RS256',
  )
}

function imported(): ImportedKeys {
  return singleton('imported-keys', () => ({
    signing: new LRUCache({ max: maxImportedKeys }),
    verification: new LRUCache({ max: maxImportedKeys }),
  }))
}

/** Concurrent callers share one import; a failed import is forgotten. */
function remember(
  keys: ImportedKeys['signing'],
  keyIdentifier: string,
  make: () => Promise<CryptoKey>,
): Promise<CryptoKey> {
  const known = keys.get(keyIdentifier)
  if (known !== undefined) return known
  const made = make()
  keys.set(keyIdentifier, made)
  made.catch(() => keys.delete(keyIdentifier))
  return made
}
