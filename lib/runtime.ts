import { join } from 'node:path'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { type Cipher, openCipher } from '#lib/base/crypto/cipher.ts'
import { programFolder } from '#lib/base/files/program-folder.ts'
import { type Log, openLog } from '#lib/base/log/log.ts'
import { withinTime } from '#lib/base/time/within-time.ts'
import { type Config, processConfig, sqliteFile } from '#lib/config/config.ts'
import type { LookUpBreached } from './context.ts'
import { checkEncryptionKey, reencrypt } from './domain/keys/encryption-key.ts'
import { generateKeyPair } from './domain/keys/keys.ts'
import { hashPassword } from './domain/passwords/password.ts'
import { registerConsoleAddress, type SeedReport, seed } from './domain/settings/bootstrap.ts'
import { followAddress } from './domain/settings/followed-issuer.ts'
import { requireSettings } from './domain/settings/settings.ts'
import type { Mail } from './mail/mail.ts'
import { openMail } from './mail/transport.ts'
import { lookUpBreached } from './outbound/breached-passwords.ts'
import { type Database, openDatabase } from './persistence/client.ts'
import { configurationLeaseMs } from './persistence/configuration-cache.ts'
import { describeIncompatibility } from './persistence/database/postgres-compatibility.ts'
import { type PostgresTimeouts, requestTimeouts } from './persistence/database/postgres-pool.ts'
import { describeFileError, rememberFile } from './persistence/database/sqlite-file.ts'
import { requireWrites } from './persistence/database/writing.ts'
import { type Limits, openLimits } from './persistence/limits/limits.ts'
import { type Inspection, inspectDatabase } from './persistence/maintenance/inspection.ts'
import { DatabaseAddressError, migrate } from './persistence/maintenance/migrate.ts'
import { appliedMigrations, knownMigrations } from './persistence/maintenance/migrations.ts'
import { openStore, type Store } from './persistence/store.ts'

/** Everything that the requests of a process share. */
export interface Runtime {
  readonly config: Config
  readonly log: Log
  readonly database: Database
  readonly store: Store
  readonly limits: Limits
  readonly mail: Mail
  readonly lookUpBreached: LookUpBreached
  readonly cipher: Cipher
  readonly clock: () => Date
  /** The first start's report to the operator; null when the database was seeded before. */
  readonly seedReport: SeedReport | null
  /** The reason why requests cannot be answered now; null when they can. Resolves within two seconds. */
  notReady(): Promise<'database' | 'migrations' | 'keys' | null>
  /** Closes the connections to the database. */
  close(): Promise<void>
}

/**
 * The runtime of this process, opened by the first call; Next's bundles share the same instance.
 * @param openWith opens the runtime on the first call
 * @throws the errors of `openWith`
 */
export function runtime(openWith = openRuntime): Promise<Runtime> {
  return singleton('runtime', () => openWith(processConfig()))
}

/** The database was not set up by a server of this version. */
export class NotInstalledError extends Error {
  override readonly name = 'NotInstalledError'
  readonly inspection: Inspection

  constructor(inspection: Inspection) {
    const { state, detail } = inspection
    const found = detail === '' ? state : `${state} (${detail})`
    super(
      `The database is no longer as the server set it up, but ${found}. Restore it, or restart the server.`,
    )
    this.inspection = inspection
  }
}

/** PostgreSQL connections per process. */
const poolSize = 10
/** A ready check that takes longer reports the database as unavailable. */
const readyTimeoutMs = 2_000

/**
 * Opens the runtime of a server. Applies migrations, checks the encryption key, re-encrypts secrets of a previous
 * key or version, and seeds an empty database. A default issuer follows BASE_URL, and the console's current address
 * is registered.
 * @throws DatabaseTooNewError, DatabaseFileError, WrongEncryptionKeyError, or an error of the database
 */
