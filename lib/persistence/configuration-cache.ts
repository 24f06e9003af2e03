import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { coalesce } from '#lib/base/concurrency/coalesce.ts'
import type { ClientWithUris } from './clients/clients.ts'
import type { Queries } from './database/tables.ts'
import type { PermissionRecord } from './permissions/permission-rows.ts'
import type { IndicatorRecord } from './permissions/resource-indicators.ts'
import type { Repositories } from './repositories.ts'
import type { SettingsRecord } from './settings/settings.ts'
import type { PublishedKey } from './settings/signing-keys.ts'

/** Data that administrators set up and requests only read. The records are shared and must not be changed. */
export interface Configuration {
  settings(): Promise<SettingsRecord | null>
  /** State and public half of every signing key. */
  publicKeys(): Promise<readonly PublishedKey[]>
  /** Exact and case-sensitive. */
  client(clientIdentifier: string): Promise<ClientWithUris | null>
  clientById(id: number): Promise<ClientWithUris | null>
  /** Permissions that a client itself holds, ordered by resource and permission. */
  clientPermissions(clientId: number): Promise<readonly PermissionRecord[]>
  /** Identifiers of the resources whose tokens a client may introspect. */
  introspectedResources(clientId: number): Promise<readonly string[]>
  /** The addresses of all resources; of one resource in the order in which they were saved. */
  resourceIndicators(): Promise<readonly IndicatorRecord[]>
  /** True when a client, enabled or not, has registered this origin. */
  hasWebOrigin(origin: string): Promise<boolean>
}

/** Entries of each kind in a process: a few megabytes in total. */
const maxEntries = 2_000

/** The configuration without a cache: every call reads the database. */
export function storedConfiguration(
  store: Pick<Repositories, 'settings' | 'signingKeys' | 'clients' | 'resourceIndicators'>,
): Configuration {
  const { settings, signingKeys, clients, resourceIndicators } = store
  return {
    settings: settings.find,
    publicKeys: signingKeys.publicKeys,
    client: clients.findByIdentifier,
    clientById: clients.findById,
    clientPermissions: clients.heldPermissions,
    introspectedResources: clients.introspectedResources,
    resourceIndicators: resourceIndicators.all,
    hasWebOrigin: clients.hasWebOrigin,
  }
}

/** The value that the database changes with every change of the configuration. */
export async function readConfigurationVersion(queries: Queries): Promise<string> {
  const { rows } = await queries.executeQuery<{ version: unknown }>(selectVersion)
  if (!rows[0]) throw new Error('The version of the configuration is missing.')
  return String(rows[0].version)
}

const selectVersion = CompiledQuery.raw('SELECT "version" FROM "configuration_version"')

/**
 * How long a read version of the configuration stays valid, in milliseconds from the start of the read. Thousands of
 * requests a second then need only a hundred reads. A change delays its answer by the same time.
 */
export const configurationLeaseMs = 10

/** The configuration cache of a process. */
export interface ConfigurationCache {
  /** The configuration, at most one lease old. It contains every change that was answered before. */
  get(): Promise<Configuration>
  /** The last known configuration, however old; null before the first read. */
  known(): Configuration | null
  /**
   * Begins a possible change. Call the returned function after the commit: it waits until no process uses the old
   * configuration. It does not wait when the version is unchanged.
   */
  beginWrite(): () => Promise<void>
}

/**
 * Caches configuration reads while the configuration's version is unchanged; the database changes the version with
 * every write. When the last version is older than the lease, one statement reads it again for all concurrent callers.
 * @param leaseMs the same in all processes of an installation; 0: every call reads the version
 */
export function configurationCache(
  stored: Configuration,
  readVersion: () => Promise<string>,
  leaseMs: number,
): ConfigurationCache {
  let kept = { version: '', configuration: stored }
  let goodUntil = Number.NEGATIVE_INFINITY
  // Concurrent callers resume together even when no read is needed, so that their next queries and answers share
  // batches.
  const get = coalesce(async () => {
    const asked = performance.now()
    if (asked < goodUntil) return kept.configuration
    const version = await readVersion()
    // Reads that started under the old version fill the cache of that version.
    if (version !== kept.version) kept = { version, configuration: cached(stored) }
    goodUntil = asked + leaseMs
    return kept.configuration
  }, turn)
  return {
    get,
    known: () => (kept.version === '' ? null : kept.configuration),
    beginWrite() {
      const before = kept.version
      return async () => {
        if (leaseMs === 0) return
        // The commit is final, even when the database can no longer be queried.
        const isTheSame = await readVersion().then(
          (version) => version === before,
          () => false,
        )
        // A timer may fire up to a millisecond early.
        if (!isTheSame) await sleep(leaseMs + 1)
      }
    },
  }
}

function cached(stored: Configuration): Configuration {
  const settings = cachedRead(stored.settings)
  const publicKeys = cachedRead(stored.publicKeys)
  const resourceIndicators = cachedRead(stored.resourceIndicators)
  return {
    settings: () => settings(undefined),
    publicKeys: () => publicKeys(undefined),
    client: cachedRead(stored.client),
    clientById: cachedRead(stored.clientById),
    clientPermissions: cachedRead(stored.clientPermissions),
    introspectedResources: cachedRead(stored.introspectedResources),
    resourceIndicators: () => resourceIndicators(undefined),
    hasWebOrigin: cachedRead(stored.hasWebOrigin),
  }
}

/**
 * A cache for one query, so that its keys cannot collide with those of other queries. A `Map`, because every change of
 * the configuration makes new caches, and an `LRUCache` of this size takes 0.2 ms to make.
 */
function cachedRead<A extends string | number | undefined, T>(read: (asked: A) => Promise<T>) {
  const known = new Map<A, T>()
  return async (asked: A): Promise<T> => {
    const found = known.get(asked)
    if (found !== undefined) return found
    const value = await read(asked)
    // Missing values are not cached, because clients can request any number of them.
    if (value) known.set(asked, frozen(value))
    if (known.size > maxEntries) known.delete(known.keys().next().value as A)
    return value
  }
}

/** Freezes records and lists recursively; dates and bytes stay unchanged. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  if (!isPlain) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
