import { type Cipher, CipherError } from '#lib/base/crypto/cipher.ts'
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
 * @returns the number of re-encrypted values
 */
export function reencrypt(store: Store, cipher: Cipher): Promise<number> {
  return store.sealedValues.rewrite((sealed, place) =>
    cipher.isCurrent(sealed, place) ? null : cipher.seal(cipher.open(sealed, place), place),
  )
}
