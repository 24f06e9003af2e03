import { type Cipher, CipherError } from '#lib/kernel/cipher.ts'
import type { Store } from '#lib/persistence/store.ts'

/** The configured key is not the one that the stored secrets were sealed with. */
export class WrongEncryptionKeyError extends Error {
  override readonly name = 'WrongEncryptionKeyError'
}

/**
 * Checks at the start that the key opens what is stored, so that a wrong one is noticed before the
 * first request and before anything is sealed with it.
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
      `The encryption key (${source}) does not open the secrets in the database: use the key they were stored with, or name that one in ENCRYPTION_KEY_PREVIOUS while replacing it.`,
    )
  }
}

/**
 * Re-encrypts what was sealed with the previous key, or before values were bound to their place. Repeating it changes
 * nothing, so it may be interrupted; both keys open values until the previous one is taken out of the settings.
 * @returns how many values were re-encrypted
 */
export function reencrypt(store: Store, cipher: Cipher): Promise<number> {
  return store.sealedValues.rewrite((sealed, place) =>
    cipher.isCurrent(sealed, place) ? null : cipher.seal(cipher.open(sealed, place), place),
  )
}
