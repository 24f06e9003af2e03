import { Refusal } from '#lib/answers/refusal.ts'
import type { Cipher } from '#lib/base/crypto/cipher.ts'
import { clientSecret, generatedPassword, randomUuid } from '#lib/base/crypto/random.ts'
import type { Config } from '#lib/config/config.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import type { ClientWithUris, Store } from '#lib/persistence/store.ts'
import type { NewKeyPair } from '../keys/keys.ts'
import { requirePassword } from '../passwords/password-policy.ts'
import { firstPolicy } from '../passwords/password-rules.ts'
import {
  builtInPermissions,
  builtInResource,
  consoleCallback,
  consoleClientIdentifier,
  consoleDisplayName,
} from '../permissions/built-in.ts'
import { initialAcr } from '../sign-in/acr.ts'
import { initialSignInSettings } from '../sign-in/sign-in-settings.ts'
import { initialIntegrationSettings } from './integration-settings.ts'
import { initialProtocolSettings } from './protocol-settings.ts'

export interface SeedTools {
  readonly config: Config
  readonly cipher: Cipher
  readonly now: Date
  readonly hashPassword: (password: string) => Promise<string>
  readonly generateKeys: (cipher: Cipher) => Promise<NewKeyPair>
}

/** Facts that the operator sees once, after seeding. */
export interface SeedReport {
  readonly adminEmail: string
  /** Null unless it was generated. It is not stored in plain text anywhere. */
  readonly generatedPassword: string | null
  readonly bootstrapClientId: string | null
}

/** ADMIN_PASSWORD breaks the password rules. */
export class UnsuitableAdminPasswordError extends Error {
  override readonly name = 'UnsuitableAdminPasswordError'
}

/** Values that take computing time, and are therefore made before the transaction. */
interface Material {
  readonly passwordHash: string
  readonly current: NewKeyPair
  readonly next: NewKeyPair
}

/**
 * Fills an empty database in one transaction: settings, the built-in resource with its permissions, two signing keys,
 * the administrator and the console's client. If configured, it adds a client for automation. When two processes start
 * at once, one seeds the database and the other finds it seeded.
 * @returns the report for the operator, or null when the database was already seeded
 * @throws UnsuitableAdminPasswordError before anything is written
 */
export async function seed(store: Store, tools: SeedTools): Promise<SeedReport | null> {
  if (await store.settings.find()) return null
  const { config, cipher, hashPassword, generateKeys } = tools
  const password = config.adminPassword ?? generatedPassword()
  if (config.adminPassword !== undefined) requireSuitable(config.adminPassword, config)
  const [passwordHash, current, next] = await Promise.all([
    hashPassword(password),
    generateKeys(cipher),
    generateKeys(cipher),
  ])
  try {
    await store.adminTransaction((tx) =>
      writeEverything(tx, tools, { passwordHash, current, next }),
    )
  } catch (error) {
    // The settings row is written first, so another process's settings row means that everything else is there too.
    if (isUniqueViolation(error) && (await store.settings.find())) return null
    throw error
  }
  return {
    adminEmail: config.adminEmail,
    generatedPassword: config.adminPassword === undefined ? password : null,
    bootstrapClientId: config.bootstrapClient?.id ?? null,
  }
}

/**
 * Adds the redirect URIs of the console's client for its current address and keeps those of a former address. Without
 * them no administrator could sign in to the console, where redirect URIs are registered. Does nothing while the
 * callback is registered, even if other URIs were removed.
 * @returns the added URIs
 */
export async function registerConsoleAddress(
  store: Store,
  config: Config,
): Promise<readonly string[]> {
  const isMissing = (client: ClientWithUris, wanted: string) =>
    client.redirectUris.every(({ uri }) => uri !== wanted)
  const found = await store.clients.findByIdentifier(consoleClientIdentifier)
  if (!found || !isMissing(found, consoleCallback(config))) return []
  return store.adminTransaction(async (tx) => {
    // Another starting process may have added them already.
    const client = await tx.clients.lock(found.id)
    const added = consoleRedirectUris(config).filter((uri) => client && isMissing(client, uri))
    await tx.clients.addRedirectUris(found.id, added)
    return added
  })
}

