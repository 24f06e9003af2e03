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
/** A row that is at fault is refused at once: what took longer to fail is the database's fault. */
const rowFaultMillis = 1_000

/**
 * Rows that are written together, in one statement: one round trip and one flush to the disk for all of
 * them. A row waits until somebody asks for it or for one that came later, so that whoever has other
 * work to do before their answer leaves the writing to whoever answers first. What comes while a write
 * is under way goes with the next. Nobody who asked is told that their row is written before it is.
 * Where a joint write is refused at once, each row is tried by itself; where it fails after a while, because a
 * database is locked or silent, all of its rows fail: one after the other would take minutes.
 * @returns adds a row; what that returns has the row written, if it is not yet, and waits for it
 */
export function writtenTogether<Row>(
  write: (rows: readonly Row[]) => Promise<unknown>,
): (row: Row) => () => Promise<void> {
  interface Waiting {
    readonly row: Row
    readonly done: PromiseWithResolvers<void>
    isAskedFor: boolean
  }
  const queue: Waiting[] = []
  let running = false
  const writeAll = async (batch: readonly Waiting[]) => {
    const begun = performance.now()
    const outcome = await write(batch.map(({ row }) => row)).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (!outcome) for (const { done } of batch) done.resolve()
    else if (batch.length > 1 && performance.now() - begun < rowFaultMillis) {
      for (const one of batch) await writeAll([one])
    } else for (const { done } of batch) done.reject(outcome.error)
  }
  const drain = async () => {
    running = true
    // Those who come in the same turn of the event loop go together.
    await new Promise(setImmediate)
    while (queue.some(({ isAskedFor }) => isAskedFor)) await writeAll(queue.splice(0, mostAtOnce))
    running = false
  }
  return (row) => {
    const mine: Waiting = { row, done: Promise.withResolvers<void>(), isAskedFor: false }
    // It may fail before anybody asks; who asks then is told.
    mine.done.promise.catch(() => {})
    queue.push(mine)
    return () => {
      mine.isAskedFor = true
      if (!running && queue.includes(mine)) void drain()
      return mine.done.promise
    }
  }
}
