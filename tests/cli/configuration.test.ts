import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { insertCopies } from '#tests/support/copies.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import {
  aClient,
  aGroup,
  aPublicClient,
  aResource,
  aUser,
  grantToClient,
  grantToGroup,
  storedSecretOf,
} from '#tests/support/people.ts'
import { encryptionKey, testCipher, testStart } from '#tests/support/settings.ts'
import { runCommand, runForJson } from './run-command.ts'

interface Exported {
  readonly settings: {
    readonly general: Record<string, unknown>
    readonly email: Record<string, unknown>
  }
  readonly resources: { resourceIdentifier: string; permissions: object[] }[]
  readonly clients: Record<string, unknown>[]
  readonly groups: Record<string, unknown>[]
}

interface ImportJson {
  readonly dryRun: boolean
  readonly differences: {
    kind: string
    record: string
    fields: { name: string; before?: unknown; after: unknown }[]
    notes: string[]
  }[]
  readonly remarks: string[]
  readonly generatedSecrets: { clientIdentifier: string; clientSecret: string }[]
}

const folder = mkdtempSync(join(tmpdir(), 'authserver-configuration-'))
const file = join(folder, 'configuration.yaml')
const mailPassword = 'a-mail-password-nobody-guesses'
const secret = 'a.client.secret.'.repeat(4)

let source: OpenDatabase
let target: OpenDatabase

