import type { Database } from './client.ts'
import {
  type Configuration,
  configurationCache,
  readConfigurationVersion,
  storedConfiguration,
} from './configuration-cache.ts'
import { isRetryable } from './errors.ts'
import {
  type AdminRepositories,
  adminRepositories,
  type Repositories,
  repositories,
} from './repositories.ts'

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
export type { IdentityProviderRecord } from './providers/identity-providers.ts'
export type { ProviderRequestRecord } from './providers/provider-requests.ts'
export type { ProviderStateRecord } from './providers/provider-states.ts'
export type { UserIdentityRecord } from './providers/user-identities.ts'
export type { Repositories } from './repositories.ts'
export type { ConsoleSessionRecord } from './sessions/console-sessions.ts'
export type { DeviceAuthorizationRecord } from './sessions/device-authorizations.ts'
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
export type { NewPasskey, PasskeyRecord } from './users/passkeys.ts'
export type { PicturedUser } from './users/pictured-user.ts'
export type { RecoveryCodeRecord } from './users/recovery-codes.ts'
export type { UserAttributeRecord } from './users/user-attributes.ts'
export type { UserDeviceRecord } from './users/user-devices.ts'
export type { UserRecord } from './users/users.ts'

/**
 * Work that locks rows of several kinds locks them in this order: resource, permission, client, user, group, session,
 * interaction, device authorization, code, refresh token, grant. Otherwise two transactions on PostgreSQL can wait for
 * each other until it ends one of them (after a second). A transaction changes only its own interaction. A stored row
 * holds the rows that it refers to; only `users.lock`, a change of a unique column and a removal conflict with that. So
 * a client's row is removed after all rows that may be held by work that refers to the client next.
 */
export interface Store extends AdminRepositories {
  /** Runs `work` over the repositories of one transaction; see `transaction` in `context.ts`. */
  transaction<T>(work: (store: Repositories) => Promise<T>): Promise<T>
  /**
   * The same for administrative work, which may use the Prisma client.
   * @param timeoutMs limit of the work; absent: that of a request
   */
  adminTransaction<T>(work: (store: Store) => Promise<T>, timeoutMs?: number): Promise<T>
  /** The configuration for the duration of a request (`ConfigurationCache.get`); not for transactions. */
  configuration(): Promise<Configuration>
  /** The last known configuration, for work that continues without the database; null before the first read. */
  knownConfiguration(): Configuration | null
}

/** The time limit of a request's transaction, in milliseconds. */
const requestTimeoutMs = 15_000

/**
 * The store over an open database.
 * @param leaseMs see `configurationCache`; 0 for a process that shares the database with no server
 */
export function openStore(database: Database, leaseMs = 0): Store {
  const { provider, queries, prisma: db } = database
  const single = adminRepositories({ db, provider, queries })
  const configuration = configurationCache(
    storedConfiguration(single),
    () => readConfigurationVersion(queries),
    leaseMs,
  )
  return {
    ...single,
    configuration: configuration.get,
    knownConfiguration: configuration.known,
    transaction: (work) =>
      retried(() =>
        database.transaction((transaction) => work(repositories(transaction)), requestTimeoutMs),
      ),
    async adminTransaction(work, timeoutMs = requestTimeoutMs) {
      const awaitPropagation = configuration.beginWrite()
      const result = await retried(() =>
        database.adminTransaction(
          (source) => work(insideTransaction(adminRepositories(source))),
          timeoutMs,
        ),
      )
      await awaitPropagation()
      return result
    },
  }
}

/**
 * Tries of a transaction when the database reports "busy" or "cannot serialize": one, and three more after growing
 * pauses.
 */
const attempts = 4

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

function insideTransaction(repositories: AdminRepositories): Store {
  const refuse = () => {
    throw new Error('A transaction may not be opened inside another one.')
  }
  return {
    ...repositories,
    adminTransaction: refuse,
    transaction: refuse,
    knownConfiguration: () => null,
    configuration() {
      throw new Error('A transaction reads what it needs of the configuration by itself.')
    },
  }
}
