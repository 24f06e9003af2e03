/**
 * Coalesces concurrent calls into one run. Every caller gets the result of a run that began after its call. A read
 * therefore contains everything committed before the call, and a flush covers everything written before it.
 * @param begin delays the run, so that imminent callers can join
 */
export function coalesce<T>(
  run: () => Promise<T>,
  begin: () => Promise<unknown> = async () => {},
): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  return () => {
    next ??= running.then(begin).then(() => {
      next = null
      const result = run()
      running = result.catch(() => {})
      return result
    })
    return next
  }
}

/** Maximum number of rows of one statement. */
const maxAtOnce = 32
/** A statement that is itself invalid fails within this time, in milliseconds. A slower failure is the database's. */
export const ownFaultMillis = 1_000

/** An item that waits for its batch. */
interface Waiting<In, Out> {
  readonly item: In
  readonly done: PromiseWithResolvers<Out>
}

/**
 * Runs a batch. After a fast failure, each item is retried alone. After a slow failure, because the database is locked
 * or silent, all items fail: a retry would take as long again.
 */
async function doTogether<In, Out>(
  work: (items: readonly In[]) => Promise<readonly Out[]>,
  batch: readonly Waiting<In, Out>[],
): Promise<void> {
  const begun = performance.now()
  try {
    const results = await work(batch.map(({ item }) => item))
    for (const [i, { done }] of batch.entries()) done.resolve(results[i] as Out)
  } catch (error) {
    if (batch.length > 1 && performance.now() - begun < ownFaultMillis) {
      await Promise.all(batch.map((one) => doTogether(work, [one])))
    } else for (const { done } of batch) done.reject(error)
  }
}

/**
 * Batches rows into one statement: one round trip and one disk flush for all of them. A row waits until its caller, or
 * the caller of a later row, asks for the write. Rows that arrive during a write join the next one. A caller resumes
 * only after its row is written. An invalid row fails alone (see `doTogether`).
 * @returns adds a row, and returns a function that triggers the write and waits for it
 */
export function writtenTogether<Row>(
  write: (rows: readonly Row[]) => Promise<unknown>,
): (row: Row) => () => Promise<void> {
  interface WaitingRow extends Waiting<Row, void> {
    isAskedFor: boolean
  }
  const queue: WaitingRow[] = []
  let running = false
  const writeAll = async (rows: readonly Row[]) => {
    await write(rows)
    return []
  }
  const drain = async () => {
    running = true
    // Callers of the same turn of the event loop share a batch.
    await new Promise(setImmediate)
    while (queue.some(({ isAskedFor }) => isAskedFor))
      await doTogether(writeAll, queue.splice(0, maxAtOnce))
    running = false
  }
  return (row) => {
    const mine: WaitingRow = { item: row, done: Promise.withResolvers<void>(), isAskedFor: false }
    // The write may fail before the caller asks; the caller then gets the error.
    mine.done.promise.catch(() => {})
    queue.push(mine)
    return () => {
      mine.isAskedFor = true
      if (!running && queue.includes(mine)) void drain()
      return mine.done.promise
    }
  }
}
