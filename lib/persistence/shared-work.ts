/**
 * One run for everybody who asks while another is under way. Who asks gets the result of a run that
 * began after the question: of a read whatever was committed before is in it, of a flush whatever was
 * written before is on the disk.
 * @param begin waits for those who are just about to ask
 */
export function sharedRun<T>(
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

/** Rows in one statement at most. */
const mostAtOnce = 32

/**
 * Writes that come while one is under way are written together by the next, in one statement: one
 * round trip and one flush to the disk for all of them. Nobody is answered before their own row is
 * written; where a joint write fails, each row is tried by itself.
 */
export function writtenTogether<Row>(
  write: (rows: readonly Row[]) => Promise<unknown>,
): (row: Row) => Promise<void> {
  interface Waiting {
    readonly row: Row
    readonly done: PromiseWithResolvers<void>
  }
  const queue: Waiting[] = []
  let running = false
  const writeAll = async (batch: readonly Waiting[]) => {
    const outcome = await write(batch.map(({ row }) => row)).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (!outcome) for (const { done } of batch) done.resolve()
    else if (batch.length === 1) batch[0]?.done.reject(outcome.error)
    else for (const one of batch) await writeAll([one])
  }
  const drain = async () => {
    running = true
    // Those who come in the same turn of the event loop go together.
    await new Promise(setImmediate)
    while (queue.length > 0) await writeAll(queue.splice(0, mostAtOnce))
    running = false
  }
  return (row) => {
    const done = Promise.withResolvers<void>()
    queue.push({ row, done })
    if (!running) void drain()
    return done.promise
  }
}