/** Checked here and not with the other settings, because the variable has no meaning after the first start. */
function requireSuitable(password: string, { adminEmail: email, appName }: Config): void {
  if (/^(["'`]).*\1$/.test(password)) {
    throw new UnsuitableAdminPasswordError(
      'ADMIN_PASSWORD must not be in quotes: some tools (docker --env-file) keep them as part of the value. Remove the quotes.',
    )
  }
  try {
    requirePassword(firstPolicy, password, { email, appName })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new UnsuitableAdminPasswordError(
      'ADMIN_PASSWORD must not be a very common password or be based on ADMIN_EMAIL or APP_NAME. Choose another one, or omit it to generate one.',
      { cause: error },
    )
  }
}

async function writeEverything(tx: Store, tools: SeedTools, material: Material): Promise<void> {
  const { config, now } = tools
  await tx.settings.insert({
    createdAt: now,
    appName: config.appName,
    issuer: config.baseUrl,
    issuerOfStart: config.baseUrl,
    firstPassword: config.adminPassword === undefined ? 'generated' : 'given',
    passwordPolicy: firstPolicy,
    // Registration stays closed until an administrator decides to open it.
    selfRegistrationEnabled: false,
    ...initialProtocolSettings,
    ...initialIntegrationSettings,
    ...initialSignInSettings,
  })
  await tx.signingKeys.insert({ ...material.current, createdAt: now, state: 'current' })
  await tx.signingKeys.insert({ ...material.next, createdAt: now, state: 'next' })
  const { permissions } = await tx.resources.insert(
    builtInResource.identifier,
    builtInResource.description,
    builtInPermissions.map(({ identifier, description }) => ({
      permissionIdentifier: identifier,
      description,
    })),
  )
  const permissionId = (identifier: string): number => {
    const found = permissions.find((p) => p.permissionIdentifier === identifier)
    if (!found) throw new Error(`The built-in permission ${identifier} is missing.`)
    return found.id
  }
  await insertAdministrator(tx, tools, material.passwordHash, [
    permissionId('manage'),
    permissionId('manage-account'),
  ])
  await insertConsoleClient(tx, tools)
  await insertBootstrapClient(tx, tools, permissionId('manage'))
}

async function insertAdministrator(
  tx: Store,
  { config, now }: SeedTools,
  passwordHash: string,
  permissionIds: readonly number[],
): Promise<void> {
  const { id } = await tx.users.insert({
    createdAt: now,
    subject: randomUuid(),
    email: config.adminEmail,
    emailVerified: true,
    passwordHash,
    passwordChangedAt: now,
  })
  for (const permissionId of permissionIds) await tx.users.grantPermission(id, permissionId)
}

async function insertConsoleClient(tx: Store, { config, cipher, now }: SeedTools): Promise<void> {
  const secret = config.adminConsoleClientSecret ?? clientSecret()
  await tx.clients.insert(
    {
      createdAt: now,
      clientIdentifier: consoleClientIdentifier,
      displayName: consoleDisplayName,
      showDisplayName: true,
      description: 'The administration console and the account pages (built in)',
      isSystemLevelClient: true,
      administrativeScopesAllowed: true,
      authorizationCodeEnabled: true,
      defaultAcrLevel: initialAcr,
      redirectUris: consoleRedirectUris(config),
    },
    (row) => cipher.seal(secret, `clients.client_secret_encrypted/${row}`),
  )
}

/** The console's callbacks, and the address that a sign-out returns to. */
function consoleRedirectUris(config: Config): readonly string[] {
  const { adminConsoleUrl } = config
  return [consoleCallback(config), `${adminConsoleUrl}/auth/callback`, adminConsoleUrl]
}

async function insertBootstrapClient(
  tx: Store,
  { config, cipher, now }: SeedTools,
  managePermissionId: number,
): Promise<void> {
  if (!config.bootstrapClient) return
  const { id, secret } = config.bootstrapClient
  await tx.clients.insert(
    {
      createdAt: now,
      clientIdentifier: id,
      description: 'Made at the first start, for automation',
      clientCredentialsEnabled: true,
      defaultAcrLevel: initialAcr,
      permissionIds: [managePermissionId],
    },
    (row) => cipher.seal(secret, `clients.client_secret_encrypted/${row}`),
  )
}
