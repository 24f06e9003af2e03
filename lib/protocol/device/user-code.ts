import { acceptedKeys } from '#lib/base/crypto/accepted-keys.ts'
import { deriveToken } from '#lib/base/crypto/hkdf.ts'
import type { AnyContext } from '#lib/context.ts'

/** Only consonants: they form no words, and do not look like digits (RFC 8628 section 6.1). */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8

/** Longer texts are no codes, and are not parsed. */
const maxTyped = 64

/** Capitals of other scripts that look like a letter of a code. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ...pairs('ВСНКМРТХ', 'BCHKMPTX'),
  ...pairs('ΒΗΚΜΝΡΤΧΖ', 'BHKMNPTXZ'),
])

/** A typed code: its letters, or `malformed` unless it is eight consonants. `isGuess`: the text contained eight. */
export type TypedCode =
  | { readonly kind: 'code'; readonly letters: string }
  | { readonly kind: 'malformed'; readonly isGuess: boolean }

/** Parses a typed code. Case, width, separators and look-alike letters of other scripts do not matter. */
export function readUserCode(typed: string): TypedCode {
  if (typed.length > maxTyped) return { kind: 'malformed', isGuess: false }
  const capitals = [...typed.normalize('NFKC')].map((character) => character.toUpperCase())
  const read = capitals.map((capital) => lookalikes.get(capital) ?? capital)
  const letters = read.filter((capital) => capital.length === 1 && alphabet.includes(capital))
  const isOther = (capital: string) => !letters.includes(capital) && /[\p{L}\p{N}]/u.test(capital)
  if (letters.length === length && !read.some(isOther)) {
    return { kind: 'code', letters: letters.join('') }
  }
  return { kind: 'malformed', isGuess: letters.length === length }
}

/**
 * The code that a user enters for a device. It is derived, so the page can show it although only its hash is stored.
 */
export function userCodeOf({ config }: AnyContext, deviceCodeHash: string): string {
  return lettersOf(config.encryptionKey, deviceCodeHash)
}

/**
 * The hash under which a code is stored. It needs the server's key, because eight letters could be tried out otherwise.
 */
export function userCodeHash({ config }: AnyContext, letters: string): string {
  return hashOf(config.encryptionKey, letters)
}

/** The hashes under which a code may be stored: the server's key may have changed since. */
export function userCodeHashes({ config }: AnyContext, letters: string): readonly string[] {
  return acceptedKeys(config).map((key) => hashOf(key, letters))
}

/** The code of a stored device; null when the key that it was made with is lost. */
export function shownUserCode(
  { config }: AnyContext,
  row: { readonly deviceCodeHash: string; readonly userCodeHash: string },
): string | null {
  for (const key of acceptedKeys(config)) {
    const letters = lettersOf(key, row.deviceCodeHash)
    if (hashOf(key, letters) === row.userCodeHash) return withHyphen(letters)
  }
  return null
}

/** A code in its displayed form. */
export function withHyphen(letters: string): string {
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`
}

function lettersOf(key: Uint8Array, deviceCodeHash: string): string {
  const derived = deriveToken(key, 'authserver/user-code-letters/1', [deviceCodeHash])
  let rest = BigInt(`0x${Buffer.from(derived, 'base64url').toString('hex')}`)
  let letters = ''
  while (letters.length < length) {
    letters += alphabet.charAt(Number(rest % BigInt(alphabet.length)))
    rest /= BigInt(alphabet.length)
  }
  return letters
}

function hashOf(key: Uint8Array, letters: string): string {
  return deriveToken(key, 'authserver/user-code/1', [letters])
}

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter, place) => [letter, to.charAt(place)])
}
