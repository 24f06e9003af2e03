import { randomBytes, randomUUID } from 'node:crypto'

const digits = '0123456789'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Characters that need no escaping in a header or a URL. */
const secretAlphabet = `${digits}abcdefghijklmnopqrstuvwxyz${capitals}-_.`
/** Letters and digits without look-alikes, for copying by hand. */
const readableAlphabet = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ'

/**
 * An unguessable opaque value in base64url.
 * @param bytes number of random bytes; 32 give 256 bits in 43 characters
 */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Version 4. */
export function randomUuid(): string {
  return randomUUID()
}

/**
 * A UUID of version 7 (RFC 9562 section 5.7), which begins with a time. New ids are neighbours in an index, so storing
 * many of them writes few pages. 74 bits are random.
 * @param time since the epoch, in milliseconds
 */
export function orderedUuid(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`
}

/**
 * Draws characters of an alphabet with equal probability. Rejection sampling discards bytes beyond the largest multiple
 * of the alphabet's size.
 * @param alphabet 2 to 256 different characters
 * @param length number of characters
 */
export function randomFrom(alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length)
  let drawn = ''
  while (drawn.length < length) {
    for (const byte of randomBytes(length - drawn.length + 16)) {
      if (byte >= limit) continue
      drawn += alphabet.charAt(byte % alphabet.length)
      if (drawn.length === length) break
    }
  }
  return drawn
}

/** A client secret: 60 characters of `[0-9a-zA-Z-_.]` (docs/specification.md "Limits"). */
export function clientSecret(): string {
  return randomFrom(secretAlphabet, 60)
}

/** An authorization code: the 32 hexadecimal digits of a UUID, then 96 random characters. */
export function authorizationCode(): string {
  return randomUuid().replaceAll('-', '') + randomFrom(secretAlphabet, 96)
}

/** An email verification code: 3 capital letters, then 3 digits (docs/specification.md "Limits"). */
export function verificationCode(): string {
  return randomFrom(capitals, 3) + randomFrom(digits, 3)
}

/**
 * A password to be read from a screen once: four groups of five characters without look-alikes (about 115 bits). It has
 * a capital, a small letter, a digit and a hyphen, so every password policy accepts it.
 */
export function generatedPassword(): string {
  for (;;) {
    const characters = randomFrom(readableAlphabet, 20)
    if (/[A-Z]/.test(characters) && /[a-z]/.test(characters) && /\d/.test(characters)) {
      return characters.replaceAll(/(.{5})(?=.)/g, '$1-')
    }
  }
}
