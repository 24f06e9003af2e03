import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { randomUuid } from '#lib/base/crypto/random.ts'
import type { NewKeyPair } from '#lib/domain/keys/keys.ts'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import {
  registerConsoleAddress,
  type SeedTools,
  seed,
  UnsuitableAdminPasswordError,
} from '#lib/domain/settings/bootstrap.ts'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import { migrate } from '#lib/persistence/maintenance/migrate.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'
import { createDatabase, testProvider } from '#tests/support/databases.ts'
import { storedSecretOf } from '#tests/support/people.ts'
import { testCipher, testConfig, testStart } from '#tests/support/settings.ts'

const migrations = join(import.meta.dirname, '..', '..', 'prisma', 'migrations')
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** An empty database; each further client simulates another process. */
async function emptyDatabase(clients = 1) {
  const { url, remove } = await createDatabase(testProvider())
  closing.push(remove)
  await migrate(url, migrations)
  const opened = Array.from({ length: clients }, () => open(url))
  return {
    url,
    client: opened[0]?.client as Database['prisma'],
    stores: opened.map(({ store }) => store),
  }
}

function open(url: string): { client: Database['prisma']; store: Store } {
  const database = openDatabase(url)
  closing.push(() => database.close())
  return { client: database.prisma, store: openStore(database) }
}

function tools(url: string, env: Record<string, string | undefined> = {}): SeedTools {
  return {
    config: testConfig(url, env),
    cipher: testCipher,
    now: testStart,
    hashPassword: async (password) => `hash of ${password}`,
    generateKeys: async (cipher, keyIdentifier = randomUuid()): Promise<NewKeyPair> => ({
      keyIdentifier,
      type: 'RSA',
      algorithm: 'RS256',
      privateKeyEncrypted: cipher.seal(
        'private',
        `key_pairs.private_key_encrypted/${keyIdentifier}`,
      ),
      publicKeyPem: 'public',
      publicKeyDer: new Uint8Array(1),
      publicKeyJwk: '{}',
    }),
  }
}

