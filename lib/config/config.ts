import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { messageOf } from '#lib/base/errors/errors.ts'
import { loopbackAddress } from '#lib/base/network/ip.ts'
import { keyFileIn, readKeyFile, readOrCreateKeyFile } from './encryption-key-file.ts'
import { type Variables, variables } from './environment.ts'
import { type Environment, readGivenSettings } from './given-settings.ts'
import { isMachineName } from './machine-name.mjs'

/** The validated, frozen settings of the process. */
export interface Config {
  /** Public address without a trailing slash: an origin, never with a path. */
  readonly baseUrl: string
  readonly adminConsoleUrl: string
  readonly port: number
  /** Interface to listen on. */
  readonly hostname: string
  /** Prefix of the server's cookie names, after `__Host-` when served over https. */
  readonly sessionCookieName: string
  /** `file:<absolute path>` or `postgresql://…`. */
  readonly databaseUrl: string
  /** Absolute path. */
  readonly dataDir: string
  /** 32 bytes; encrypts secrets at rest. */
  readonly encryptionKey: Uint8Array
  /** Origin of `encryptionKey`, for the banner and for the error about a wrong key. */
  readonly encryptionKeySource: string
  /** 32 bytes. Only decrypts, during a key replacement. */
  readonly encryptionKeyPrevious?: Uint8Array
  /** Lower case. Only the first start reads this field and the next four. */
  readonly adminEmail: string
  readonly adminPassword?: string
  readonly adminConsoleClientSecret?: string
  readonly bootstrapClient?: { readonly id: string; readonly secret: string }
  readonly appName: string
  /** Absolute path of the folder with custom texts; absent when there are none. */
  readonly textOverridesDir?: string
  readonly trustProxy: boolean
  readonly trustedProxies: readonly string[]
  readonly rateLimiterEnabled: boolean
  readonly signInLimits: {
    /** Wrong passwords from one address. */
    readonly address: SignInLimit
    /** Wrong passwords for one account from one address. */
    readonly accountAddress: SignInLimit
    /** Wrong passwords for one account from all addresses. */
    readonly account: SignInLimit
    /** Wrong passwords for one account in a browser that has signed in to it before. */
    readonly knownBrowser: SignInLimit
    /** Wrong one-time codes for one account, or in a browser that has proven one before. */
    readonly code: SignInLimit
    /** Failed sign-ins in total, beyond which the operator is warned. */
    readonly alarm: SignInLimit
  }
  /** Consecutive wrong passwords after which an account requires a mailed link to sign in; 0 disables this. */
  readonly failuresBeforeLink: number
  /** Absolute path of the file of hashes of breached passwords; absent when there is none. */
  readonly breachedPasswordsFile?: string
  readonly profilePictureMaxBytes: number
  /** Number of processes that share the port. */
  readonly workers: number
  readonly logLevel: string
  readonly logHttpRequests: boolean
  /** Logs API requests with their bodies; secrets are redacted. */
  readonly debugApiRequests: boolean
  /** Bearer token of `/metrics`; without it the path does not exist. */
  readonly metricsToken?: string
  /** True when the public address is https: cookies are `Secure`, and HSTS is sent. */
  readonly secureCookies: boolean
}

/** A number of failures within a number of seconds. */
type SignInLimit = readonly [points: number, seconds: number]

/** Invalid settings: one sentence per problem. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * How to treat the key file when the settings contain no encryption key. `make` creates a missing file, with its
 * folder and the database's. `require` refuses a missing file. `leave` does not touch the disk, and `encryptionKey`
 * is a placeholder.
 */
export type KeyFile = 'make' | 'require' | 'leave'

/**
 * Reads the settings from environment variables and the files they name (`.env.example` lists them all). Without an
 * encryption key, SQLite installations read the key file. An empty variable counts as absent.
 * @throws ConfigurationError with one sentence for every wrong value
 */
export function readConfig(env: Environment, keyFile: KeyFile = 'make'): Config {
  const given = readGivenSettings(env)
  const parsed = variables.safeParse(given.values)
  const problems = [...given.problems, ...(parsed.error?.issues ?? []).map((i) => i.message)]
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems)
  const values = parsed.data
  const dataDir = resolve(values.DATA_DIR)
  const databaseUrl = databaseAddress(values.DATABASE_URL, dataDir)
  // `origin` omits the default port.
  const baseUrl = values.BASE_URL ?? new URL(`http://localhost:${values.PORT}`).origin
  const { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret } = values
  const { I18N_OVERRIDES_DIR: texts, BREACHED_PASSWORDS_FILE: breached } = values
  return Object.freeze({
    baseUrl,
    adminConsoleUrl: values.ADMIN_CONSOLE_URL ?? baseUrl,
    port: values.PORT,
    hostname: listeningAddress(values.HOSTNAME, baseUrl),
    sessionCookieName: values.SESSION_COOKIE_NAME ?? defaultCookieName(baseUrl),
    databaseUrl,
    dataDir,
    ...encryptionKeys(values, databaseUrl, dataDir, keyFile),
    adminEmail: values.ADMIN_EMAIL,
    ...optional('adminPassword', values.ADMIN_PASSWORD),
    ...optional('adminConsoleClientSecret', values.ADMIN_CONSOLE_CLIENT_SECRET),
    ...optional('bootstrapClient', id && secret ? { id, secret } : undefined),
    appName: values.APP_NAME,
    ...optional('textOverridesDir', texts && resolve(texts)),
    trustProxy: values.TRUST_PROXY,
    trustedProxies: values.TRUSTED_PROXIES,
    rateLimiterEnabled: values.RATE_LIMITER_ENABLED,
    signInLimits: {
      address: values.SIGN_IN_LIMIT_ADDRESS,
      accountAddress: values.SIGN_IN_LIMIT_ACCOUNT_ADDRESS,
      account: values.SIGN_IN_LIMIT_ACCOUNT,
      knownBrowser: values.SIGN_IN_LIMIT_KNOWN_BROWSER,
      code: values.SIGN_IN_LIMIT_CODE,
      alarm: values.SIGN_IN_ALARM,
    },
    failuresBeforeLink: values.SIGN_IN_FAILURES_BEFORE_LINK,
    ...optional('breachedPasswordsFile', breached && resolve(breached)),
    profilePictureMaxBytes: values.PROFILE_PICTURE_MAX_BYTES,
    workers: values.WORKERS,
    logLevel: values.LOG_LEVEL,
    logHttpRequests: values.LOG_HTTP_REQUESTS,
    debugApiRequests: values.DEBUG_API_REQUESTS,
    ...optional('metricsToken', values.METRICS_TOKEN),
    secureCookies: baseUrl.startsWith('https:'),
  })
}

