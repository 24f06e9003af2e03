import { type MockInstance, vi } from 'vitest'
import { type Configuration, storedConfiguration } from '#lib/persistence/configuration-cache.ts'
import type { Store } from '#lib/persistence/store.ts'

/** Makes one kind of configuration read fail, as in an outage, until it is restored. */
export function failingConfiguration(
  store: Store,
  question: keyof Configuration,
  error = new Error('no database'),
): MockInstance {
  const fail = () => Promise.reject(error)
  const configuration = { ...storedConfiguration(store), [question]: fail }
  return vi.spyOn(store, 'configuration').mockResolvedValue(configuration)
}
