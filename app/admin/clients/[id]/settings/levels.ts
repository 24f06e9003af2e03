/** The authentication levels, weakest first, with the ends of their names' keys. */
export const levels = [
  ['urn:authserver:level1', 'level1'],
  ['urn:authserver:level2_optional', 'level2_optional'],
  ['urn:authserver:level2_mandatory', 'level2_mandatory'],
] as const

/** The key of a level's name; null for an unknown level. */
export function levelKey(level: string) {
  const known = levels.find(([name]) => name === level)
  return known ? (`clients.levels.${known[1]}` as const) : null
}
