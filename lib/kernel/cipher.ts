import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** Seals secrets for storage and opens them again. */
export interface Cipher {
  /** Encrypts text: version byte, nonce, ciphertext, tag. The same text never looks the same. */
  seal(plain: string): Uint8Array<ArrayBuffer>
  /**
   * Decrypts what `seal` made.
   * @throws CipherError when neither key opens it, or it was changed or cut
   */
  open(sealed: Uint8Array): string
  /** True when the value was sealed with the current key, not with the previous one. */
  isCurrent(sealed: Uint8Array): boolean
}

/** A sealed value does not open: another key, another format, or it was tampered with. */
export class CipherError extends Error {
  override readonly name = 'CipherError'
}

const version = 1
const nonceBytes = 12
const tagBytes = 16

/**
 * Makes the cipher for secrets at rest: AES-256-GCM with a random 96-bit nonce before each value.
 * The version byte is authenticated too, so that a later format can be told apart safely.
 * @param key 32 bytes, seals and opens
 * @param previousKey 32 bytes, only opens: what is left of the key before
 */
export function openCipher(key: Uint8Array, previousKey?: Uint8Array): Cipher {
  // Made once: making the key ready is most of what opening a short secret costs.
  const current = createSecretKey(key)
  const previous = previousKey ? createSecretKey(previousKey) : null
  const open = (sealed: Uint8Array): string => {
    const plain = decrypt(current, sealed) ?? (previous ? decrypt(previous, sealed) : null)
    if (plain === null) throw new CipherError('A stored secret does not open with this key.')
    return plain
  }
  return {
    seal: (plain) => encrypt(current, plain),
    open,
    isCurrent: (sealed) => decrypt(current, sealed) !== null,
  }
}

function encrypt(key: KeyObject, plain: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Uint8Array.of(version))
  const parts = [Uint8Array.of(version), nonce, cipher.update(plain, 'utf8'), cipher.final()]
  return new Uint8Array(Buffer.concat([...parts, cipher.getAuthTag()]))
}

function decrypt(key: KeyObject, sealed: Uint8Array): string | null {
  if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== version) return null
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Uint8Array.of(version))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const plain = decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes))
    return Buffer.concat([plain, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
