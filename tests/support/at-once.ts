/** A repository, reduced to the read with this name. */
type Reader<Name extends string> = Record<Name, (argument: never) => PromiseLike<unknown>>

/**
 * Runs the same work several times concurrently. Each run continues after its read only when all have read,
 * so the runs always race, however busy the machine is.
 * @param repository of the store that is used outside transactions
 * @param read the read that every run makes, and that nothing else calls meanwhile
 * @returns the settled results
 * @throws when a run ended without reading: the runs did not race
 */
export async function allAtOnce<Name extends string, Result>(
  repository: Reader<Name>,
  read: Name,
  count: number,
  work: () => Promise<Result>,
): Promise<Result[]> {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const original = repository[read]
  let readers = 0
  repository[read] = async (argument) => {
    const found = await original(argument)
    readers++
    if (readers === count) open()
    await gate
    return found
  }
  // A run that ends early must not keep the others waiting.
  const started = Array.from({ length: count }, () => work().finally(open))
  const results = await Promise.all(started).finally(() => {
    repository[read] = original
  })
  if (readers < count) throw new Error(`${readers} of ${count} have read.`)
  return results
}
