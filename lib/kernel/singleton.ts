/**
 * One value for the whole process, made by `make` on the first call. Next.js bundles route handlers
 * and pages apart, and the start file loads the same modules a third time: module state is not
 * shared between them, `globalThis` is.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = keyOf(name)
  const slots = globalThis as unknown as Record<symbol, T | undefined>
  slots[key] ??= make()
  return slots[key]
}

/**
 * The value that was made last, as long as its key stays the same; else a new one, which takes its
 * place. For what every answer needs and seldom changes.
 */
export function memoizeLast<T>(name: string, key: string | object, make: () => T): T {
  const slot = singleton<{ key: string | object; value: T } | { key: null }>(name, () => ({
    key: null,
  }))
  if (slot.key === key) return slot.value
  const value = make()
  Object.assign(slot, { key, value })
  return value
}

/** To find a key in the registry takes longer than to read the value. */
const keys = new Map<string, symbol>()

function keyOf(name: string): symbol {
  let key = keys.get(name)
  if (!key) {
    key = Symbol.for(`authserver.${name}`)
    keys.set(name, key)
  }
  return key
}
