import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { setBounded } from '#lib/kernel/bounded.ts'
import type { ClientWithUris } from './clients.ts'
import { coalesce } from './coalesce.ts'
import type { Connection } from './connection.ts'
import type { PermissionRecord } from './permissions.ts'
import type { Repositories } from './repositories.ts'
import type { SettingsRecord } from './settings.ts'
import type { PublishedKey } from './signing-keys.ts'

/** What administrators set up and requests only read. Its records are shared: nobody changes them. */
export interface Configuration {
  settings(): Promise<SettingsRecord | null>
  /** State and public half of every signing key. */
  publicKeys(): Promise<readonly PublishedKey[]>
  /** The client with this identifier; exact and case-sensitive. */
  client(clientIdentifier: string): Promise<ClientWithUris | null>
  clientById(id: number): Promise<ClientWithUris | null>
  /** What a client itself may do, ordered by resource and permission. */
  clientPermissions(clientId: number): Promise<readonly PermissionRecord[]>
  /** True when some client, enabled or not, registered this origin. */
  hasWebOrigin(origin: string): Promise<boolean>
}

/** Entries of each kind that a process keeps: some megabytes in all. */
const maxEntries = 2_000

/** The configuration without a memory: read at each question. */
export function storedConfiguration(
  store: Pick<Repositories, 'settings' | 'signingKeys' | 'clients'>,
): Configuration {
  const { settings, signingKeys, clients } = store
  return {
    settings: settings.find,
    publicKeys: signingKeys.publicKeys,
    client: clients.findByIdentifier,
    clientById: clients.findById,
    clientPermissions: clients.heldPermissions,
    hasWebOrigin: clients.hasWebOrigin,
  }
}

/** The value that the database renews with every change of the configuration. */
export async function readConfigurationVersion(connection: Connection): Promise<string> {
  const [row] = await connection.rows('SELECT "version" FROM "configuration_version"', [])
  if (!row) throw new Error('The version of the configuration is missing.')
  return String(row[0])
}

/**
 * How long the version of the configuration is good for, in milliseconds, from when it was asked for. Thousands of
 * requests a second then ask for it a hundred times; whoever changes something waits as long before they answer.
 */
export const configurationLeaseMillis = 10

/** The configuration as a process remembers it. */
export interface ConfigurationCache {
  /** As it stands, or as it stood a lease ago: all that was answered to a change before is in it. */
  get(): Promise<Configuration>
  /** As the process knew it last, whatever it is now; null before it knew any. */
  known(): Configuration | null
  /**
   * Begins a change, if it is one: what this returns waits, once all is committed, until no process goes by what was
   * before. Nothing is waited for where the version is still the one that was known.
   */
  beginWrite(): () => Promise<void>
}

/**
 * Remembers what was read for as long as the configuration's version stands, which the database renews
 * with every change. The version is asked for when the last answer is older than the lease, by one statement for all
 * who come at the same time.
 * @param leaseMillis the same for all processes of an installation; 0: asked for by every call
 */
export function configurationCache(
  stored: Configuration,
  readVersion: () => Promise<string>,
  leaseMillis: number,
): ConfigurationCache {
  let kept = { version: '', configuration: stored }
  let goodUntil = Number.NEGATIVE_INFINITY
  // Also when nothing has to be asked for, those who come at the same time go on together: what they ask for next, and
  // their answers, have company too.
  const get = coalesce(async () => {
    const asked = performance.now()
    if (asked < goodUntil) return kept.configuration
    const version = await readVersion()
    // Who still reads for the version before does so into the memory of that version.
    if (version !== kept.version) kept = { version, configuration: cached(stored) }
    goodUntil = asked + leaseMillis
    return kept.configuration
  }, turn)
  return {
    get,
    known: () => (kept.version === '' ? null : kept.configuration),
    beginWrite() {
      const before = kept.version
      return async () => {
        if (leaseMillis === 0) return
        // What is committed stays so, also when the database cannot be asked any more.
        const isTheSame = await readVersion().then(
          (version) => version === before,
          () => false,
        )
        // A timer may come up to a millisecond early.
        if (!isTheSame) await sleep(leaseMillis + 1)
      }
    },
  }
}

function cached(stored: Configuration): Configuration {
  const settings = cachedRead(stored.settings)
  const publicKeys = cachedRead(stored.publicKeys)
  return {
    settings: () => settings(undefined),
    publicKeys: () => publicKeys(undefined),
    client: cachedRead(stored.client),
    clientById: cachedRead(stored.clientById),
    clientPermissions: cachedRead(stored.clientPermissions),
    hasWebOrigin: cachedRead(stored.hasWebOrigin),
  }
}

/** A question with a memory of its own: what others ask cannot be mistaken for it. */
function cachedRead<A extends string | number | undefined, T>(read: (asked: A) => Promise<T>) {
  const known = new Map<A, T>()
  return async (asked: A): Promise<T> => {
    const found = known.get(asked)
    if (found !== undefined) return found
    const value = await read(asked)
    // What does not exist is not kept: anybody can ask for as much of that as they like.
    if (value) setBounded(known, maxEntries, asked, frozen(value))
    return value
  }
}

/** Records and lists all the way down; times and bytes stay as they are. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  if (!isPlain) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