/** The path of the SQLite database; null for PostgreSQL. */
export function sqliteFile({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | null {
  return databaseUrl.startsWith('file:') ? databaseUrl.slice('file:'.length) : null
}

export function processConfig(keyFile?: KeyFile): Config {
  return readConfig(process.env, keyFile)
}

/**
 * Browsers do not separate the ports of a host: at http, installations on two ports would sign each other's people out.
 */
function defaultCookieName(baseUrl: string): string {
  const { protocol, port } = new URL(baseUrl)
  return protocol === 'http:' && port !== '' ? `authserver-${port}` : 'authserver'
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V })
}

/**
 * Without `HOSTNAME`, a server whose public address is a loopback address listens on loopback only: a first try on
 * a laptop opens nothing to the network. Any other public address means that the server must be reachable, so it
 * listens on all interfaces. The machine's own name counts as absent.
 */
function listeningAddress(wanted: string | undefined, baseUrl: string): string {
  if (wanted && !isMachineName(wanted)) return wanted
  return loopbackAddress(new URL(baseUrl).hostname) ?? '0.0.0.0'
}

/**
 * Makes the path of a `file:` address absolute; returns any other address unchanged.
 * @throws ConfigurationError when the path is a folder
 */
function databaseAddress(url: string | undefined, dataDir: string): string {
  if (!url) return `file:${resolve(dataDir, 'authserver.db')}`
  if (!url.startsWith('file:')) return url
  const path = resolve(url.slice('file:'.length).replace(/^\/\/(?=\/)/, ''))
  if (isFolder(path)) {
    throw new ConfigurationError([`DATABASE_URL must name a file, but ${path} is a folder.`])
  }
  return `file:${path}`
}

/** An unreadable path counts as no folder: opening the database reports the actual problem. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function encryptionKeys(
  values: Variables,
  databaseUrl: string,
  dataDir: string,
  keyFile: KeyFile,
): Pick<Config, 'encryptionKey' | 'encryptionKeySource' | 'encryptionKeyPrevious'> {
  const { ENCRYPTION_KEY: hex, ENCRYPTION_KEY_PREVIOUS: previous } = values
  const old = optional('encryptionKeyPrevious', previous ? bytes(previous) : undefined)
  if (hex) return { encryptionKey: bytes(hex), encryptionKeySource: 'ENCRYPTION_KEY', ...old }
  if (keyFile === 'leave') return { encryptionKey: noKey, encryptionKeySource: '', ...old }
  const database = sqliteFile({ databaseUrl })
  if (database === null) {
    throw new ConfigurationError([
      'ENCRYPTION_KEY is required with PostgreSQL: set the same 64 hexadecimal digits for every process (`openssl rand -hex 32` generates them).',
    ])
  }
  const file = keyFileIn(dataDir)
  if (keyFile === 'require' && !existsSync(file)) throw new ConfigurationError([keyFileLost(file)])
  const databaseFolder = dirname(database)
  if (values.DATABASE_URL && keyFile === 'make') {
    // Creating the key file would also create this folder, but a failure would be reported as a key file problem.
    orRefuse('The folder of DATABASE_URL cannot be created', () =>
      mkdirSync(databaseFolder, { recursive: true, mode: 0o700 }),
    )
  }
  const key = orRefuse('The encryption key file cannot be used', () =>
    keyFile === 'require' ? readKeyFile(file) : readOrCreateKeyFile(file, databaseFolder),
  )
  return { encryptionKey: bytes(key), encryptionKeySource: file, ...old }
}

/** The message for a missing key file of an existing installation. */
function keyFileLost(file: string): string {
  return `The encryption key ${file} is missing. Restore it from your backup, or set ENCRYPTION_KEY.`
}

/** A placeholder that decrypts nothing. */
const noKey = new Uint8Array(32)

function orRefuse<T>(complaint: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const reason = messageOf(error)
    throw new ConfigurationError([`${complaint}: ${reason}.`])
  }
}

function bytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'))
}
