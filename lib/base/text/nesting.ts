/**
 * True when arrays and objects are nested at most so many levels. `JSON.parse` reads any number of them, and
 * `JSON.stringify` overflows the stack at a few thousand.
 * @param levels the value itself is the first
 */
export function isNestedAtMost(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((part) => isNestedAtMost(levels - 1, part))
}
