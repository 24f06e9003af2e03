/**
 * Letters that are a third or fourth case of another letter. Converted to upper case and back to lower case, they
 * become that other letter: the final sigma, the Kelvin sign, digraphs in title case …
 */
const irregularVariants = Array.from(
  '\u0131\u212a\u017f\u00b5\u212b\u1e9e\u01c5\u01c8\u01cb\u01f2\u0345\u1fbe\u03d0\u03f5\u03d1\u03f4' +
    '\u03f0\u03d6\u03f1\u03c2\u03d5\u2126\u1c80\u1c81\u1c82\u1c83\u1c84\u1c85\u1c86\u1c87\u1c88\u1e9b' +
    '\u1f88\u1f89\u1f8a\u1f8b\u1f8c\u1f8d\u1f8e\u1f8f\u1f98\u1f99\u1f9a\u1f9b\u1f9c\u1f9d\u1f9e\u1f9f' +
    '\u1fa8\u1fa9\u1faa\u1fab\u1fac\u1fad\u1fae\u1faf\u1fbc\u1fcc\u1ffc',
)

/**
 * Every case of a character: all single characters with the same case folding. The first is the lower case; a character
 * without cases is its only variant.
 * @param character one code point
 */
export function caseVariants(character: string): readonly string[] {
  const lower = foldedCase(character)
  const irregular = irregularVariants.filter((variant) => foldedCase(variant) === lower)
  return [...new Set([lower, oneOr(lower, lower.toUpperCase()), ...irregular])]
}

function foldedCase(character: string): string {
  const upper = oneOr(character, character.toUpperCase())
  return oneOr(upper, upper.toLowerCase())
}

/** The other form, unless it has several characters. */
function oneOr(character: string, form: string): string {
  return Array.from(form).length === 1 ? form : character
}
