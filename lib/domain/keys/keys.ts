import { refuse } from '#lib/answers/refusal.ts'
import type { Cipher } from '#lib/base/crypto/cipher.ts'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import type { PublicKeyRecord } from '#lib/persistence/settings/signing-keys.ts'
import type { KeyPairRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { invalidValue } from '../values/validation.ts'
import { makeKeyPair } from './key-pair.ts'

/** The lease that lets only one rotation run at a time. */
const rotationLease = 'key_rotation'
/** Longer than generating a key takes: a lease this old belongs to a process that died. */
const rotationLeaseSeconds = 60

/** The states of a signing key, in the order of listings (docs/specification.md "Discovery and keys"). */
export const keyStates: readonly string[] = ['next', 'current', 'previous']

/** A new signing key, before it has a state. */
export interface NewKeyPair {
  /** The `kid`. */
  readonly keyIdentifier: string
  readonly type: 'RSA'
  readonly algorithm: 'RS256'
  /** PKCS #8 PEM, encrypted. */
  readonly privateKeyEncrypted: Uint8Array<ArrayBuffer>
  readonly publicKeyPem: string
  /** SubjectPublicKeyInfo. */
  readonly publicKeyDer: Uint8Array<ArrayBuffer>
  /** JSON, as listed at `/certs`. */
  readonly publicKeyJwk: string
}

/**
 * Generates a 4096-bit RSA key pair in a thread of its own. It takes seconds of CPU time: never call it inside a
 * transaction.
 */
export async function generateKeyPair(cipher: Cipher): Promise<NewKeyPair> {
  const { publicKey, privateKey } = await makeKeyPair()
  const keyIdentifier = randomUuid()
  const { kty, n, e } = publicKey.export({ format: 'jwk' })
  return {
    keyIdentifier,
    type: 'RSA',
    algorithm: 'RS256',
    privateKeyEncrypted: cipher.seal(
      privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      `key_pairs.private_key_encrypted/${keyIdentifier}`,
    ),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    publicKeyDer: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
    publicKeyJwk: JSON.stringify({ kty, n, e, alg: 'RS256', use: 'sig', kid: keyIdentifier }),
  }
}

/**
 * Rotates the signing keys. Next becomes current, current becomes previous, the former previous key is deleted (tokens
 * it signed stop verifying), and a new next key is stored. Writes `rotated_keys`.
 * @param loggedInUser the actor, for the audit entry
 * @throws Refusal `KEY_SET_INCOMPLETE` without a current or a next key, with nothing changed; `ROTATION_IN_PROGRESS`
 *   while another rotation runs, or when another one finished meanwhile
 */
export async function rotateKeys(ctx: Context, loggedInUser: string): Promise<void> {
  // Read before the slow part: of two rotations that start from the same key set, the second to commit must fail.
  // Otherwise two simultaneous clicks would rotate twice and delete the key that signed live tokens.
  const seen = completeSet(await ctx.store.signingKeys.findAll())
  const holder = randomUuid()
  const until = addSeconds(ctx.now, rotationLeaseSeconds)
  // Taken before the slow part, so that simultaneous requests generate only one key pair.
  if (!(await ctx.store.leases.take(rotationLease, holder, ctx.now, until))) {
    throw refuse('ROTATION_IN_PROGRESS')
  }
  try {
    await rotateFrom(ctx, seen, loggedInUser)
  } finally {
    await ctx.store.leases.release(rotationLease, holder)
  }
}

async function rotateFrom(
  ctx: Context,
  seen: ReturnType<typeof completeSet>,
  loggedInUser: string,
): Promise<void> {
  const fresh = await generateKeyPair(ctx.cipher)
  await adminTransaction(ctx, async (tx) => {
    const { signingKeys } = tx.store
    const { previous, current, next } = completeSet(await signingKeys.lockAll())
    if (current.id !== seen.current.id || next.id !== seen.next.id) {
      throw refuse('ROTATION_IN_PROGRESS')
    }
    const isMoved =
      (!previous || (await signingKeys.remove(previous.id, 'previous'))) &&
      (await signingKeys.move(current.id, 'current', 'previous')) &&
      (await signingKeys.move(next.id, 'next', 'current', tx.now))
    if (!isMoved) throw refuse('ROTATION_IN_PROGRESS')
    await signingKeys.insert({ ...fresh, state: 'next' })
    audit(tx, 'rotated_keys', { loggedInUser })
  })
}

/** Lists the signing keys without their private halves, in the order of their states. */
export async function listKeys(ctx: Context): Promise<PublicKeyRecord[]> {
  const keys = await ctx.store.signingKeys.listPublic()
  return keys.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * Deletes the previous signing key early: tokens it signed stop verifying, refresh tokens included. Writes
 * `revoked_key`.
 * @param loggedInUser the actor, for the audit entry
 * @throws Refusal `NOT_FOUND`; `VALIDATION_ERROR` for the current and the next key
 */
export async function revokePreviousKey(
  ctx: Context,
  id: number,
  loggedInUser: string,
): Promise<void> {
  const key = await ctx.store.signingKeys.findPublicById(id)
  if (!key) throw refuse('NOT_FOUND')
  if (key.state !== 'previous') {
    throw invalidValue('Only the previous key can be deleted.')
  }
  await adminTransaction(ctx, async (tx) => {
    // A rotation or another deletion may have been first.
    if (!(await tx.store.signingKeys.remove(id, 'previous'))) throw refuse('NOT_FOUND')
    audit(tx, 'revoked_key', { keyId: key.keyIdentifier, loggedInUser })
  })
}

function rank({ state }: PublicKeyRecord): number {
  return keyStates.indexOf(state)
}

function completeSet(keys: readonly KeyPairRecord[]) {
  const inState = (state: string) => keys.find((key) => key.state === state)
  const current = inState('current')
  const next = inState('next')
  if (!current || !next) throw refuse('KEY_SET_INCOMPLETE')
  return { previous: inState('previous'), current, next }
}
