/**
 * One value for the whole process, made by `make` on the first call. Next.js bundles route handlers
 * and pages apart, and the start file loads the same modules a third time: module state is not
 * shared between them, `globalThis` is.
 */
export function perProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`authserver.${name}`)
  const slots = globalThis as unknown as Record<symbol, T | undefined>
  slots[key] ??= make()
  return slots[key]
}
