/**
 * Sets an entry of a map with at most `most` entries (at least one), and evicts the entry whose key was set first.
 * Reading an entry with `get` does not renew it.
 */
export function setBounded<K, V>(map: Map<K, V>, most: number, key: K, value: V): void {
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value as K)
}

/**
 * Whether a text contains `sought` more than `most` times. The scan stops there.
 * @param sought not empty
 */
export function occursMoreThan(most: number, text: string, sought: string): boolean {
  let count = 0
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    count++
    if (count > most) return true
  }
  return false
}
