import { withKeyedLock } from '#lib/kernel/keyed-mutex.ts'
import type { NewAuditLog } from './audit-log.ts'
import type { Client, Db, Provider } from './client.ts'
import { writtenTogether } from './coalesce.ts'
import {
  type Configuration,
  configurationCache,
  readConfigurationVersion,
  storedConfiguration,
} from './configuration-cache.ts'
import type { Connection, Work } from './connection.ts'
import { isRetryable } from './errors.ts'
import { type Repositories, repositories } from './repositories.ts'
import { withinLimit } from './statement-transaction.ts'

export type { NewAuditLog } from './audit-log.ts'
export type { ClientRecord, ClientStatus, ClientWithUris } from './clients.ts'
export type { CodeRecord, CodeWithOrigin } from './codes.ts'
export type { Configuration } from './configuration-cache.ts'
export type { ConsentRecord } from './consents.ts'
export type { ConsoleSessionRecord } from './console-sessions.ts'
export type { GrantRecord } from './grants.ts'
export type { GroupAttributeRecord } from './group-attributes.ts'
export type { CountedGroup, GroupRecord } from './groups.ts'
export type { InteractionChange, InteractionRecord, NewInteraction } from './interactions.ts'
export type { LinkMarkerRecord } from './link-markers.ts'
export type { PermissionHolder } from './permission-grants.ts'
export type { PermissionRecord } from './permissions.ts'
export type { PreRegistrationRecord } from './pre-registrations.ts'
export type { RefreshTokenRecord, RefreshTokenWithOrigin } from './refresh-tokens.ts'
export type { OwnPermission, ResourceRecord } from './resources.ts'
export type { SessionRecord } from './sessions.ts'
export type { SettingsRecord } from './settings.ts'
export type { SignInFailureRecord } from './sign-in-failures.ts'
export type { KeyPairRecord, PublishedKey } from './signing-keys.ts'
export type { UserAttributeRecord } from './user-attributes.ts'
export type { PicturedUser, UserRecord } from './users.ts'

/** Options for the end of a transaction. */
interface Ending {
  /** Sends the final writes after the work, together with the commit. */
  readonly last?: (store: Store) => Promise<unknown>
}

export interface Store extends Repositories {
  /**
   * Runs `work` over the repositories of one transaction; see `transaction` in `context.ts`.
   *
   * Work that locks rows of several tables must follow this order: resource, permission, client, user, group, session,
   * interaction, code, refresh token, grant. Otherwise two transactions can deadlock on PostgreSQL, which aborts one of
   * them after a second. Work changes no other interaction than its own.
   * Inserting a row locks the rows it refers to against `users.lock`, changes of unique columns, and removal only. A
   * client's row is therefore removed last, after all rows that other transactions may lock before they refer to the
   * client.
   * @param options.limitMillis time limit; absent: that of a request
   */
  transaction<T>(
    work: (store: Store) => Promise<T>,
    options?: Ending & { readonly limitMillis?: number | undefined },
  ): Promise<T>
  /**
   * Like `transaction`, for frequent work that uses only hand-written statements. If the work turns out to need the
   * client, it is rolled back and repeated in a transaction of the client.
   * @param options.rowsOf permits sharing a transaction: see `Work.rowsOf`
   */
  briefTransaction<T>(
    work: (store: Store) => Promise<T>,
    options?: Ending & Pick<Work<T>, 'rowsOf'>,
  ): Promise<T>
  /** The configuration for the duration of a request (`ConfigurationCache.get`); not for transactions. */
  configuration(): Promise<Configuration>
  /** The last known configuration, for work that continues without the database; null before the first read. */
  knownConfiguration(): Configuration | null
  /**
   * Queues an audit entry; queued entries are written in one statement. Not for transactions.
   * @returns a function that triggers the write and waits for it: see `writtenTogether`
   */
  enqueueAuditEntry(entry: NewAuditLog): () => Promise<void>
}

/**
 * Tries of a transaction when the database reports "busy" or "cannot serialize": one, and three more after growing
 * pauses.
 */
const attempts = 4

/**
 * The store over a connected client.
 * @param leaseMillis see `configurationCache`; 0 for a process that shares the database with no server
 */
export function openStore(client: Client, provider: Provider, leaseMillis = 0): Store {
  const { $database: database } = client
  const single = repositories(client, provider, database.connection)
  const configuration = configurationCache(
    storedConfiguration(single),
    () => readConfigurationVersion(database.connection),
    leaseMillis,
  )
  const transaction: Store['transaction'] = async (work, { last, limitMillis } = {}) => {
    const awaitPropagation = configuration.beginWrite()
    const limit = limitMillis ?? requestLimitMillis
    const workAndLast = async (inner: Store) => {
      const result = await work(inner)
      await last?.(inner)
      return result
    }
    const result = await retried(() =>
      database.beginning((opened) =>
        client.$transaction(async (db) => {
          const { connection, end, abort, finish } = opened()
          const all = () => workAndLast(inside(db, provider, connection))
          const done = await withinLimit(all, limit, abort).finally(end)
          finish?.(done)
          return done
        }, clientLimitMillis(limit)),
      ),
    )
    await awaitPropagation()
    return result
  }
  return {
    ...single,
    enqueueAuditEntry: writtenTogether(single.auditLog.insertAll),
    configuration: configuration.get,
    knownConfiguration: configuration.known,
    transaction,
    briefTransaction(work, { last, rowsOf } = {}) {
      const attempt = () => {
        let store: Store
        return database.transaction({
          run(connection) {
            store = inside(noClient, provider, connection)
            return work(store)
          },
          last: async () => last?.(store),
          limitMillis: requestLimitMillis,
          rowsOf,
        })
      }
      const attempts = () => retried(attempt)
      // Work on the same rows waits here without a connection.
      const done = rowsOf === undefined ? attempts() : withKeyedLock(`rows of ${rowsOf}`, attempts)
      return done.catch((error: unknown) => {
        if (error instanceof ClientNeeded) return transaction(work, { last })
        throw error
      })
    },
  }
}

/** The time limit of a request's transaction, in milliseconds. */
const requestLimitMillis = 15_000

/**
 * The client's own limit must come after ours. A transaction that the client aborts continues to run its work, and
 * hand-written statements would then run on their own, or in the connection's next transaction.
 */
function clientLimitMillis(limitMillis: number): { readonly timeout: number } {
  return { timeout: limitMillis + 1_000 }
}

/** Thrown when work uses the client in a transaction without one. */
class ClientNeeded extends Error {}

/** Every call fails asynchronously, like a database query, so that no other promise is left waiting. */
const noClient: Db = new Proxy((() => {}) as unknown as Db, {
  get: () => noClient,
  apply: () => Promise.reject(new ClientNeeded('This transaction has no client.')),
})

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 5 * Math.random()))
    }
  }
}

function inside(db: Db, provider: Provider, connection: Connection): Store {
  const refuse = () => {
    throw new Error('A transaction may not be opened inside another one.')
  }
  return {
    ...repositories(db, provider, connection),
    transaction: refuse,
    briefTransaction: refuse,
    knownConfiguration: () => null,
    configuration() {
      throw new Error('A transaction reads what it needs of the configuration by itself.')
    },
    enqueueAuditEntry() {
      throw new Error('The entries of a transaction are written with its commit.')
    },
  }
}
