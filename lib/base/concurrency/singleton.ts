/**
 * One value per process, made by `make` on the first call. Next.js bundles route handlers and pages separately, and the
 * start file loads the same modules a third time. They share `globalThis`, but not module state.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = keyOf(name)
  const slots = globalThis as unknown as Record<symbol, T | undefined>
  slots[key] ??= make()
  return slots[key]
}

/**
 * Returns the last value while its key is the same, and otherwise replaces it. For values that every response needs and
 * that rarely change.
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

/** Looking up a symbol in the global registry takes longer than reading the value. */
const keys = new Map<string, symbol>()

function keyOf(name: string): symbol {
  let key = keys.get(name)
  if (!key) {
    key = Symbol.for(`authserver.${name}`)
    keys.set(name, key)
  }
  return key
}
