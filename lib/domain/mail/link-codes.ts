import { sha256Hex } from '#lib/base/crypto/hash.ts'

/** 24 bytes are 32 characters of base64url. */
export const linkCodeBytes = 24
/** Longer text is neither a code nor a pasted link. */
const maxTextLength = 1_000

/**
 * The query of a mailed link. The code is last, so that a whole pasted link leads to it.
 * @param from the sign-in that the visitor came from; '' for none
 */
export function linkQuery(code: string, from: string): string {
  return from === '' ? `code=${code}` : `ceremony=${from}&code=${code}`
}

/** A record found by the code of a link. */
export interface FoundByCode<T> {
  readonly found: T
  readonly codeHash: string
}

/**
 * Finds the record of a link's code: first as sent, then without the characters that a mail program may have added.
 * @param code as sent, or a whole pasted link
 * @param find looks up the hash of a code
 */
export async function findByLinkCode<T>(
  code: string,
  find: (codeHash: string) => Promise<T | null>,
): Promise<FoundByCode<T> | null> {
  for (const spelling of spellingsOf(code)) {
    const codeHash = sha256Hex(spelling)
    const found = await find(codeHash)
    if (found !== null) return { found, codeHash }
  }
  return null
}

/**
 * Undoes damage that mail programs do to a link. Spaces and line breaks get in, or punctuation stays at the end. Or `=`
 * becomes `=3D` (RFC 2045 section 6.7) and leaves `3D` at the start of the code.
 */
function spellingsOf(code: string): ReadonlySet<string> {
  if (code === '' || code.length > maxTextLength) return new Set()
  const pasted = code.replace(/^.*[?&]code=/s, '')
  const bare = pasted.replaceAll(/[\s\p{Cf}]/gu, '').replaceAll(/^[^\w-]+|[^\w-]+$/g, '')
  const spellings = [code, bare, bare.replace(/^3D/i, '')]
  return new Set(spellings.filter((spelling) => spelling !== ''))
}
