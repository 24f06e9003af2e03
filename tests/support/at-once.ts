/** A repository, as far as its read of this name goes. */
type Reader<Name extends string> = Record<Name, (argument: never) => PromiseLike<unknown>>

/**
 * Does the same several times at once. Each goes on from its read only when all of them have read, so that they
 * compete for what they found, however busy the machine is.
 * @param repository of the store that is used outside transactions
 * @param read what each of them, and nobody else meanwhile, asks of it
 * @returns what became of them
 * @throws when one ended without having read: they did not compete
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
  // One that ends early is no reason to keep the others waiting.
  const started = Array.from({ length: count }, () => work().finally(open))
  const results = await Promise.all(started).finally(() => {
    repository[read] = original
  })
  if (readers < count) throw new Error(`${readers} of ${count} have read.`)
  return results
}