export async function openRuntime(config: Config): Promise<Runtime> {
  const log = openLog(config.logLevel)
  for (const name of await migrate(config.databaseUrl, migrationsFolder())) {
    log.info({ migration: name }, 'applied a migration')
  }
  return open(config, log, requestTimeouts, async (store, cipher, now) => {
    const { replaced, discarded } = await reencrypt(store, cipher, config.encryptionKeySource)
    if (replaced > 0) log.info({ count: replaced }, 're-encrypted stored secrets')
    if (discarded > 0) log.warn({ count: discarded }, 'discarded values that no key decrypts')
    const report = await seed(store, {
      config,
      cipher,
      now,
      hashPassword,
      generateKeys: generateKeyPair,
    })
    // Another process, whose key may be another one, can have been first.
    if (!report) await checkEncryptionKey(store, cipher, config.encryptionKeySource)
    const former = await followAddress(store, config)
    if (former) log.info({ former, issuer: config.baseUrl }, 'changed the issuer to BASE_URL')
    const added = await registerConsoleAddress(store, config)
    if (added.length > 0) log.info({ added }, 'registered the current address of the console')
    return report
  })
}

/**
 * Opens an existing installation without changing it, for commands: a server may be running on it. Never creates an
 * installation.
 * @throws NotInstalledError, DatabaseFileError, WrongEncryptionKeyError, or an error of the database
 */
export function openInstalled(config: Config): Promise<Runtime> {
  return openFound(config, ['ready'], {})
}

/**
 * Opens an existing installation for a worker of a running server. A newer version may have migrated the database
 * since that server started: its other workers continue on it, and so does the replacement of a lost worker.
 */
export function openForWorker(config: Config): Promise<Runtime> {
  return openFound(config, ['ready', 'newer'], requestTimeouts)
}

async function openFound(
  config: Config,
  usable: readonly Inspection['state'][],
  timeouts: PostgresTimeouts,
): Promise<Runtime> {
  const inspection = await inspectDatabase(config.databaseUrl, migrationsFolder())
  if (!usable.includes(inspection.state)) throw new NotInstalledError(inspection)
  if (inspection.incompatibility)
    throw new DatabaseAddressError(describeIncompatibility(inspection.incompatibility))
  return open(config, openLog(config.logLevel), timeouts, async () => null)
}

/**
 * @param timeouts timeouts for PostgreSQL
 * @param prepare prepares the database before its first use
 */
async function open(
  config: Config,
  log: Log,
  timeouts: PostgresTimeouts,
  prepare: (store: Store, cipher: Cipher, now: Date) => Promise<SeedReport | null>,
): Promise<Runtime> {
  const database = openDatabase(config.databaseUrl, poolSize, timeouts)
  const store = openStore(database, configurationLeaseMs)
  const cipher = openCipher(config.encryptionKey, config.encryptionKeyPrevious)
  const clock = () => new Date()
  const file = sqliteFile(config)
  try {
    await checkEncryptionKey(store, cipher, config.encryptionKeySource)
    const seedReport = await prepare(store, cipher, clock())
    const known = knownMigrations(join(migrationsFolder(), database.provider))
    const requireSameFile = file === null ? null : await rememberFile(file)
    return {
      config,
      log,
      database,
      store,
      limits: openLimits(database.prisma),
      mail: openMail(),
      lookUpBreached,
      cipher,
      clock,
      seedReport,
      notReady: () =>
        withinTime(
          async () => {
            await requireSameFile?.()
            return findObstacle(database, store, known)
          },
          readyTimeoutMs,
          () => new Error('The database is too slow.'),
        ).catch((): Obstacle => 'database'),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw file === null ? error : describeFileError(file, error)
  }
}

type Obstacle = Awaited<ReturnType<Runtime['notReady']>>

export function migrationsFolder(): string {
  return join(programFolder(), 'prisma', 'migrations')
}

/** @throws the error that keeps the database from answering */
async function findObstacle(database: Database, store: Store, known: string[]): Promise<Obstacle> {
  await requireWrites(database)
  const applied = new Set(await appliedMigrations(database.prisma))
  if (!known.every((name) => applied.has(name))) return 'migrations'
  // The same read as at the start of every request.
  requireSettings(await (await store.configuration()).settings())
  const keys = await store.signingKeys.publicKeys()
  return keys.some(({ state }) => state === 'current') ? null : 'keys'
}
