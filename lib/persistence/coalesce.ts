/**
 * One run for everybody who asks while another is under way. Who asks gets the result of a run that
 * began after the question: of a read whatever was committed before is in it, of a flush whatever was
 * written before is on the disk.
 * @param begin waits for those who are just about to ask
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

/** What goes together at most: rows in one statement, questions in one round trip. */
const maxAtOnce = 32
/** What is itself at fault is refused at once: what took longer to fail is the database's fault. */
export const ownFaultMillis = 1_000

/** Something that waits to be done together with others. */
interface Waiting<In, Out> {
  readonly item: In
  readonly done: PromiseWithResolvers<Out>
}

/**
 * Does for all of them what each waits for. Where that is refused at once, each is tried by itself; where it fails after
 * a while, because a database is locked or silent, all of them fail: they would wait as long once more.
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
 * Questions that are asked before the event loop has gone round are put together, those that come later without
 * waiting for them. One that is at fault fails alone (see `doTogether`).
 * @param ask answers questions in their order
 */
export function askedTogether<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let queue: Waiting<Question, Answer>[] = []
  const askAll = () => {
    const asked = queue
    queue = []
    for (let i = 0; i < asked.length; i += maxAtOnce) {
      void doTogether(ask, asked.slice(i, i + maxAtOnce))
    }
  }
  return (question) => {
    const done = Promise.withResolvers<Answer>()
    if (queue.push({ item: question, done }) === 1) setImmediate(askAll)
    return done.promise
  }
}

/**
 * Rows that are written together, in one statement: one round trip and one flush to the disk for all of
 * them. A row waits until somebody asks for it or for one that came later, so that whoever has other
 * work to do before their answer leaves the writing to whoever answers first. What comes while a write
 * is under way goes with the next. Nobody who asked is told that their row is written before it is.
 * A row that is at fault fails alone (see `doTogether`).
 * @returns adds a row; what that returns has the row written, if it is not yet, and waits for it
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
    // Those who come in the same turn of the event loop go together.
    await new Promise(setImmediate)
    while (queue.some(({ isAskedFor }) => isAskedFor))
      await doTogether(writeAll, queue.splice(0, maxAtOnce))
    running = false
  }
  return (row) => {
    const mine: WaitingRow = { item: row, done: Promise.withResolvers<void>(), isAskedFor: false }
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
