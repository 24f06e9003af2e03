import { DatabaseUnavailableError } from './errors.ts'
import { sharedRun } from './shared-work.ts'

/** A part of the writing connection's work that is kept or undone as one. */
export interface Part {
  /** Keeps it; resolves when it is on disk. */
  keep(): Promise<void>
  /** Undoes it. */
  undo(): void
}

/** The writing connection, one part after the other. */
export interface JointCommits {
  /** Waits for its turn and begins a part; everybody else waits until it is kept or undone. */
  begin(): Promise<Part>
  /** Waits for its turn and runs what cannot be a part of a transaction. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** What is needed of the connection. */
export interface WritingConnection {
  /** Runs a statement without values or rows. */
  run(sql: string): unknown
  readonly inTransaction: boolean
}

/** How long a transaction of another process is waited for, the time in the queue included. */
const patienceMillis = 4_000
/** Between two looks, at most. */
const pauseMillis = 8

/** What is said where SQLite has undone a transaction by itself. */
export const lostTransaction = 'The transaction was lost with an error of the database.'

/** Parts that may wait for one commit. */
const mostTogether = 64
const savepoint = 'part'

/**
 * Lets parts that come close after one another share a commit, and commits share a flush to the disk:
 * both take as long for many parts as for a single one. A part is a savepoint, undone without the
 * others; nobody is answered before the commit that holds their part is on disk. The first part of a
 * commit needs none: undone it takes the whole transaction with it, which is nobody else's yet.
 * @param writer the writing connection; its commits need not wait for the disk themselves
 * @param flush waits until the disk has what is committed
 */
export function jointCommits(
  writer: WritingConnection,
  flush: () => Promise<unknown>,
): JointCommits {
  const run = (sql: string) => writer.run(sql)
  const flushed = sharedRun(flush)
  const turns = openTurns()
  /** Kept parts whose commit is still to come; null when no transaction is open. */
  let open: { readonly done: PromiseWithResolvers<void>; size: number } | null = null

  const commit = () => {
    if (!open) return
    const { done } = open
    open = null
    try {
      run('COMMIT')
      flushed().then(() => done.resolve(), done.reject)
    } catch (error) {
      attempt(() => run('ROLLBACK'))
      done.reject(error)
    }
  }

  /** After some errors SQLite has undone everything by itself, the parts that were kept with it. */
  const noticeLoss = () => {
    if (!open || writer.inTransaction) return
    open.done.reject(new DatabaseUnavailableError(lostTransaction))
    open = null
  }

  /** At the end of a part: now when it is the last or enough have gathered, else a moment later. */
  const commitSoon = () => {
    if (open && open.size >= mostTogether) commit()
    else if (!turns.isAwaited()) setImmediate(() => !turns.isTaken() && commit())
  }

  const undoPart = () =>
    attempt(() => {
      run(`ROLLBACK TO ${savepoint}`)
      run(`RELEASE ${savepoint}`)
    })

  const undoAll = () => {
    attempt(() => run('ROLLBACK'))
    if (!writer.inTransaction) open = null
  }

  const begin = async (): Promise<Part> => {
    const until = performance.now() + patienceMillis
    const leave = await turns.take()
    const isFirst = open === null
    try {
      if (!open) {
        await patiently(until, () => run('BEGIN IMMEDIATE'))
        const done = Promise.withResolvers<void>()
        // Nobody may be left to hear of it: each part has an answer of its own.
        done.promise.catch(() => {})
        open = { done, size: 0 }
      }
      if (!isFirst) run(`SAVEPOINT ${savepoint}`)
    } catch (error) {
      noticeLoss()
      leave()
      commitSoon()
      throw error
    }
    const mine = open
    let ended = false
    /** Once: the client may say that it gives up what it has just kept. */
    const end = (work: () => void) => {
      if (ended) return
      ended = true
      try {
        work()
      } finally {
        noticeLoss()
        leave()
        commitSoon()
      }
    }
    return {
      async keep() {
        end(() => {
          if (!isFirst) run(`RELEASE ${savepoint}`)
          mine.size++
        })
        await mine.done.promise
      },
      undo: () => end(isFirst ? undoAll : undoPart),
    }
  }

  return {
    begin,
    async alone(work) {
      const leave = await turns.take()
      try {
        commit()
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/**
 * Does what another process's transaction may stand in the way of. SQLite's own waiting would stop
 * this whole process; here everything else goes on.
 * @throws Error, when it is still in the way, without a code that asks for another try
 */
async function patiently(until: number, work: () => unknown): Promise<void> {
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
      if (!isBusy) throw error
      if (performance.now() > until) {
        throw new DatabaseUnavailableError('Another process keeps the database locked.')
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMillis))
    }
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {}
}

/** Turns that are taken one after the other. */
interface Turns {
  /** Waits for a turn; resolves to the function that ends it. */
  take(): Promise<() => void>
  /** Whether somebody has a turn. */
  isTaken(): boolean
  /** Whether somebody waits for a turn. */
  isAwaited(): boolean
}

function openTurns(): Turns {
  let last = Promise.resolve()
  let taken = false
  let waiting = 0
  return {
    async take() {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      waiting++
      await before
      waiting--
      taken = true
      return () => {
        taken = false
        resolve()
      }
    },
    isTaken: () => taken,
    isAwaited: () => waiting > 0,
  }
}
