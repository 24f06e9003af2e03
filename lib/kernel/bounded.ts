/**
 * Sets an entry of a map that holds at most `most` of them (at least one): the one whose key was set
 * first is forgotten for the one too many. Finding an entry stays the map's own `get`, which does not
 * make it younger.
 */
export function setBounded<K, V>(map: Map<K, V>, most: number, key: K, value: V): void {
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value as K)
}

/**
 * Whether something stands in a text more than `most` times: looked at no further than that.
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
