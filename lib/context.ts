import type { Config } from './config.ts'
import type { Cipher } from './kernel/cipher.ts'
import type { Log } from './kernel/log.ts'
import type { Mail } from './mail/mail.ts'
import type { Limits } from './persistence/limits.ts'
import type { Configuration, NewAuditLog, SettingsRecord, Store } from './persistence/store.ts'

/** What a function with effects may use: always its first argument, made once per request. */
export interface Context {
  /** One instant per request. */
  readonly now: Date
  readonly requestId: string
  /** Client address by the trusted-proxy rule; '' when unknown. */
  readonly ip: string
  readonly userAgent: string
  /** `Accept-Language` as sent. */
  readonly acceptLanguage: string
  readonly config: Config
  readonly settings: SettingsRecord
  /** Settings, keys and clients as they were when the request came, or newer. */
  readonly configuration: Configuration
  readonly store: Store
  readonly limits: Limits
  readonly mail: Mail
  /** Seals what is stored secret. */
  readonly cipher: Cipher
  readonly log: Log
  /**
   * Comes first in every transaction of this context, and refuses by throwing: what was judged before is judged again
   * where nobody can change it any more. Absent: nothing is to be judged.
   */
  readonly guard?: ((tx: Tx) => Promise<void>) | undefined
  /** Aborted when whoever asked has closed the connection; absent where nobody can. */
  readonly closed?: (() => AbortSignal) | undefined
  /** True while the database is away, where the configuration that was known last will do. */
  readonly isFromMemory?: boolean
}

declare const inTransaction: unique symbol

/** A context inside a transaction: its store writes all or nothing. */
export type Tx = Context & {
  readonly [inTransaction]: true
  /**
   * Writes when the work is done, with the commit: on PostgreSQL in the round trip that commits. What
   * the transaction reads does not show it; its failure undoes everything.
   * @param write asks for all it writes at once: what it would ask for later is refused
   */
  withCommit(write: () => Promise<unknown>): void
  /** Adds an audit entry: all of a transaction are written together, after its other writes. */
  record(entry: NewAuditLog): void
  /** Runs once the transaction has committed, with the context around it; must not throw. */
  afterCommit(effect: (ctx: Context) => void): void
}

/** The part of a failure that must be written although the transaction rolled back. */
export interface RollbackHooks {
  readonly onRollback?: ((tx: Tx) => Promise<void>) | undefined
  /** Records the refusal on its own once nothing of the transaction is left; never throws. */
  readonly report?: ((ctx: Context) => Promise<void>) | undefined
}

/**
 * Runs `work` in one transaction: everything it writes through `tx` is kept when it returns and
 * gone when it throws. A thrown error's `onRollback` is then run in a transaction of its own (the
 * revocation that answers a replay, for example) before the error goes on. Retried on the
 * database's own "busy" and serialization failures, so `work` must have no effect outside `tx`.
 * @param limitMillis how long it may take; absent: as long as a request's
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
 * As `transaction`, for what is asked often and does little: see `briefTransaction` of the store. Here too `work`
 * may be done more than once.
 * @param rowsOf the session or the grant whose rows alone it locks and changes, if so: see `Work.rowsOf`
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

/** Audit entries in one statement: few texts, however many entries there are. */
const maxEntriesTogether = 16

/** How a transaction is run: its work, and what is written with the commit. */
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

/** For what follows from a write that was done, or refused: it is not judged anew. */
function withoutGuard(ctx: Context): Context {
  return ctx.guard ? { ...ctx, guard: undefined } : ctx
}
