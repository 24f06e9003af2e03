import { ownFaultMillis } from './coalesce.ts'
import type { Work } from './connection.ts'
import { inTransaction, type OpenTransaction } from './statement-transaction.ts'

/** What is needed of the database. */
export interface Transactions {
  /** Begins a transaction. @param timeoutMs how long it may wait for a lock; absent: as long as for an answer */
  begin(timeoutMs?: number): Promise<OpenTransaction>
  /** True when the database says that it did not do it; false when nobody knows. */
  isRefusal(error: unknown): boolean
}

/** Parts of one transaction at most. */
const maxTogether = 16
/** A part that waits for a lock keeps the others waiting, and holds what they have locked. */
const timeoutMs = 100

/** Work that waits to be done. */
interface Waiting {
  readonly work: Work<unknown>
  readonly done: PromiseWithResolvers<unknown>
}

/**
 * Lets work share a transaction where it is asked for in one turn of the event loop and keeps to rows of different
 * sessions or grants (`Work.rowsOf`): its statements go to the database together, one of whose processes is woken once
 * for all of them, and so does what commits them. When any of it fails all is undone, and each is done in a transaction
 * of its own: so one that is overtaken, refused, or has to wait for a lock is nobody else's failure.
 * @returns does work; that without `rowsOf` by itself
 */
export function jointTransactions({
  begin,
  isRefusal,
}: Transactions): <T>(work: Work<T>) => Promise<T> {
  const alone = async <T>(work: Work<T>): Promise<T> => inTransaction(await begin(), work)

  const doByItself = ({ work, done }: Waiting) => alone(work).then(done.resolve, done.reject)

  const doTogether = async (parts: readonly Waiting[]) => {
    const begun = performance.now()
    let outcomes: readonly PromiseSettledResult<unknown>[] = []
    let isCommitAsked = false
    const joint: Work<readonly unknown[]> = {
      async run(connection) {
        // Each to its end, so that none goes on when it is done once more.
        outcomes = await Promise.allSettled(parts.map(({ work }) => work.run(connection)))
        const results = outcomes.map(resultOf)
        await Promise.all(parts.map(({ work }) => work.last?.()))
        isCommitAsked = true
        return results
      },
      limitMillis: Math.max(...parts.map(({ work }) => work.limitMillis)),
    }
    try {
      const results = await inTransaction(await begin(timeoutMs), joint)
      for (const [i, { done }] of parts.entries()) done.resolve(results[i])
    } catch (error) {
      const isUndone = !isCommitAsked || isRefusal(error)
      // The database is slow or silent: nobody who failed waits for that twice.
      const isLate = performance.now() - begun > ownFaultMillis
      for (const [i, part] of parts.entries()) {
        const outcome = outcomes[i]
        if (isUndone && (!isLate || outcome?.status === 'fulfilled')) void doByItself(part)
        else part.done.reject(outcome?.status === 'rejected' ? outcome.reason : error)
      }
    }
  }

  let queue: Waiting[] = []
  const doAll = () => {
    const waiting = queue
    queue = []
    for (const parts of partsOf(waiting)) {
      void (parts.length > 1 ? doTogether(parts) : doByItself(parts[0] as Waiting))
    }
  }

  return <T>(work: Work<T>) => {
    if (work.rowsOf === undefined) return alone(work)
    const done = Promise.withResolvers<unknown>()
    if (queue.push({ work, done }) === 1) setImmediate(doAll)
    return done.promise as Promise<T>
  }
}

/**
 * Divides work among transactions. Two for the same session or grant must not share one: a transaction does not wait
 * for its own locks. In each the parts are in the order of what they keep to, so that two transactions which lock
 * rows of the same ones do so in the same order.
 */
function partsOf(waiting: readonly Waiting[]): Waiting[][] {
  const transactions: Map<string, Waiting>[] = []
  for (const one of waiting) {
    const rowsOf = one.work.rowsOf ?? ''
    const hasRoom = (parts: Map<string, Waiting>) => parts.size < maxTogether && !parts.has(rowsOf)
    let parts = transactions.find(hasRoom)
    if (!parts) {
      parts = new Map()
      transactions.push(parts)
    }
    parts.set(rowsOf, one)
  }
  const byRows = ([a]: [string, Waiting], [b]: [string, Waiting]) => (a < b ? -1 : 1)
  return transactions.map((parts) => [...parts].toSorted(byRows).map(([, one]) => one))
}

function resultOf<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
