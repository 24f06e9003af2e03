import type Sqlite from 'better-sqlite3'
import { coalesce } from '#lib/base/concurrency/coalesce.ts'
import { DatabaseUnavailableError } from '../errors.ts'
import type { SqliteStatements } from './sqlite-statements.ts'

/** Work on the writing connection that is committed or rolled back as a unit. */
export interface Participant {
  /** Resolves when the work is on disk. */
  commit(): Promise<void>
  rollback(): void
}

/** Serializes participants on the writing connection. */
export interface GroupCommit {
  /** Waits for the mutex and begins a participant. Others wait until it is committed or rolled back. */
  begin(): Promise<Participant>
  /** Runs a single statement as a participant of its own. */
  single<T>(work: () => T | Promise<T>): Promise<T>
  /** Waits for the mutex and runs work that cannot run inside a transaction. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /**
   * After some errors, SQLite rolls the whole transaction back by itself. A concurrent statement of the transaction
   * would then be committed alone: a refresh token would be spent without a successor. Call this immediately before
   * the statement, without awaiting in between.
   * @throws DatabaseUnavailableError
   */
  requireOpen(): void
}

/** The part of a connection that is needed here. */
export interface WritingConnection {
  readonly connection: Pick<Sqlite.Database, 'inTransaction'>
  readonly statements: SqliteStatements
}

/** How long to wait for another process's transaction, in milliseconds, including the wait for the mutex. */
const timeoutMs = 4_000
/** The longest pause between two attempts, in milliseconds. */
const pauseMs = 8

/** The message when SQLite has rolled a transaction back by itself. */
const lostTransaction = 'The transaction was lost with an error of the database.'

/** Participants that may wait for one commit. */
const maxParticipants = 64
const savepoint = 'participant'

/**
 * Lets participants that follow closely share a commit, and commits share a disk flush: both take as long for many
 * participants as for one. A participant is a savepoint that can be rolled back alone. A caller resumes only when the
 * commit of its participant is on disk. The first participant of a commit needs no savepoint, because a full rollback
 * affects no other participant.
 * @param writer the writing connection; its commits need not wait for the disk themselves
 * @param flush waits until committed data is on disk
 */
export function groupCommit(writer: WritingConnection, flush: () => Promise<unknown>): GroupCommit {
  const run = (sql: string) => writer.statements.execute(sql, [])
  const flushed = coalesce(flush)
  const mutex = newMutex()
  /** The open transaction and its committed participants; null without one. */
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

  /**
   * After some errors, SQLite rolls the whole transaction back by itself, including participants already committed to
   * it.
   */
  const noticeLoss = () => {
    if (!open || writer.connection.inTransaction) return
    open.done.reject(new DatabaseUnavailableError(lostTransaction))
    open = null
  }

  /**
   * Runs at the end of a participant. Commits at once when enough participants wait, and otherwise in a moment unless
   * another one begins.
   */
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
    if (!writer.connection.inTransaction) open = null
  }

  const begin = async (): Promise<Participant> => {
    const until = performance.now() + timeoutMs
    const release = await mutex.acquire()
    const isFirst = open === null
    try {
      if (!open) {
        await retryWhileBusy(until, () => run('BEGIN IMMEDIATE'))
        const done = Promise.withResolvers<void>()
        // Keeps a failure without listeners from ending the process: each participant has its own answer.
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
    /** Runs once: the client may roll back a participant that it has just committed. */
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
    async single(work) {
      const participant = await begin()
      let result: Awaited<ReturnType<typeof work>>
      try {
        result = await work()
      } catch (error) {
        participant.rollback()
        throw error
      }
      await participant.commit()
      return result
    },
    async alone(work) {
      const release = await mutex.acquire()
      try {
        commit()
        return await work()
      } finally {
        release()
      }
    },
    requireOpen() {
      if (!writer.connection.inTransaction) throw new DatabaseUnavailableError(lostTransaction)
    },
  }
}

/**
 * Retries work that another process's transaction may block. SQLite's own waiting would block this whole process; here
 * other work continues.
 * @throws DatabaseUnavailableError after the limit, whose code does not ask for another try
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
      await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs))
    }
  }
}

function ignoringErrors(work: () => void): void {
  try {
    work()
  } catch {}
}

interface Mutex {
  /** Waits for the lock; resolves to the function that releases it. */
  acquire(): Promise<() => void>
  isLocked(): boolean
  /** Whether callers wait for the lock. */
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
