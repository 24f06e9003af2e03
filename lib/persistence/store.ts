import { withKeyedLock } from '#lib/kernel/keyed-mutex.ts'
import type { NewAuditLog } from './audit/audit-log.ts'
import type { Client, Db, Provider } from './client.ts'
import { writtenTogether } from './coalesce.ts'
import {
  type Configuration,
  configurationCache,
  readConfigurationVersion,
  storedConfiguration,
} from './configuration-cache.ts'
import type { Connection, Work } from './connection.ts'
import { openQueries } from './database/queries.ts'
import { isRetryable } from './errors.ts'
import {
  type AdminRepositories,
  adminRepositories,
  type Repositories,
  repositories,
} from './repositories.ts'
import { withinLimit } from './statement-transaction.ts'

export type { NewAuditLog } from './audit/audit-log.ts'
export type { ClientRecord, ClientStatus, ClientWithUris } from './clients/clients.ts'
export type { Configuration } from './configuration-cache.ts'
export type { CountedGroup } from './groups/counted-groups.ts'
export type { GroupAttributeRecord } from './groups/group-attributes.ts'
export type { GroupRecord } from './groups/groups.ts'
export type { SignInFailureRecord } from './limits/sign-in-failures.ts'
export type { LinkMarkerRecord } from './links/link-markers.ts'
export type { PreRegistrationRecord } from './links/pre-registrations.ts'
export type { PermissionHolder } from './permissions/permission-grants.ts'
export type { PermissionRecord } from './permissions/permission-rows.ts'
export type { OwnPermission, ResourceRecord } from './permissions/resources.ts'
export type { Repositories } from './repositories.ts'
export type { ConsoleSessionRecord } from './sessions/console-sessions.ts'
export type {
  InteractionChange,
  InteractionRecord,
  NewInteraction,
} from './sessions/interactions.ts'
export type { SessionRecord } from './sessions/sessions.ts'
export type { SettingsRecord } from './settings/settings.ts'
export type { KeyPairRecord, PublishedKey } from './settings/signing-keys.ts'
export type { CodeRecord, CodeWithOrigin } from './tokens/codes.ts'
export type { ConsentRecord } from './tokens/consents.ts'
export type { GrantRecord } from './tokens/grants.ts'
export type { RefreshTokenRecord, RefreshTokenWithOrigin } from './tokens/refresh-tokens.ts'
export type { PicturedUser } from './users/pictured-user.ts'
export type { UserAttributeRecord } from './users/user-attributes.ts'
export type { UserRecord } from './users/users.ts'

/** Options for the end of a transaction. */
interface Ending<S> {
  /** Writes what is to be written when the work is done, right before the commit. */
  readonly last?: (store: S) => Promise<unknown>
}

/**
 * Work that locks rows of several kinds does so in this order, or on PostgreSQL two transactions wait for each other until
 * it ends one of them (after a second): resource, permission, client, user, group, session, interaction, code, refresh
 * token, grant. Of the interactions it changes its own alone. A row that is stored holds those it refers to; only
 * `users.lock`, a change of a unique column and a removal are in the way of that. So a client's row is removed after
 * all rows that may be held by work that refers to the client next.
 */
export interface Store extends AdminRepositories {
  /**
   * Runs `work` over the repositories of one transaction; see `transaction` in `context.ts`.
   * @param options.rowsOf lets it share a transaction with others: see `Work.rowsOf`
   */
  transaction<T>(
    work: (store: Repositories) => Promise<T>,
    options?: Ending<Repositories> & Pick<Work<T>, 'rowsOf'>,
  ): Promise<T>
  /**
   * The same for administrative work, which asks by the Prisma client, too.
   * @param options.limitMillis how long it may take; absent: as long as a request's
   */
  adminTransaction<T>(
    work: (store: Store) => Promise<T>,
    options?: Ending<Store> & { readonly limitMillis?: number | undefined },
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
  const single = adminRepositories({
    db: client,
    provider,
    queries: openQueries(provider, database.connection),
  })
  const configuration = configurationCache(
    storedConfiguration(single),
    () => readConfigurationVersion(database.connection),
    leaseMillis,
  )
  const adminTransaction: Store['adminTransaction'] = async (work, { last, limitMillis } = {}) => {
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
    adminTransaction,
    transaction(work, { last, rowsOf } = {}) {
      const attempt = () => {
        let store: Repositories
        return database.transaction({
          run(connection) {
            store = repositories(openQueries(provider, connection))
            return work(store)
          },
          last: async () => last?.(store),
          limitMillis: requestLimitMillis,
          rowsOf,
        })
      }
      const attempts = () => retried(attempt)
      // Work on the same rows waits here without a connection.
      return rowsOf === undefined ? attempts() : withKeyedLock(`rows of ${rowsOf}`, attempts)
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
    ...adminRepositories({ db, provider, queries: openQueries(provider, connection) }),
    adminTransaction: refuse,
    transaction: refuse,
    knownConfiguration: () => null,
    configuration() {
      throw new Error('A transaction reads what it needs of the configuration by itself.')
    },
    enqueueAuditEntry() {
      throw new Error('The entries of a transaction are written with its commit.')
    },
  }
}