beforeAll(async () => {
  source = await openSeededDatabase()
  await furnish(source)
})
beforeEach(async () => {
  target = await openSeededDatabase()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function furnish({ store, client }: OpenDatabase): Promise<void> {
  const orders = await aResource(store, 'orders', ['write', 'read'])
  const addresses = ['https://orders.example.org', 'https://api.example.org/orders']
  await store.resourceIndicators.replace(
    orders.id,
    addresses.map((uri) => ({ uri, uriKey: uri })),
    new Date(),
  )
  await store.settings.update({
    authorizationResponseIssEnabled: true,
    selfRegisteredClientScopes: 'openid orders:read',
    appName: 'Example Inc',
    passwordPolicy: 'high',
    smtpEnabled: true,
    smtpHost: 'mail.example.org',
    smtpPort: 587,
    smtpEncryption: 'starttls',
    smtpFromEmail: 'login@example.org',
    smtpUsername: 'login',
    smtpPasswordEncrypted: testCipher.seal(mailPassword, 'settings.smtp_password_encrypted/1'),
  })
  const web = await aClient(store, {
    clientIdentifier: 'shop',
    secret,
    redirectUris: ['https://shop.example.org/b', 'https://shop.example.org/a'],
    webOrigins: ['https://shop.example.org'],
    tokenExpirationInSeconds: 600,
    backchannelLogoutUri: 'https://shop.example.org/out',
    displayName: 'Shop',
    allowedScopes: 'openid orders:*',
  })
  await store.introspectionLinks.add(web.id, [orders.id], testStart)
  await grantToClient(store, web, 'orders:write', 'orders:read')
  await aPublicClient(store, { clientIdentifier: 'phone', pkceRequired: true })
  await aClient(store, { clientIdentifier: 'x'.repeat(60), createdViaDcr: true })
  const group = await aGroup(store, { groupIdentifier: 'staff', description: 'All of us' })
  await grantToGroup(store, group, 'orders:read', 'authserver:admin-read')
  for (const value of ['Berlin', 'Bern']) {
    await client.groupAttribute.create({ data: { groupId: group.id, key: 'office', value } })
  }
}

async function exported(database: OpenDatabase, ...options: string[]): Promise<string> {
  const { code, out, err } = await runCommand(database, ['export', ...options])
  if (code !== 0) throw new Error(err)
  return out
}

function importText(database: OpenDatabase, text: string, ...options: string[]) {
  writeFileSync(file, text)
  return runForJson<ImportJson>(database, ['import', file, ...options])
}

function documentOf(sections: object): string {
  return stringify({ format: 'authserver-configuration', version: 1, ...sections })
}

/** All rows that an import may change, to check that it changed none. */
async function everything({ client }: OpenDatabase) {
  return {
    // Locking the row updates its timestamp.
    settings: await client.settings.findMany({ omit: { updatedAt: true } }),
    resources: await client.resource.findMany({ include: { permissions: true } }),
    clients: await client.client.findMany({
      include: { redirectUris: true, webOrigins: true, permissions: true },
    }),
    groups: await client.group.findMany({ include: { attributes: true, permissions: true } }),
    entries: await client.auditLog.count(),
  }
}

describe('export', () => {
  test('writes every section in a stable order, the same each time', async () => {
    const text = await exported(source)
    expect(await exported(source)).toBe(text)
    const content = parse(text) as Exported
    expect(content.clients.map((one) => one.clientIdentifier)).toEqual(['phone', 'shop'])
    expect(content.clients[1]).toMatchObject({
      redirectURIs: ['https://shop.example.org/a', 'https://shop.example.org/b'],
      permissions: ['orders:read', 'orders:write'],
      allowedScopes: ['openid', 'orders:*'],
      introspectionResources: ['orders'],
    })
    expect(content.groups).toEqual([
      expect.objectContaining({
        groupIdentifier: 'staff',
        permissions: ['authserver:admin-read', 'orders:read'],
        attributes: [
          expect.objectContaining({ key: 'office', value: 'Berlin' }),
          expect.objectContaining({ key: 'office', value: 'Bern' }),
        ],
      }),
    ])
    expect(content.resources.map((one) => one.resourceIdentifier)).toEqual(['authserver', 'orders'])
  })

  test('leaves out additions to the protocol at their default, which an older release does not know', async () => {
    const { store } = target
    await store.settings.update({
      authorizationServerMetadataEnabled: false,
      tokenRevocationEnabled: false,
      tokenIntrospectionEnabled: false,
      backchannelLogoutEnabled: false,
    })
    await aClient(store, { clientIdentifier: 'plain' })
    const text = await exported(target)
    const additions = ['protocol', 'allowedScopes', 'introspectionResources']
    for (const name of [...additions, 'backchannelLogoutUri', 'indicators']) {
      expect(text).not.toContain(name)
    }
    const [client] = (parse(await exported(source)) as Exported).clients
    expect(client).not.toHaveProperty('allowedScopes')
  })

  test('leaves out the console’s client, clients that registered themselves, and secrets', async () => {
    const text = await exported(source)
    expect(text).not.toContain('admin-console-client')
    expect(text).not.toContain('x'.repeat(60))
    for (const hidden of [secret, mailPassword, 'clientSecret', 'smtpPassword', 'Encrypted']) {
      expect(text).not.toContain(hidden)
    }
  })

  test('writes secrets in clear when it is told to, into a file of the owner alone', async () => {
    const private_ = join(folder, 'private.json')
    expect((await runCommand(source, ['export', private_, '--with-secrets'])).code).toBe(0)
    expect(statSync(private_).mode & 0o777).toBe(0o600)
    const content = JSON.parse(readFileSync(private_, 'utf8')) as Exported
    expect(content.settings.email.smtpPassword).toBe(mailPassword)
    expect(content.clients).toContainEqual(expect.objectContaining({ clientSecret: secret }))
    expect(content.clients.find((one) => one.isPublic)).not.toHaveProperty('clientSecret')
  })
})

test('export says when a file is larger than import takes it', async () => {
  const database = await openSeededDatabase()
  const { url, client, store } = database
  const { id: groupId } = await aGroup(store, { groupIdentifier: 'staff' })
  const attribute = { groupId, key: 'text', value: '😀'.repeat(250) }
  const { id } = await client.groupAttribute.create({ data: attribute })
  await insertCopies(database, { table: 'group_attributes', id, unique: [] }, 10_500)
  const { code, err } = await runCommand({ url }, ['export'])
  expect([code, err]).toEqual([
    0,
    'A configuration file may have at most 10 MB. Split it before you import it: a file may contain only some of the records.',
  ])
})

describe('import', () => {
  test('makes another installation the same, secrets included, and finds nothing to do again', async () => {
    const text = await exported(source, '--with-secrets')
    await importText(target, text)
    expect(await exported(target, '--with-secrets')).toBe(text)
    const before = await everything(target)
    const again = await importText(target, text)
    expect(again.differences).toEqual([])
    expect(await everything(target)).toEqual(before)
  })

  test('says in a dry run what it would do, and does nothing', async () => {
    const text = await exported(source)
    const before = await everything(target)
    const dry = await importText(target, text, '--dry-run')
    expect(await everything(target)).toEqual(before)
    expect(dry.dryRun).toBe(true)
    expect(dry.generatedSecrets).toEqual([])
    const real = await importText(target, text)
    expect(real.differences).toEqual(dry.differences)
    expect(real.differences.map(({ kind, record }) => `${kind} ${record}`)).toEqual([
      'changed settings',
      'created resource orders',
      'changed protocol settings',
      'created client phone',
      'created client shop',
      'created group staff',
    ])
  })

  test('prints the difference for people to read', async () => {
    await importText(target, await exported(source, '--with-secrets'))
    const change = {
      settings: { general: { appName: 'Other' } },
      clients: [{ clientIdentifier: 'shop', redirectURIs: ['https://shop.example.org/c'] }],
    }
    writeFileSync(file, documentOf(change))
    const { code, out } = await runCommand(target, ['import', file, '--dry-run'])
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      '~ settings',
      '    general.appName: "Example Inc" → Other',
      '~ client shop',
      '    redirectURIs:',
      '      - https://shop.example.org/a',
      '      - https://shop.example.org/b',
      '      + https://shop.example.org/c',
      '2 records would change. Nothing was changed.',
    ])
  })

  test('gives a new confidential client without a secret one, and tells it once', async () => {
    const text = documentOf({
      clients: [{ clientIdentifier: 'robot', clientCredentialsEnabled: true }],
    })
    const { generatedSecrets } = await importText(target, text)
    const stored = await target.store.clients.findRecord('robot')
    expect(generatedSecrets).toEqual([
      {
        clientIdentifier: 'robot',
        clientSecret: storedSecretOf(stored),
      },
    ])
    expect((await importText(target, text)).generatedSecrets).toEqual([])
  })

  test('leaves alone what the file does not name', async () => {
    await importText(target, await exported(source))
    const before = parse(await exported(target)) as Exported
    await importText(
      target,
      documentOf({ clients: [{ clientIdentifier: 'shop', description: 'Sells things' }] }),
    )
    const after = parse(await exported(target)) as Exported
    expect(after).toEqual({
      ...before,
      clients: before.clients.map((client) =>
        client.clientIdentifier === 'shop' ? { ...client, description: 'Sells things' } : client,
      ),
    })
  })

  test('deletes entries of lists, with the grants of a permission', async () => {
    await importText(target, await exported(source))
    await importText(
      target,
      documentOf({
        resources: [
          { resourceIdentifier: 'orders', permissions: [{ permissionIdentifier: 'read' }] },
        ],
        clients: [{ clientIdentifier: 'shop', webOrigins: [] }],
        groups: [{ groupIdentifier: 'staff', attributes: [], permissions: [] }],
      }),
    )
    const { clients, groups } = parse(await exported(target)) as Exported
    expect(clients[1]).toMatchObject({ webOrigins: [], permissions: ['orders:read'] })
    expect(groups[0]).toMatchObject({ attributes: [], permissions: [] })
  })

  test('makes a client public and confidential again', async () => {
    await importText(target, await exported(source, '--with-secrets'))
    const shop = { clientIdentifier: 'shop', permissions: [] }
    await importText(target, documentOf({ clients: [{ ...shop, isPublic: true }] }))
    expect(await target.store.clients.findRecord('shop')).toMatchObject({
      isPublic: true,
      clientSecretEncrypted: null,
      pkceRequired: true,
    })
    const back = documentOf({ clients: [{ ...shop, isPublic: false }] })
    const { generatedSecrets, differences } = await importText(target, back)
    expect(generatedSecrets).toHaveLength(1)
    expect(JSON.stringify(differences)).not.toContain(generatedSecrets[0]?.clientSecret)
  })

  test('never shows a secret in the difference', async () => {
    const text = await exported(source, '--with-secrets')
    const { differences } = await importText(target, text)
    expect(JSON.stringify(differences)).not.toContain(secret)
    expect(JSON.stringify(differences)).not.toContain(mailPassword)
    expect(differences[0]?.notes).toEqual(['smtpPassword: changed'])
  })

  test('writes the audit entries of the same changes by hand, acted by the command line', async () => {
    await importText(target, await exported(source))
    const rows = await target.client.auditLog.findMany({ orderBy: { id: 'asc' } })
    const events = new Set(rows.map(({ auditEvent }) => auditEvent))
    for (const event of [
      'updated_general_settings',
      'updated_smtp_settings',
      'created_resource',
      'updated_resource_permissions',
      'created_client',
      'updated_redirect_uris',
      'updated_client_permissions',
      'created_group',
      'administrative_permission_changed',
    ]) {
      expect(events, event).toContain(event)
    }
    for (const { details } of rows) expect(JSON.parse(details).loggedInUser).toBe('command line')
  })

  test('shows what would command a terminal as an escape', async () => {
    const groups = [{ groupIdentifier: 'shown', description: 'ok\u001b[1A\u009b2K\u202e' }]
    writeFileSync(file, documentOf({ groups }))
    const { code, out } = await runCommand(target, ['import', file, '--dry-run'])
    expect([code, out]).toEqual([0, expect.stringContaining('ok\\u001b[1A\\u009b2K\\u202e')])
    for (const command of ['\u001b', '\u009b', '\u202e']) expect(out).not.toContain(command)
  })

  test('notes mail settings that are not stored because mail is off, never the password', async () => {
    const mail = { smtpHost: 'mail.example.org', smtpPort: 25, smtpPassword: mailPassword }
    writeFileSync(file, documentOf({ settings: { email: mail } }))
    const note =
      'settings: Not stored, because email.smtpEnabled is false: email.smtpHost, email.smtpPort, email.smtpPassword.'
    for (const argv of [
      ['import', file, '--dry-run'],
      ['import', file],
    ]) {
      const { code, out } = await runCommand(target, argv)
      expect([code, out]).toEqual([0, `Note: ${note}\nNothing to change.`])
    }
    const { differences, remarks } = await importText(
      target,
      documentOf({ settings: { email: { ...mail, smtpEnabled: false } } }),
    )
    expect([differences, remarks]).toEqual([[], [note]])
    expect(await target.store.settings.find()).toMatchObject({ smtpHost: '', smtpPort: 0 })
  })

  test('shows an entry that goes although another like it stays', async () => {
    const attribute = { key: 'office', value: 'Bern' }
    const groups = (...attributes: object[]) =>
      documentOf({ groups: [{ groupIdentifier: 'staff', attributes }] })
    await importText(target, groups(attribute, attribute))
    writeFileSync(file, groups(attribute))
    const { out } = await runCommand(target, ['import', file])
    expect(out.split('\n')).toEqual([
      '~ group staff',
      '    attributes:',
      '      - {"key":"office","value":"Bern","includeInIdToken":false,"includeInAccessToken":false}',
      '1 record changed.',
    ])
  })

  test('takes turns with another import that names the same records in another order', async () => {
    const named = (description: string) =>
      Array.from({ length: 60 }, (_, i) => ({ clientIdentifier: `client-${i}`, description }))
    await importText(target, documentOf({ clients: named('first') }))
    const texts = [named('one'), named('other').toReversed()].map((clients) =>
      documentOf({ clients }),
    )
    const results = await Promise.all(
      texts.map((input) => runCommand(target, ['import', '-'], { input })),
    )
    for (const { code, err } of results) expect([code, err]).toEqual([0, ''])
    const { clients } = parse(await exported(target)) as Exported
    expect(new Set(clients.map(({ description }) => description)).size).toBe(1)
    // One of the imports may be retried several times.
  }, 120_000)

  test('says when it clears the mail settings because mail is switched off', async () => {
    await importText(target, await exported(source))
    const email = { smtpEnabled: false, smtpHost: 'mail.example.org', smtpFromName: '' }
    const { differences, remarks } = await importText(target, documentOf({ settings: { email } }))
    expect(differences[0]?.fields).toContainEqual(
      expect.objectContaining({ name: 'email.smtpHost', before: 'mail.example.org', after: '' }),
    )
    expect(remarks).toEqual([
      'settings: Not stored, because email.smtpEnabled is false: email.smtpHost.',
    ])
  })

  test('notes nothing about an export of an installation without mail', async () => {
    const { remarks } = await importText(target, await exported(await openSeededDatabase()))
    expect(remarks).toEqual([])
  })

  test('opens secrets with the previous key, and re-encrypts nothing: a server does that', async () => {
    const env = { ENCRYPTION_KEY: 'c3'.repeat(32), ENCRYPTION_KEY_PREVIOUS: encryptionKey }
    writeFileSync(file, documentOf({}))
    const dryRun = await runCommand(target, ['import', file, '--dry-run'], { env })
    expect([dryRun.code, dryRun.out]).toEqual([0, 'Nothing to change.'])
    expect((await runCommand(target, ['export'])).code).toBe(0)
  })

  test('reads standard input and JSON', async () => {
    const input = JSON.stringify(parse(await exported(source)))
    const { code } = await runCommand(target, ['import', '-'], { input })
    expect(code).toBe(0)
    expect(await exported(target)).toBe(await exported(source))
  })
})

