import { splitWords } from '#lib/base/text/text.ts'

/** The authentication levels, weakest first (docs/specification.md "Scopes and claims"). */
export const acrLevels = [
  'urn:authserver:level1',
  'urn:authserver:level2_optional',
  'urn:authserver:level2_mandatory',
] as const

export type AcrLevel = (typeof acrLevels)[number]

export const initialAcr: AcrLevel = 'urn:authserver:level2_optional'

export function isAcrLevel(name: string): name is AcrLevel {
  return acrLevels.some((level) => level === name)
}

export function isAtLeast(level: AcrLevel, needed: AcrLevel): boolean {
  return acrLevels.indexOf(level) >= acrLevels.indexOf(needed)
}

export function higherAcr(a: AcrLevel, b: AcrLevel): AcrLevel {
  return isAtLeast(a, b) ? a : b
}

/**
 * The stored default level of a client. An unknown stored value counts as the strongest level, so a damaged row never
 * weakens a sign-in.
 */
export function defaultAcr(stored: string): AcrLevel {
  return isAcrLevel(stored) ? stored : 'urn:authserver:level2_mandatory'
}

/**
 * The level that an authorization request needs: the higher of the client's default and the first known entry of
 * `acr_values`. That parameter is a preference list, and unknown entries are skipped (OpenID Connect Core 1.0, section
 * 3.1.2.1). The request passes through the browser, so it can raise the client's level but never lower it.
 * @param acrValues the parameter as sent; undefined when absent
 */
export function chooseTargetAcr(acrValues: string | undefined, clientDefault: string): AcrLevel {
  const level = defaultAcr(clientDefault)
  return higherAcr(splitWords(acrValues).find(isAcrLevel) ?? level, level)
}