describe('the first start', { timeout: 60_000 }, () => {
  it('stores the settings of a new installation', async () => {
    const { url, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    await seed(store, tools(url, { APP_NAME: 'Example' }))
    expect(await store.settings.find()).toMatchObject({
      appName: 'Example',
      issuer: 'http://localhost:3000',
      firstPassword: 'given',
      uiTheme: '',
      passwordPolicy: 'low',
      selfRegistrationEnabled: false,
      selfRegistrationRequiresEmailVerification: false,
      dynamicClientRegistrationEnabled: false,
      tokenExpirationInSeconds: 300,
      refreshTokenOfflineIdleTimeoutInSeconds: 2_592_000,
      refreshTokenOfflineMaxLifetimeInSeconds: 31_536_000,
      userSessionIdleTimeoutInSeconds: 7_200,
      userSessionMaxLifetimeInSeconds: 86_400,
      includeOpenIDConnectClaimsInAccessToken: false,
      includeOpenIDConnectClaimsInIdToken: true,
      pkceRequired: true,
      implicitFlowEnabled: false,
      resourceOwnerPasswordCredentialsEnabled: false,
      auditLogsInConsoleEnabled: true,
      auditLogsInDatabaseEnabled: true,
      auditLogRetentionDays: 180,
      smtpEnabled: false,
      // What changes no specified answer, and shows to nobody who does not ask for it.
      authorizationServerMetadataEnabled: true,
      tokenRevocationEnabled: true,
      tokenIntrospectionEnabled: true,
      backchannelLogoutEnabled: true,
      recoveryCodesEnabled: true,
      newSignInNoticeEnabled: true,
      refusalRecordsEnabled: true,
      // Everything else waits for an administrator.
      passkeysEnabled: false,
      passkeyOfferEnabled: false,
      rememberBrowserDays: 0,
      breachedPasswordCheck: 'off',
      accountChooserEnabled: false,
      signInPage: 'combined',
      authorizationResponseIssEnabled: false,
      resourceIndicatorsEnabled: false,
    })
  })

  it('makes the built-in resource with exactly seven permissions', async () => {
    const { url, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    await seed(store, tools(url))
    const resource = await store.resources.findByIdentifier('authserver')
    expect(resource?.permissions.map((p) => p.permissionIdentifier).sort()).toEqual([
      'admin-read',
      'browser-sessions',
      'manage',
      'manage-account',
      'manage-clients',
      'manage-settings',
      'manage-users',
    ])
  })

  it('makes a current and a next key, no previous one', async () => {
    const { url, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    await seed(store, tools(url))
    const keys = await store.signingKeys.findAll()
    expect(keys.map((key) => key.state).sort()).toEqual(['current', 'next'])
    expect(new Set(keys.map((key) => key.keyIdentifier)).size).toBe(2)
  })

  it('makes the administrator, who may manage everything and their own account', async () => {
    const { url, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    const report = await seed(store, tools(url, { ADMIN_EMAIL: 'Root@Example.com' }))
    const user = await store.users.findByEmail('root@example.com')
    expect(user).toMatchObject({ enabled: true, emailVerified: true })
    const held = await store.permissions.heldByUser(user?.id ?? 0)
    expect(held.map((p) => p.permissionIdentifier).sort()).toEqual(['manage', 'manage-account'])
    expect(report).toMatchObject({ adminEmail: 'root@example.com', generatedPassword: null })
  })

  it('generates the administrator’s password and tells it once where none is set', async () => {
    const { url, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    const report = await seed(store, tools(url, { ADMIN_PASSWORD: undefined }))
    const user = await store.users.findByEmail('admin@example.com')
    expect(report?.generatedPassword).toMatch(/^.{23}$/)
    expect((await store.settings.find())?.firstPassword).toBe('generated')
    expect(user?.passwordHash).toBe(`hash of ${report?.generatedPassword}`)
    expect(await seed(store, tools(url, { ADMIN_PASSWORD: undefined }))).toBeNull()
  })

  it.each([
    ['very common', { ADMIN_PASSWORD: 'qwertyuiop' }],
    ['very common, dressed up', { ADMIN_PASSWORD: 'P@ssw0rd!' }],
    ['made of the address', { ADMIN_PASSWORD: 'Gwendolyn1', ADMIN_EMAIL: 'gwendolyn@example.com' }],
    ['in quotes', { ADMIN_PASSWORD: '"Plain-words-19"' }],
    ['in single quotes', { ADMIN_PASSWORD: "'Plain-words-19'" }],
    ['made of the name', { ADMIN_PASSWORD: 'Umbrellas-42', APP_NAME: 'Umbrellas' }],
  ])('seeds nothing with a password that is %s, and names the setting', async (_, env) => {
    const { url, client, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    const failure = await seed(store, tools(url, env)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UnsuitableAdminPasswordError)
    const { message } = failure as Error
    expect(message).toMatch(/^ADMIN_PASSWORD must not be [^\n]+\.$/)
    expect(message).not.toContain(env.ADMIN_PASSWORD)
    const tables = [client.settings, client.keyPair, client.resource, client.user, client.client]
    for (const table of tables) expect(await (table.count as () => Promise<number>)()).toBe(0)
    // A start with corrected settings still finds an empty database.
    expect(await seed(store, tools(url))).not.toBeNull()
  })

  it('minds no password once the database is seeded', async () => {
    const { url, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    await seed(store, tools(url))
    expect(await seed(store, tools(url, { ADMIN_PASSWORD: 'password' }))).toBeNull()
  })

  it('makes the console’s client for the address of the console', async () => {
    const { url, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    await seed(store, tools(url, { ADMIN_CONSOLE_URL: 'https://admin.example.com' }))
    const client = await store.clients.findByIdentifier('admin-console-client')
    expect(client).toMatchObject({
      enabled: true,
      isPublic: false,
      isSystemLevelClient: true,
      administrativeScopesAllowed: true,
      authorizationCodeEnabled: true,
      clientCredentialsEnabled: false,
      consentRequired: false,
      pkceRequired: null,
      tokenExpirationInSeconds: 0,
      defaultAcrLevel: 'urn:authserver:level2_optional',
      displayName: 'Admin console',
      showDisplayName: true,
    })
    expect(client?.redirectUris.map(({ uri }) => uri).sort()).toEqual([
      'https://admin.example.com',
      'https://admin.example.com/auth/callback',
      'https://admin.example.com/console/callback',
    ])
    const secret = storedSecretOf(client)
    expect(secret).toMatch(/^[0-9A-Za-z._-]{60}$/)
  })

  it('makes a client for automation only when one is asked for', async () => {
    const { url, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    const secret = 'a-secret-of-thirty-two-characters'
    const env = { BOOTSTRAP_CLIENT_ID: 'robot', BOOTSTRAP_CLIENT_SECRET: secret }
    const report = await seed(store, tools(url, env))
    const client = await store.clients.findByIdentifier('robot')
    expect(client).toMatchObject({
      enabled: true,
      isPublic: false,
      isSystemLevelClient: false,
      clientCredentialsEnabled: true,
      authorizationCodeEnabled: false,
    })
    expect(storedSecretOf(client)).toBe(secret)
    const held = await store.clients.heldPermissions(client?.id ?? 0)
    expect(held.map((p) => `${p.resource.resourceIdentifier}:${p.permissionIdentifier}`)).toEqual([
      'authserver:manage',
    ])
    expect(report?.bootstrapClientId).toBe('robot')
  })

  it('of several processes at once seeds once, and one of them reports it', async () => {
    const { url, client, stores } = await emptyDatabase(4)
    const reports = await Promise.all(stores.map((store) => seed(store, tools(url))))
    expect(reports.filter((report) => report !== null)).toHaveLength(1)
    expect(await client.user.count()).toBe(1)
    expect(await client.keyPair.count()).toBe(2)
    expect(await client.client.count()).toBe(1)
    // Four processes generate eight 4096-bit keys, and six are discarded.
  }, 60_000)

  it('leaves nothing behind when it fails half-way', async () => {
    const { url, client, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    const sameKey = { ...(await tools(url).generateKeys(testCipher)) }
    const failing = { ...tools(url), generateKeys: async () => sameKey }
    await expect(seed(store, failing)).rejects.toThrow()
    expect(await client.settings.count()).toBe(0)
    expect(await client.keyPair.count()).toBe(0)
  })
})

describe('a start under another address', () => {
  const moved = (url: string) => testConfig(url, { BASE_URL: 'https://login.example.com' })
  const here = ['/console/callback', '/auth/callback', ''].map(
    (path) => `http://localhost:3000${path}`,
  )
  const there = ['/console/callback', '/auth/callback', ''].map(
    (path) => `https://login.example.com${path}`,
  )

  async function registered(store: Store): Promise<readonly string[]> {
    const client = await store.clients.findByIdentifier(consoleClientIdentifier)
    return client?.redirectUris.map(({ uri }) => uri) ?? []
  }

  it('registers the console there, once, beside where it was', async () => {
    const { url, stores } = await emptyDatabase(2)
    const [store, other] = stores as [Store, Store]
    await seed(store, tools(url))
    const added = await Promise.all(
      [store, other].map((process) => registerConsoleAddress(process, moved(url))),
    )
    expect(added.flat()).toEqual(there)
    expect(await registerConsoleAddress(store, moved(url))).toEqual([])
    expect(await registered(store)).toEqual([...here, ...there])
  })

  it('leaves alone what an administrator removed, as long as the callback is there', async () => {
    const { url, stores } = await emptyDatabase()
    const [store] = stores as [Store]
    await seed(store, tools(url))
    const client = await store.clients.findByIdentifier(consoleClientIdentifier)
    await store.clients.removeRedirectUris(client?.id ?? 0, here.slice(1))
    expect(await registerConsoleAddress(store, tools(url).config)).toEqual([])
    expect(await registered(store)).toEqual(here.slice(0, 1))
  })
})
