import { coalesce } from './coalesce.ts'
import { DatabaseUnavailableError } from './errors.ts'

/** A participant: work of the writing connection that is committed or rolled back as one. */
export interface Participant {
  /** Commits it; resolves when it is on disk. */
  commit(): Promise<void>
  /** Rolls it back. */
  rollback(): void
}

/** The writing connection, one participant after the other. */
export interface GroupCommit {
  /** Waits for its turn and begins a participant; everybody else waits until it is committed or rolled back. */
  begin(): Promise<Participant>
  /** Waits for its turn and runs what cannot be inside a transaction. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** What is needed of the connection. */
export interface WritingConnection {
  /** Runs a statement without values or rows. */
  run(sql: string): unknown
  readonly inTransaction: boolean
}

/** How long a transaction of another process is waited for, the time in the queue included. */
const timeoutMs = 4_000
/** Between two looks, at most. */
const pauseMillis = 8

/** What is said where SQLite has undone a transaction by itself. */
export const lostTransaction = 'The transaction was lost with an error of the database.'

/** Participants that may wait for one commit. */
const maxParticipants = 64
const savepoint = 'part'

/**
 * Lets participants that come close after one another share a commit, and commits share a flush to the disk:
 * both take as long for many participants as for a single one. A participant is a savepoint, rolled back without the
 * others; nobody is answered before the commit that holds their participant is on disk. The first participant of a
 * commit needs none: undone it takes the whole transaction with it, which is nobody else's yet.
 * @param writer the writing connection; its commits need not wait for the disk themselves
 * @param flush waits until the disk has what is committed
 */
export function groupCommit(writer: WritingConnection, flush: () => Promise<unknown>): GroupCommit {
  const run = (sql: string) => writer.run(sql)
  const flushed = coalesce(flush)
  const mutex = newMutex()
  /** Committed participants whose commit is still to come; null when no transaction is open. */
  let open: { readonly done: PromiseWithResolvers<void>; size: number } | null = null

  const commit = () => {
    if (!open) return
    const { done } = open
    open = null
    try {
      run('COMMIT')
      flushed().then(() => done.resolve(), done.reject)
    } catch (error) {
      ignoringErrors(() => run('ROLLBACK'))
      done.reject(error)
    }
  }

  /** After some errors SQLite has undone everything by itself, the participants that were committed with it. */
  const noticeLoss = () => {
    if (!open || writer.inTransaction) return
    open.done.reject(new DatabaseUnavailableError(lostTransaction))
    open = null
  }

  /** At the end of a participant: now when it is the last or enough have gathered, else a moment later. */
  const commitSoon = () => {
    if (open && open.size >= maxParticipants) commit()
    else if (!mutex.isContended()) setImmediate(() => !mutex.isLocked() && commit())
  }

  const rollbackParticipant = () =>
    ignoringErrors(() => {
      run(`ROLLBACK TO ${savepoint}`)
      run(`RELEASE ${savepoint}`)
    })

  const rollbackAll = () => {
    ignoringErrors(() => run('ROLLBACK'))
    if (!writer.inTransaction) open = null
  }

  const begin = async (): Promise<Participant> => {
    const until = performance.now() + timeoutMs
    const release = await mutex.acquire()
    const isFirst = open === null
    try {
      if (!open) {
        await retryWhileBusy(until, () => run('BEGIN IMMEDIATE'))
        const done = Promise.withResolvers<void>()
        // Nobody may be left to hear of it: each participant has an answer of its own.
        done.promise.catch(() => {})
        open = { done, size: 0 }
      }
      if (!isFirst) run(`SAVEPOINT ${savepoint}`)
    } catch (error) {
      noticeLoss()
      release()
      commitSoon()
      throw error
    }
    const mine = open
    let ended = false
    /** Once: the client may say that it gives up what it has just committed. */
    const end = (work: () => void) => {
      if (ended) return
      ended = true
      try {
        work()
      } finally {
        noticeLoss()
        release()
        commitSoon()
      }
    }
    return {
      async commit() {
        end(() => {
          if (!isFirst) run(`RELEASE ${savepoint}`)
          mine.size++
        })
        await mine.done.promise
      },
      rollback: () => end(isFirst ? rollbackAll : rollbackParticipant),
    }
  }

  return {
    begin,
    async alone(work) {
      const release = await mutex.acquire()
      try {
        commit()
        return await work()
      } finally {
        release()
      }
    },
  }
}

/**
 * Does what another process's transaction may stand in the way of. SQLite's own waiting would stop
 * this whole process; here everything else goes on.
 * @throws Error, when it is still in the way, without a code that asks for another try
 */
async function retryWhileBusy(until: number, work: () => unknown): Promise<void> {
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

function ignoringErrors(work: () => void): void {
  try {
    work()
  } catch {}
}

/** Turns that are taken one after the other. */
interface Mutex {
  /** Waits for a turn; resolves to the function that ends it. */
  acquire(): Promise<() => void>
  /** Whether somebody has a turn. */
  isLocked(): boolean
  /** Whether somebody waits for a turn. */
  isContended(): boolean
}

function newMutex(): Mutex {
  let last = Promise.resolve()
  let locked = false
  let waiting = 0
  return {
    async acquire() {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      waiting++
      await before
      waiting--
      locked = true
      return () => {
        locked = false
        resolve()
      }
    },
    isLocked: () => locked,
    isContended: () => waiting > 0,
  }
}
