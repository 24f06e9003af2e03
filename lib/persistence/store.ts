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

/** How a transaction ends. */
interface Ending {
  /** Asks, at once, for what is to be written when the work is done: it goes with the commit. */
  readonly last?: (store: Store) => Promise<unknown>
}

export interface Store extends Repositories {
  /**
   * Runs `work` over the repositories of one transaction; see `transaction` in `context.ts`.
   *
   * Work that locks rows of several kinds does so in this order, or on PostgreSQL two wait for each other until it ends
   * one of them (after a second): resource, permission, client, user, group, session, interaction, code, refresh token,
   * grant. Of the interactions it changes its own alone. A row that is stored holds those it refers to; only
   * `users.lock`, a change of a unique column and a removal are in the way of that. So a client's row is removed after
   * all that others may hold who go on to refer to it.
   * @param options.limitMillis how long it may take; absent: as long as a request's
   */
  transaction<T>(
    work: (store: Store) => Promise<T>,
    options?: Ending & { readonly limitMillis?: number | undefined },
  ): Promise<T>
  /**
   * The same for work that asks by statements written by hand only, as what is asked often does. If it
   * turns out to need the client all is undone, and done again in a transaction that the client opens.
   * @param options.rowsOf lets it share a transaction with others: see `Work.rowsOf`
   */
  briefTransaction<T>(
    work: (store: Store) => Promise<T>,
    options?: Ending & Pick<Work<T>, 'rowsOf'>,
  ): Promise<T>
  /** The configuration for the time of a request (`ConfigurationCache.get`); not for transactions. */
  configuration(): Promise<Configuration>
  /** The same as the process knew it last, for what goes on while the database is away; null before it knew any. */
  knownConfiguration(): Configuration | null
  /**
   * Adds an entry to those that are written next, all in one statement; not for transactions.
   * @returns has it written, if it is not yet, and waits for it: see `writtenTogether`
   */
  enqueueAuditEntry(entry: NewAuditLog): () => Promise<void>
}

/**
 * How often a transaction is tried when the database says "busy" or "cannot serialize": once, and three times more,
 * each after a longer rest.
 */
const attempts = 4

/**
 * The store over a connected client.
 * @param leaseMillis see `configurationCache`; 0 for who shares the database with no server
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
      // Those that wait for the same rows hold no connection meanwhile.
      const done = rowsOf === undefined ? attempts() : withKeyedLock(`rows of ${rowsOf}`, attempts)
      return done.catch((error: unknown) => {
        if (error instanceof ClientNeeded) return transaction(work, { last })
        throw error
      })
    },
  }
}

/** How long the transaction of a request may take, in milliseconds. */
const requestLimitMillis = 15_000

/**
 * The client's own limit comes after ours, also when both are over: a transaction that the client gives up goes on
 * asking, and what is asked by hand would then be written by itself, or in the next transaction of the connection.
 */
function clientLimitMillis(limitMillis: number): { readonly timeout: number } {
  return { timeout: limitMillis + 1_000 }
}

/** Thrown where the client is asked in a transaction that it takes no part in. */
class ClientNeeded extends Error {}

/** Whatever is asked of it fails as a question to the database does: not before, so that nobody is left waiting. */
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
