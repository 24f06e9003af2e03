/**
 * Sets an entry of a map that holds at most `most` of them (at least one): the one whose key was set
 * first is forgotten for the one too many. Finding an entry stays the map's own `get`, which does not
 * make it younger.
 */
export function setBounded<K, V>(map: Map<K, V>, most: number, key: K, value: V): void {
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value as K)
}
