import type { Config } from './config.ts'
import type { Cipher } from './kernel/cipher.ts'
import type { Log } from './kernel/log.ts'
import type { Mail } from './mail/mail.ts'
import type { Limits } from './persistence/limits.ts'
import type { Configuration, NewAuditLog, SettingsRecord, Store } from './persistence/store.ts'

/** Everything a function with effects may use: always its first argument, created once per request. */
export interface Context {
  /** The same instant throughout a request. */
  readonly now: Date
  readonly requestId: string
  /** Client address by the trusted-proxy rule; '' when unknown. */
  readonly ip: string
  readonly userAgent: string
  /** The `Accept-Language` header as sent. */
  readonly acceptLanguage: string
  readonly config: Config
  readonly settings: SettingsRecord
  /** Settings, keys and clients, at least as recent as the start of the request. */
  readonly configuration: Configuration
  readonly store: Store
  readonly limits: Limits
  readonly mail: Mail
  /** Encrypts secrets at rest. */
  readonly cipher: Cipher
  readonly log: Log
  /**
   * Runs first in every transaction of this context and throws to refuse. It repeats an authorization check under
   * the transaction's locks, where the checked state can no longer change. Absent when there is nothing to check.
   */
  readonly guard?: ((tx: Tx) => Promise<void>) | undefined
  /** Aborted when the caller closes the connection; absent where there is no connection. */
  readonly closed?: (() => AbortSignal) | undefined
  /** True while the database is unavailable and the last known configuration is used instead. */
  readonly isFromMemory?: boolean
}

declare const inTransaction: unique symbol

/** A context inside a transaction: its store writes all or nothing. */
export type Tx = Context & {
  readonly [inTransaction]: true
  /**
   * Runs the writes when the work is done, together with the commit: on PostgreSQL in the same round trip. Reads of
   * the transaction do not see these writes; a failure rolls everything back.
   * @param write issues all its statements synchronously: later statements are refused
   */
  withCommit(write: () => Promise<unknown>): void
  /** Adds an audit entry. All entries of a transaction are inserted together, after its other writes. */
  record(entry: NewAuditLog): void
  /** Runs after the commit with the outer context; must not throw. */
  afterCommit(effect: (ctx: Context) => void): void
}

/** The part of a failure that is recorded although the transaction rolled back. */
export interface RollbackHooks {
  readonly onRollback?: ((tx: Tx) => Promise<void>) | undefined
  /** Records the refusal on its own after the rollback; never throws. */
  readonly report?: ((ctx: Context) => Promise<void>) | undefined
}

/**
 * Runs `work` in one transaction: commits when it returns, rolls back when it throws. A thrown error's `onRollback`
 * then runs in a transaction of its own (the revocation that answers a replay, for example) before the error
 * propagates. The transaction is retried on "busy" and serialization failures of the database, so `work` must have
 * no effect outside `tx`.
 * @param limitMillis time limit; by default that of a request
 */
export async function transaction<T>(
  ctx: Context,
  work: (tx: Tx) => Promise<T>,
  limitMillis?: number,
): Promise<T> {
  return runRollbackHooks(
    ctx,
    commit(ctx, work, (inside, ending) =>
      ctx.store.transaction(inside, { ...ending, limitMillis }),
    ),
  )
}

/**
 * Like `transaction`, for short, frequent work: see `briefTransaction` of the store. `work` may run more than once
 * here too.
 * @param rowsOf the session or grant whose rows alone the work locks and changes, if any: see `Work.rowsOf`
 */
export async function briefTransaction<T>(
  ctx: Context,
  work: (tx: Tx) => Promise<T>,
  rowsOf?: string,
): Promise<T> {
  return runRollbackHooks(
    ctx,
    commit(ctx, work, (inside, ending) =>
      ctx.store.briefTransaction(inside, { ...ending, rowsOf }),
    ),
  )
}

async function runRollbackHooks<T>(ctx: Context, committed: Promise<T>): Promise<T> {
  try {
    return await committed
  } catch (error) {
    const { onRollback, report } = error instanceof Error ? (error as Error & RollbackHooks) : {}
    const unguarded = withoutGuard(ctx)
    if (onRollback) await commit(unguarded, onRollback, ctx.store.transaction)
    await report?.(unguarded)
    throw error
  }
}

/**
 * Audit entries per statement. The bound keeps the number of distinct SQL texts small, however many entries there
 * are.
 */
const maxEntriesTogether = 16

/** Runs a transaction: its work, and the writes that go with the commit. */
type Run<T> = (
  work: (store: Store) => Promise<T>,
  ending: { readonly last: (store: Store) => Promise<unknown> },
) => Promise<T>

async function commit<T>(ctx: Context, work: (tx: Tx) => Promise<T>, run: Run<T>): Promise<T> {
  let effects: ((ctx: Context) => void)[] = []
  let writes: (() => Promise<unknown>)[] = []
  let entries: NewAuditLog[] = []
  const inside = async (store: Store) => {
    effects = []
    writes = []
    entries = []
    const tx = {
      ...ctx,
      store,
      withCommit: (write: () => Promise<unknown>) => writes.push(write),
      record: (entry: NewAuditLog) => entries.push(entry),
      afterCommit: (effect: (ctx: Context) => void) => effects.push(effect),
    } as unknown as Tx
    await ctx.guard?.(tx)
    return work(tx)
  }
  const writeLast = (store: Store) => {
    const written = writes.map((write) => write())
    while (entries.length > 0)
      written.push(store.auditLog.insertAll(entries.splice(0, maxEntriesTogether)))
    return Promise.all(written)
  }
  const result = await run(inside, { last: writeLast })
  const after = withoutGuard(ctx)
  for (const effect of effects) effect(after)
  return result
}

/** For effects after a commit or a refusal, which the guard must not check a second time. */
function withoutGuard(ctx: Context): Context {
  return ctx.guard ? { ...ctx, guard: undefined } : ctx
}
