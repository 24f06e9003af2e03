import type { Cipher } from '#lib/base/crypto/cipher.ts'
import type { Log } from '#lib/base/log/log.ts'
import type { Config } from '#lib/config/config.ts'
import type { Mail } from './mail/mail.ts'
import type { Limits } from './persistence/limits/limits.ts'
import type {
  Configuration,
  NewAuditLog,
  Repositories,
  SettingsRecord,
  Store,
} from './persistence/store.ts'

export interface ChosenLanguage {
  /** '' when none was chosen. */
  readonly tag: string
  /** The choice was made during the present sign-in, so it precedes the application's wish. */
  readonly isOfThisSignIn: boolean
}

/** The user or client that a request turned out to concern, for the log and the record of its refusal. */
export interface RequestSubject {
  clientId?: number
  clientIdentifier?: string
  userId?: number
}

/** The result of a look-up among the passwords of known breaches. */
export type BreachVerdict = 'clean' | 'breached' | 'unavailable'

/** Where breached passwords are looked up: at a service, or in a file of this machine. */
export type BreachSource =
  | { readonly kind: 'service'; readonly address: string }
  | { readonly kind: 'file'; readonly path: string }

/** Looks a password up; never throws. */
export type LookUpBreached = (
  ctx: Pick<Context, 'config' | 'log'> & Partial<Pick<Context, 'store' | 'now'>>,
  source: BreachSource,
  password: string,
) => Promise<BreachVerdict>

/** Everything a function with effects may use: always its first argument, created once per request. */
export interface Context {
  /** The same instant throughout a request. */
  readonly now: Date
  readonly requestId: string
  /** Client address by the trusted-proxy rule; '' when unknown. */
  readonly ip: string
  readonly userAgent: string
  /** True for a request of the Admin or Account API: `ip` and `userAgent` are an application's. */
  readonly isApiRequest?: true
  /** The `Accept-Language` header as sent. */
  readonly acceptLanguage: string
  /** The language that the visitor chose in this browser; absent where no browser asks. */
  readonly chosenLanguage?: ChosenLanguage
  readonly config: Config
  readonly settings: SettingsRecord
  /** Settings, keys and clients, at least as recent as the start of the request. */
  readonly configuration: Configuration
  readonly store: Store
  readonly limits: Limits
  readonly mail: Mail
  readonly lookUpBreached: LookUpBreached
  /** Encrypts secrets at rest. */
  readonly cipher: Cipher
  readonly log: Log
  /**
   * Runs first in every transaction of this context and throws to refuse. It repeats an authorization check under
   * the transaction's locks, where the checked state can no longer change. Absent when there is nothing to check.
   */
  readonly guard?: ((tx: AdminTx) => Promise<void>) | undefined
  /** Aborted when the caller closes the connection; absent where there is no connection. */
  readonly closed?: (() => AbortSignal) | undefined
  /** Filled by `noteSubject` while the request is checked; absent outside of requests. */
  readonly subject?: RequestSubject
  /** True while the database is unavailable and the last known configuration is used instead. */
  readonly isFromMemory?: boolean
}

/** Records the subject of the request, so that a refusal can name it. */
export function noteSubject({ subject }: AnyContext, known: RequestSubject): void {
  if (subject) Object.assign(subject, known)
}

declare const inTransaction: unique symbol

/** What a transaction offers beside its store, which writes all or nothing. */
interface Transactional {
  readonly [inTransaction]: true
  /** Audit entries (`audit`), which are inserted together when the work is done. A failure undoes everything. */
  readonly auditEntries: NewAuditLog[]
  /** Runs after the commit with the outer context; must not throw. */
  afterCommit(effect: (ctx: Context) => void): void
}

/** A context inside a transaction of frequent work. */
export type Tx = Omit<Context, 'store'> & Transactional & { readonly store: Repositories }

/** A context inside a transaction of administrative work. */
export type AdminTx = Context & Transactional

/** A context outside a transaction, or inside one of either kind. */
export type AnyContext = Context | Tx

/** The part of a failure that is recorded although the transaction rolled back. */
export interface RollbackHooks {
  readonly onRollback?: ((tx: AdminTx) => Promise<void>) | undefined
  /** Records the refusal on its own after the rollback; never throws. */
  readonly report?: ((ctx: Context) => Promise<void>) | undefined
}

/**
 * Runs `work` in one transaction: everything it writes through `tx` is kept when it returns and gone when it throws. A
 * thrown error's `onRollback` then runs in a transaction of its own before the error continues (the revocation that
 * answers a replay, for example). Retried on the database's own "busy" and serialization failures, so `work` must have
 * no effect outside `tx`. For frequent work, which uses Kysely alone; a guarded context refuses it.
 */
export async function transaction<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (ctx.guard) throw new Error('A guarded context writes by adminTransaction.')
  return runRollbackHooks(ctx, commit<T, Repositories, Tx>(ctx, work, ctx.store.transaction))
}

/**
 * Like `transaction`, for administrative work: `tx.store` also has the repositories of the Prisma client. The guard of
 * the context runs first.
 * @param timeoutMs limit of the work; absent: that of a request
 */
export async function adminTransaction<T>(
  ctx: Context,
  work: (tx: AdminTx) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  return runRollbackHooks(
    ctx,
    commit<T, Store, AdminTx>(ctx, guarded(ctx, work), (inside) =>
      ctx.store.adminTransaction(inside, timeoutMs),
    ),
  )
}

function guarded<T>({ guard }: Context, work: (tx: AdminTx) => Promise<T>) {
  return async (tx: AdminTx): Promise<T> => {
    await guard?.(tx)
    return work(tx)
  }
}

async function runRollbackHooks<T>(ctx: Context, committed: Promise<T>): Promise<T> {
  try {
    return await committed
  } catch (error) {
    const { onRollback, report } = error instanceof Error ? (error as Error & RollbackHooks) : {}
    const unguarded = withoutGuard(ctx)
    if (onRollback) await adminTransaction(unguarded, onRollback)
    await report?.(unguarded)
    throw error
  }
}

/**
 * Audit entries per statement. The bound keeps the number of distinct SQL texts small, however many entries there
 * are.
 */
const maxEntriesTogether = 16

/** Runs work in a transaction of the store. */
type Run<T, S> = (work: (store: S) => Promise<T>) => Promise<T>

async function commit<T, S extends Repositories, X extends Tx>(
  ctx: Context,
  work: (tx: X) => Promise<T>,
  run: Run<T, S>,
): Promise<T> {
  let effects: ((ctx: Context) => void)[] = []
  const result = await run(async (store) => {
    effects = []
    const auditEntries: NewAuditLog[] = []
    const afterCommit = (effect: (ctx: Context) => void) => effects.push(effect)
    const result = await work({ ...ctx, store, auditEntries, afterCommit } as unknown as X)
    while (auditEntries.length > 0) {
      await store.auditLog.insertAll(auditEntries.splice(0, maxEntriesTogether))
    }
    return result
  })
  const after = withoutGuard(ctx)
  for (const effect of effects) effect(after)
  return result
}

/** For effects after a commit or a refusal, which the guard must not check a second time. */
function withoutGuard(ctx: Context): Context {
  return ctx.guard ? { ...ctx, guard: undefined } : ctx
}