describe('import refuses, and changes nothing for,', () => {
  const web = { clientIdentifier: 'web', authorizationCodeEnabled: true }
  const refusals: [what: string, text: string, sentences: (string | RegExp)[]][] = [
    ['a file that is no YAML', 'format: [', [/^The file cannot be read: /]],
    [
      'another kind of file',
      'name: x',
      [
        "The file: The field 'format' is missing.",
        "The file: The field 'version' is missing.",
        "The file: Unknown field 'name'.",
      ],
    ],
    ['a file that is no record', '- x', ['The file: It must be an object.']],
    [
      'a file of another version',
      'format: authserver-configuration\nversion: 2',
      ["The file: The field 'version' must be 1."],
    ],
    [
      'fields that do not exist, of a record that has a name',
      documentOf({ clients: [web, { clientIdentifier: 'b', secret: 'x' }], setings: {} }),
      ["clients[1] (b): Unknown field 'secret'.", "The file: Unknown field 'setings'."],
    ],
    [
      'a client whose identifier could be a user’s',
      documentOf({ clients: [{ clientIdentifier: 'e5f92111-225d-460a-84e0-19c437b3a5a2' }] }),
      [/^clients\[0\] .* isn’t a UUID/],
    ],
    [
      'fields that are missing',
      documentOf({
        resources: [{ resourceIdentifier: 'shop', permissions: [{ description: 'x' }] }],
        clients: [{ description: 'nameless' }],
      }),
      [
        "resources[0] (shop): The field 'permissions[0].permissionIdentifier' is missing.",
        "clients[0]: The field 'clientIdentifier' is missing.",
      ],
    ],
    [
      'values of another kind',
      documentOf({
        settings: { general: { appName: 2031, pkceRequired: 'yes' }, email: null },
        clients: [
          {
            clientIdentifier: 'b',
            description: null,
            pkceRequired: 'no',
            tokenExpirationInSeconds: 1.5,
            includeOpenIDConnectClaimsInIdToken: 'maybe',
            redirectURIs: [1],
            webOrigins: 'https://b.example',
          },
          'shop',
        ],
        groups: { staff: {} },
      }),
      [
        "settings: The field 'general.appName' must be text: put it in quotes.",
        "settings: The field 'general.pkceRequired' must be true or false.",
        "settings: The field 'email' must be an object.",
        "clients[0] (b): The field 'description' is empty: write '' for an empty text.",
        "clients[0] (b): The field 'pkceRequired' must be true, false or null.",
        "clients[0] (b): The field 'tokenExpirationInSeconds' must be a whole number.",
        "clients[0] (b): The field 'includeOpenIDConnectClaimsInIdToken' must be 'on' or 'off' or 'default'.",
        "clients[0] (b): The field 'redirectURIs[0]' must be text: put it in quotes.",
        "clients[0] (b): The field 'webOrigins' must be a list.",
        'clients[1]: It must be an object.',
        'groups: It must be a list.',
      ],
    ],
    [
      'values that are too much',
      documentOf({
        clients: [
          {
            clientIdentifier: 'b',
            tokenExpirationInSeconds: 1e300,
          },
        ],
      }),
      ["clients[0] (b): The field 'tokenExpirationInSeconds' is too large."],
    ],
    [
      'lists longer than the API takes them',
      documentOf({
        resources: [
          {
            resourceIdentifier: 'orders',
            permissions: Array.from({ length: 1_001 }, (_, i) => ({
              permissionIdentifier: `read-${i}`,
            })),
          },
        ],
        clients: [
          { ...web, redirectURIs: Array.from({ length: 201 }, (_, i) => `https://a.example/${i}`) },
          { ...web, clientIdentifier: 'api', permissions: Array(1_001).fill('authserver:manage') },
        ],
        groups: [{ groupIdentifier: 'staff', permissions: Array(1_001).fill('authserver:manage') }],
      }),
      [
        'resources[0] (orders): At most 1000 permissions can be saved at once.',
        'clients[0] (web): A client may have at most 200 redirect URIs.',
        'clients[1] (api): At most 1000 permissions can be saved at once.',
        'groups[0] (staff): At most 1000 permissions can be saved at once.',
      ],
    ],
    [
      'a record that is named twice',
      documentOf({ clients: [web, web] }),
      ["clients[1] (web): The field 'clientIdentifier' repeats a record of the list."],
    ],
    [
      'values that the rules do not allow, all of them at once',
      documentOf({
        settings: { general: { passwordPolicy: 'odd' } },
        clients: [{ ...web, redirectURIs: ['/relative'] }, { clientIdentifier: '1st' }],
        groups: [{ groupIdentifier: 'staff', permissions: ['no:thing'] }],
      }),
      [
        /^settings: The field 'passwordPolicy' must be one of/,
        /^clients\[0\] \(web\): redirectURIs\[0\]: A redirect URI must be an absolute URI/,
        /^clients\[1\] \(1st\): /,
        /^groups\[0\] \(staff\): permissions\[0\]: Permission 'no:thing' not found/,
      ],
    ],
    [
      'values that the rules do not allow, the first of each page and every entry of a list',
      documentOf({
        settings: {
          general: { appName: '<b>', issuer: 'x:', passwordPolicy: 'odd' },
          sessions: { userSessionIdleTimeoutInSeconds: -1, userSessionMaxLifetimeInSeconds: 0 },
          tokens: { tokenExpirationInSeconds: 0, refreshTokenOfflineIdleTimeoutInSeconds: -1 },
          email: { smtpEnabled: true, smtpPort: 99_999, smtpEncryption: 'rot13' },
          auditLogs: { auditLogRetentionDays: -1 },
          uiTheme: 'no such theme',
        },
        resources: [
          {
            resourceIdentifier: '1st',
            description: '<i>',
            permissions: [
              { permissionIdentifier: 'read' },
              { permissionIdentifier: '?', description: '<u>' },
            ],
          },
          {
            resourceIdentifier: 'twice',
            permissions: Array(2).fill({ permissionIdentifier: 'a-b' }),
          },
        ],
        clients: [
          {
            clientIdentifier: 'new one',
            description: '<i>',
            redirectURIs: ['https://a.example', '/b', 'c#d'],
            webOrigins: ['x', 'https://a.example', 'y'],
            permissions: ['a:b', 'authserver:manage', 'c:d'],
          },
          {
            ...web,
            clientSecret: 'short',
            websiteUrl: 'ftp://x',
            tokenExpirationInSeconds: -1,
          },
          { clientIdentifier: 'public', isPublic: true, clientCredentialsEnabled: true },
          { clientIdentifier: 'pkce', isPublic: true, pkceRequired: false },
          { clientIdentifier: 'secret', isPublic: true, clientSecret: 'x'.repeat(60) },
          {
            clientIdentifier: 'idle',
            refreshTokenOfflineIdleTimeoutInSeconds: 2,
            refreshTokenOfflineMaxLifetimeInSeconds: 1,
          },
        ],
        groups: [
          {
            groupIdentifier: '-',
            description: '<i>',
            attributes: [
              { key: 'office' },
              { key: '1 x', value: '<b>' },
              { key: ' ' },
              { key: 'floor', value: 'x'.repeat(251) },
            ],
            permissions: ['a:b'],
          },
        ],
      }),
      [
        'settings: Leave out < and > in the name.',
        "settings: The field 'userSessionIdleTimeoutInSeconds' must be more than 0.",
        "settings: The field 'tokenExpirationInSeconds' must be more than 0.",
        "settings: The field 'uiTheme' must be empty or one of the available themes.",
        "settings: The field 'smtpHost' is required.",
        "settings: The field 'auditLogRetentionDays' must be between 0 and 3650.",
        /^resources\[0\] \(1st\): permissions\[1\]: .*Leave out < and >/,
        'resources[0] (1st): Leave out < and > in the description.',
        "resources[1] (twice): The permission 'a-b' is in the list twice.",
        /^clients\[0\] \(new one\): redirectURIs\[1\]: A redirect URI/,
        /^clients\[0\] \(new one\): redirectURIs\[2\]: A redirect URI/,
        /^clients\[0\] \(new one\): webOrigins\[0\]: A web origin/,
        /^clients\[0\] \(new one\): webOrigins\[2\]: A web origin/,
        /^clients\[0\] \(new one\): permissions\[0\]: Permission 'a:b' not found/,
        /^clients\[0\] \(new one\): permissions\[2\]: Permission 'c:d' not found/,
        'clients[0] (new one): Leave out < and > in the description.',
        "clients[1] (web): The field 'clientSecret' must have 8 to 255 printable ASCII characters, without spaces and percent signs.",
        "clients[1] (web): The field 'websiteUrl' is not an http or https address.",
        /^clients\[1\] \(web\): The field 'tokenExpirationInSeconds' takes 0 to/,
        'clients[2] (public): A public client cannot use client credentials.',
        'clients[3] (pkce): A public client always needs PKCE.',
        'clients[4] (secret): A public client has no secret.',
        /^clients\[5\] \(idle\): The offline idle timeout may not be longer/,
        /^groups\[0\] \(-\): attributes\[1\]: Start the ID with a letter/,
        "groups[0] (-): attributes[2]: The field 'key' is required.",
        'groups[0] (-): attributes[3]: The value may have at most 250 characters.',
        /^groups\[0\] \(-\): permissions\[0\]: Permission 'a:b' not found/,
        'groups[0] (-): Leave out < and > in the description.',
      ],
    ],
    [
      'the key of an attribute, and does not blame the group’s name for it',
      documentOf({
        groups: [{ groupIdentifier: 'staff', attributes: [{ key: 'a' }, { key: '1 x' }] }],
      }),
      [/^groups\[0\] \(staff\): attributes\[1\]: /],
    ],
    [
      'a list with bad entries and entries that are there twice, both at once',
      documentOf({
        resources: [
          {
            resourceIdentifier: 'orders',
            permissions: ['read', '?', 'read'].map((permissionIdentifier) => ({
              permissionIdentifier,
            })),
          },
        ],
        clients: [
          {
            ...web,
            redirectURIs: ['https://a.example/', '/relative', 'https://a.example/'],
            webOrigins: ['https://a.example', 'x', 'https://A.example'],
          },
        ],
      }),
      [
        /^resources\[0\] \(orders\): permissions\[1\]: Use at least/,
        "resources[0] (orders): The permission 'read' is in the list twice.",
        /^clients\[0\] \(web\): redirectURIs\[1\]: A redirect URI/,
        'clients[0] (web): A redirect URI is listed twice.',
        /^clients\[0\] \(web\): webOrigins\[1\]: A web origin/,
        'clients[0] (web): A web origin is listed twice.',
      ],
    ],
    [
      'the client of the console',
      documentOf({ clients: [{ clientIdentifier: 'admin-console-client', enabled: false }] }),
      [
        'clients[0] (admin-console-client): The client of the administration console is built in and cannot be imported.',
      ],
    ],
    [
      'deleting a built-in permission',
      documentOf({ resources: [{ resourceIdentifier: 'authserver', permissions: [] }] }),
      [/^resources\[0\] \(authserver\): The built-in permission 'manage' cannot be deleted/],
    ],
    [
      'what no public client can have',
      documentOf({
        clients: [{ ...web, isPublic: true, clientCredentialsEnabled: true }],
      }),
      ['clients[0] (web): A public client cannot use client credentials.'],
    ],
  ]
  test.each(refusals)('%s', async (_, text, sentences) => {
    const before = await everything(target)
    writeFileSync(file, text)
    const { code, out, err } = await runCommand(target, ['import', file])
    expect([code, out]).toEqual([1, ''])
    const lines = err.split('\n')
    expect(lines).toHaveLength(sentences.length)
    for (const [i, sentence] of sentences.entries()) {
      if (typeof sentence === 'string') expect(lines[i]).toBe(sentence)
      else expect(lines[i]).toMatch(sentence)
    }
    expect(await everything(target)).toEqual(before)
  })

  const nameless = { description: 1, displayName: 1, enabled: 1 }
  const entry = { key: 1, value: 1, includeInIdToken: 1, includeInAccessToken: 1 }
  test.each([
    ['fields', { clients: Array(4_000).fill(nameless) }],
    ['entries', { groups: [{ groupIdentifier: 'g', attributes: Array(4_000).fill(entry) }] }],
    ['texts', { clients: [{ clientIdentifier: 'c', redirectURIs: Array(150_000).fill(1) }] }],
    ['names', { clients: Array(6_000).fill({ clientIdentifier: 'shop' }) }],
    [
      'values',
      {
        groups: Array.from({ length: 300 }, (_, i) => ({
          groupIdentifier: `${i}`,
          description: '<',
        })),
      },
    ],
  ])('more wrong %s than anybody reads, and tells a hundred', async (_, sections) => {
    const before = await everything(target)
    writeFileSync(
      file,
      JSON.stringify({ format: 'authserver-configuration', version: 1, ...sections }),
    )
    const { code, out, err } = await runCommand(target, ['import', file])
    expect([code, out]).toEqual([1, ''])
    const lines = err.split('\n')
    expect(lines.slice(99)).toEqual([
      expect.stringMatching(/^(clients|groups)\[\d+\]/),
      'There are more problems.',
    ])
    expect(await everything(target)).toEqual(before)
  })

  test('exactly a hundred problems, and tells all of them', async () => {
    const groups = Array.from({ length: 100 }, (_, i) => ({ groupIdentifier: `${i}-` }))
    writeFileSync(file, documentOf({ groups }))
    const hundred = (await runCommand(target, ['import', file])).err.split('\n')
    expect(hundred).toHaveLength(100)
    writeFileSync(file, documentOf({ groups: [...groups, { groupIdentifier: '-' }] }))
    const more = (await runCommand(target, ['import', file])).err.split('\n')
    expect(more).toEqual([...hundred, 'There are more problems.'])
  })

  test('taking the permission from the group of the only administrators', async () => {
    const { client, store } = target
    const group = await aGroup(store, { groupIdentifier: 'admins' }, [await aUser(store)])
    await grantToGroup(store, group, 'authserver:manage')
    await client.userPermission.deleteMany()
    writeFileSync(file, documentOf({ groups: [{ groupIdentifier: 'admins', permissions: [] }] }))
    const { code, err } = await runCommand(target, ['import', file])
    expect([code, err]).toEqual([1, expect.stringContaining('no enabled user')])
    const misspelt = [{ groupIdentifier: 'admins', permissions: ['authserver:mange'] }]
    writeFileSync(file, documentOf({ groups: misspelt }))
    expect((await runCommand(target, ['import', file])).err).toMatch(
      /^groups\[0\] \(admins\): permissions\[0\]: Permission 'authserver:mange' not found.*$/,
    )
    expect(await store.permissionGrants.idsOf({ kind: 'group', id: group.id })).toHaveLength(1)
  })

  test.each([
    ['a tag that only other programs know', 'version: 1\nclients: !ENV SHOP\n', /tag: !ENV/],
    ['a tag whose value has no fields', `${documentOf({})}settings: !!omap [uiTheme: x]\n`, /omap/],
    [
      'the same in an older YAML',
      `%YAML 1.1\n---\n${documentOf({})}settings: !!omap [uiTheme: x]\n`,
      /omap/,
    ],
    ['two files in one', `${documentOf({})}---\n${documentOf({})}`, /more than one document/],
    ['text that is not UTF-8', Buffer.from('version: 1 # Zürich\n', 'latin1'), /UTF-8/],
    ['more than 10 MB', ' '.repeat(10 * 1024 * 1024 + 1), /10 MB/],
  ])('%s', async (_, content, sentence) => {
    writeFileSync(file, content)
    for (const [argv, options] of [
      [['import', file], {}],
      [['import', '-'], { input: content }],
    ] as const) {
      const { code, out, err } = await runCommand(target, argv, options)
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(sentence)
    }
  })

  test('a field named by what commands a terminal, which is written as an escape', async () => {
    writeFileSync(file, documentOf({ '\u001b[2Kno': true }))
    const { code, err } = await runCommand(target, ['import', file])
    expect([code, err]).toEqual([1, expect.stringContaining("'\\u001b[2Kno'")])
  })

  test('a file that is not there', async () => {
    const { code, err } = await runCommand(target, ['import', join(folder, 'missing.yaml')])
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be read')])
  })
})
