import { splitWords } from '#lib/kernel/text.ts'

/** The authentication levels, weakest first (docs/specification.md "Scopes and claims"). */
export const acrLevels = [
  'urn:authserver:level1',
  'urn:authserver:level2_optional',
  'urn:authserver:level2_mandatory',
] as const

export type AcrLevel = (typeof acrLevels)[number]

/** The level that a new client asks for by default. */
export const initialAcr: AcrLevel = 'urn:authserver:level2_optional'

/** True for the exact name of a level; names are case-sensitive. */
export function isAcrLevel(name: string): name is AcrLevel {
  return acrLevels.some((level) => level === name)
}

/** True when `level` is as strong as `needed` or stronger. */
export function isAtLeast(level: AcrLevel, needed: AcrLevel): boolean {
  return acrLevels.indexOf(level) >= acrLevels.indexOf(needed)
}

/** The stronger of two levels. */
export function higherAcr(a: AcrLevel, b: AcrLevel): AcrLevel {
  return isAtLeast(a, b) ? a : b
}

/**
 * The level that a client asks for by default. A stored one that names no level counts as the strongest, so that
 * a damaged row never weakens a sign-in.
 */
export function defaultAcr(stored: string): AcrLevel {
  return isAcrLevel(stored) ? stored : 'urn:authserver:level2_mandatory'
}

/**
 * The level that an authorization request needs: the higher of the client's default and the first known one of
 * `acr_values`, a preference list whose unknown entries are skipped (OpenID Connect Core 1.0, section 3.1.2.1). The
 * request passes through the browser, so it can ask for more than the client does and never for less.
 * @param acrValues the parameter as sent; undefined when absent
 */
export function chooseTargetAcr(acrValues: string | undefined, clientDefault: string): AcrLevel {
  const level = defaultAcr(clientDefault)
  return higherAcr(splitWords(acrValues).find(isAcrLevel) ?? level, level)
}
