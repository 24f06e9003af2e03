import { sha256Hex } from '#lib/kernel/hash.ts'

/** The code of a link has 32 characters of base64url. */
export const linkCodeBytes = 24
/** Longer texts are neither a code nor a link that was pasted. */
const maxTextLength = 1_000

/** A record that was found by the code of a link. */
export interface FoundByCode<T> {
  readonly found: T
  readonly codeHash: string
}

/**
 * Finds what a link's code stands for: as it came, and without what a mail program left around it.
 * @param code as sent, or a whole link as pasted
 * @param find by the hash of a code
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
 * What a link's code may have been before it broke in its line: blanks and line ends came in, a sign of the sentence
 * or the bracket around the link stayed at its end, or `=` became `=3D` (RFC 2045 section 6.7) and `3D` stayed in
 * front.
 */
function spellingsOf(code: string): ReadonlySet<string> {
  if (code === '' || code.length > maxTextLength) return new Set()
  const pasted = code.replace(/^.*[?&]code=/s, '')
  const bare = pasted.replaceAll(/[\s\p{Cf}]/gu, '').replaceAll(/^[^\w-]+|[^\w-]+$/g, '')
  const spellings = [code, bare, bare.replace(/^3D/i, '')]
  return new Set(spellings.filter((spelling) => spelling !== ''))
}
