import { type Cipher, CipherError, openOrNull } from '#lib/base/crypto/cipher.ts'
import { describePlace, isShortLived, type StoredPlace } from '#lib/base/crypto/sealed-columns.ts'
import type { Store } from '#lib/persistence/store.ts'

/** The stored secrets were encrypted with another key than the configured one. */
export class WrongEncryptionKeyError extends Error {
  override readonly name = 'WrongEncryptionKeyError'
}

/**
 * Checks at startup that the key opens the stored secrets. A wrong key is thus noticed before the first request, and
 * before it encrypts anything.
 * @param source where the key came from, for the message
 * @throws WrongEncryptionKeyError
 */
export async function checkEncryptionKey(
  store: Store,
  cipher: Cipher,
  source: string,
): Promise<void> {
  try {
    for (const { keyIdentifier, privateKeyEncrypted } of await store.signingKeys.findAll()) {
      cipher.open(privateKeyEncrypted, `key_pairs.private_key_encrypted/${keyIdentifier}`)
    }
  } catch (error) {
    if (!(error instanceof CipherError)) throw error
    throw new WrongEncryptionKeyError(
      `The encryption key (${source}) does not decrypt the secrets in the database. Use the key that encrypted them, or set ENCRYPTION_KEY_PREVIOUS to it while you replace it.`,
    )
  }
}

/**
 * Re-encrypts values that were encrypted with the previous key, or before values were bound to their place. It is
 * idempotent, so it may be interrupted. Both keys open values until the previous one is removed from the configuration.
 * A short-lived value that neither key opens is discarded: a process with an older key may have stored it last.
 * @param source where the key came from, for the message
 * @returns the number of re-encrypted and of discarded values
 * @throws WrongEncryptionKeyError when a lasting value does not open; then nothing is discarded
 */
export async function reencrypt(
  store: Store,
  cipher: Cipher,
  source: string,
): Promise<{ readonly replaced: number; readonly discarded: number }> {
  const lost: StoredPlace[] = []
  const counts = await store.sealedValues.rewrite((sealed, place) => {
    if (cipher.isCurrent(sealed, place)) return null
    const plain = openOrNull(cipher, sealed, place)
    if (plain !== null) return cipher.seal(plain, place)
    if (!isShortLived(place)) lost.push(place)
    return lost.length > 0 ? null : 'discard'
  })
  if (lost.length > 0) throw new WrongEncryptionKeyError(describeLost(source, lost))
  return counts
}

/** The stored values that the keys do not open. */
export interface Unopened {
  /** A sentence for the operator about the lasting ones; null without one. */
  readonly lasting: string | null
  /** The number of short-lived ones. */
  readonly shortLived: number
}

/**
 * Tries every stored value, and changes none.
 * @param source where the key came from, for the message
 */
export async function findUnopened(
  store: Store,
  cipher: Cipher,
  source: string,
): Promise<Unopened> {
  const lost: StoredPlace[] = []
  let shortLived = 0
  await store.sealedValues.rewrite((sealed, place) => {
    if (openOrNull(cipher, sealed, place) !== null) return null
    if (isShortLived(place)) shortLived += 1
    else lost.push(place)
    return null
  })
  return { lasting: lost.length > 0 ? describeLost(source, lost) : null, shortLived }
}

/** The most rows that a message names. */
const maxNamed = 5

function describeLost(source: string, lost: readonly StoredPlace[]): string {
  const more = lost.length > maxNamed ? ` and ${lost.length - maxNamed} more` : ''
  const named = lost.slice(0, maxNamed).map(describePlace).join(', ')
  return `The encryption key (${source}) decrypts the signing keys, but not ${named}${more}. Set ENCRYPTION_KEY_PREVIOUS to the key that encrypted this. If you do not have it, replace the secret as docs/operate/troubleshooting.md says.`
}
