import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { SealedPlace } from './sealed-columns.ts'

export interface Cipher {
  /**
   * Encrypts text: version byte, nonce, ciphertext, tag. Two seals of the same text differ.
   * @param place the only place where the value opens
   */
  seal(plain: string, place: SealedPlace): Uint8Array<ArrayBuffer>
  /**
   * Decrypts a value that `seal` made for this place.
   * @throws CipherError when neither key opens the value, it belongs to another place, or it was altered
   */
  open(sealed: Uint8Array, place: SealedPlace): string
  /**
   * True when the value was sealed with the current key for this place. Otherwise re-encrypt it: `open`, then `seal`.
   */
  isCurrent(sealed: Uint8Array, place: SealedPlace): boolean
}

/** A sealed value does not open: wrong key, place or format, or the value was altered. */
export class CipherError extends Error {
  override readonly name = 'CipherError'
}

/** Values of version 2 are bound to their place; values of version 1 are not. */
const version = 2
const unboundVersion = 1
const nonceBytes = 12
const tagBytes = 16

/**
 * Opens the cipher for secrets at rest: AES-256-GCM with a random 96-bit nonce per value. Version and place are
 * authenticated (additional data), so a value that was moved to another row or column does not open.
 * @param key 32 bytes; seals and opens
 * @param previousKey 32 bytes; only opens values sealed before a key change
 */
export function openCipher(key: Uint8Array, previousKey?: Uint8Array): Cipher {
  // Created once: for a short secret, preparing the key costs more than decrypting.
  const current = createSecretKey(key)
  const previous = previousKey ? createSecretKey(previousKey) : null
  return {
    seal: (plain, place) => encrypt(current, plain, place),
    open(sealed, place) {
      const plain =
        decrypt(current, sealed, place) ?? (previous ? decrypt(previous, sealed, place) : null)
      if (plain === null) {
        throw new CipherError('A stored secret does not open with this key, or not in this place.')
      }
      return plain
    },
    isCurrent: (sealed, place) => sealed[0] === version && decrypt(current, sealed, place) !== null,
  }
}

/** Decrypts a value like `open`; null when it does not open. */
export function openOrNull(cipher: Cipher, sealed: Uint8Array, place: SealedPlace): string | null {
  try {
    return cipher.open(sealed, place)
  } catch (error) {
    if (error instanceof CipherError) return null
    throw error
  }
}

function encrypt(key: KeyObject, plain: string, place: SealedPlace): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(additionalData(version, place))
  const parts = [Uint8Array.of(version), nonce, cipher.update(plain, 'utf8'), cipher.final()]
  return new Uint8Array(Buffer.concat([...parts, cipher.getAuthTag()]))
}

function decrypt(key: KeyObject, sealed: Uint8Array, place: SealedPlace): string | null {
  const [found] = sealed
  if (sealed.length < 1 + nonceBytes + tagBytes) return null
  if (found !== version && found !== unboundVersion) return null
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(additionalData(found, place))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const plain = decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes))
    return Buffer.concat([plain, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function additionalData(valueVersion: number, place: SealedPlace): Uint8Array {
  return Buffer.from([valueVersion, ...(valueVersion === version ? Buffer.from(place) : [])])
}
