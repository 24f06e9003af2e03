import { beforeEach, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { attemptList, attemptsOf } from '#lib/cli/configuration/attempts.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import {
  aClient,
  aGroup,
  aPublicClient,
  aResource,
  grantToClient,
  grantToGroup,
} from '#tests/support/people.ts'
import { testCipher } from '#tests/support/settings.ts'
import { runCommand, runForJson } from './run-command.ts'

const redirectURIs = ['https://shop.example/a', 'https://shop.example/b']
const webOrigins = ['https://a.example', 'https://b.example']

let database: OpenDatabase

beforeEach(async () => {
  database = await openSeededDatabase()
  const { store, client } = database
  await store.settings.update({
    smtpEnabled: true,
    smtpHost: 'mail.example.org',
    smtpPort: 587,
    smtpEncryption: 'starttls',
    smtpFromEmail: 'login@example.org',
    smtpPasswordEncrypted: testCipher.seal('a-mail-password', 'settings.smtp_password_encrypted/1'),
  })
  await aResource(store, 'orders', ['read', 'write'])
  const lists = { redirectUris: redirectURIs, webOrigins }
  const shop = await aClient(store, { clientIdentifier: 'shop', ...lists })
  await grantToClient(store, shop, 'orders:read', 'orders:write')
  await aPublicClient(store, { clientIdentifier: 'phone', pkceRequired: true })
  const { id: groupId } = await aGroup(store, { groupIdentifier: 'staff', description: 'All' })
  await grantToGroup(store, { id: groupId }, 'orders:read', 'orders:write')
  for (const value of ['Berlin', 'Bern'])
    await client.groupAttribute.create({ data: { groupId, key: 'office', value } })
})

/**
 * Imports a file with these sections.
 * @returns the audit entries in order, and the changed fields
 */
async function imported(sections: object) {
  const input = stringify({ format: 'authserver-configuration', version: 1, ...sections })
  const { differences, generatedSecrets } = await runForJson<{
    differences: { fields: { name: string }[] }[]
    generatedSecrets: object[]
  }>(database, ['import', '-'], { input })
  const rows = await database.client.auditLog.findMany({ orderBy: { id: 'asc' } })
  return {
    entries: rows.map(({ auditEvent }) => auditEvent),
    fields: differences.flatMap(({ fields }) => fields.map(({ name }) => name)),
    generatedSecrets,
  }
}

const shop = (fields: object) => ({ clients: [{ clientIdentifier: 'shop', ...fields }] })
const staff = (fields: object) => ({ groups: [{ groupIdentifier: 'staff', ...fields }] })
const orders = (...permissions: object[]) => ({
  resources: [{ resourceIdentifier: 'orders', permissions }],
})
const read = { permissionIdentifier: 'read', description: 'May read in orders' }
const write = { permissionIdentifier: 'write', description: 'May write in orders' }

describe('an import writes the entry of what changed, and no other:', () => {
  const changes: [field: string, sections: object, ...entries: string[]][] = [
    ['description', shop({ description: 'Sells' }), 'updated_client_settings'],
    [
      'defaultAcrLevel',
      shop({ defaultAcrLevel: 'urn:authserver:level2_optional' }),
      'updated_client_settings',
    ],
    ['tokenExpirationInSeconds', shop({ tokenExpirationInSeconds: 60 }), 'updated_client_tokens'],
    ['implicitGrantEnabled', shop({ implicitGrantEnabled: true }), 'updated_client_oauth2_flows'],
    [
      'administrativeScopesAllowed',
      shop({ administrativeScopesAllowed: true }),
      'updated_client_administrative_scopes',
    ],
    ['redirectURIs', shop({ redirectURIs: redirectURIs.slice(1) }), 'updated_redirect_uris'],
    ['webOrigins', shop({ webOrigins: webOrigins.slice(1) }), 'updated_web_origins'],
    ['permissions', shop({ permissions: ['orders:read'] }), 'updated_client_permissions'],
    [
      'allowedScopes',
      shop({ allowedScopes: ['openid', 'orders:*'] }),
      'updated_client_restrictions',
    ],
    ['allowedScopes', shop({ allowedScopes: [] }), 'updated_client_restrictions'],
    [
      'introspectionResources',
      shop({ introspectionResources: ['orders'] }),
      'updated_client_introspection',
    ],
    [
      'backchannelLogoutUri',
      shop({ backchannelLogoutUri: 'https://shop.example.org/out' }),
      'updated_client_logout',
    ],
    [
      'pushedRequestsRequired',
      shop({ pushedRequestsRequired: true }),
      'updated_client_restrictions',
    ],
    ['dpopRequired', shop({ dpopRequired: true }), 'updated_client_restrictions'],
    ['deviceGrantEnabled', shop({ deviceGrantEnabled: true }), 'updated_client_restrictions'],
    [
      'indicators',
      { resources: [{ resourceIdentifier: 'orders', indicators: ['https://orders.example.org'] }] },
      'updated_resource_indicators',
    ],
    [
      'tokenRevocationEnabled',
      {
        settings: { protocol: { tokenRevocationEnabled: false, tokenIntrospectionEnabled: true } },
      },
      'updated_protocol_settings',
    ],
    ['description', staff({ description: 'Nobody' }), 'updated_group'],
    ['permissions', staff({ permissions: ['orders:read'] }), 'deleted_group_permission'],
    [
      'permissions',
      orders(write, { ...read, description: 'Reads' }),
      'updated_resource_permissions',
    ],
    ['general.appName', { settings: { general: { appName: 'A' } } }, 'updated_general_settings'],
    [
      'general.appName',
      {
        settings: {
          general: { appName: 'A' },
          uiTheme: '',
          email: { smtpHost: 'mail.example.org', smtpPassword: 'a-mail-password' },
        },
      },
      'updated_general_settings',
    ],
    ['uiTheme', { settings: { uiTheme: 'dark' } }, 'updated_ui_theme_settings'],
    ['branding.corners', { settings: { branding: { corners: 'round' } } }, 'updated_branding'],
    ['email.smtpFromName', { settings: { email: { smtpFromName: 'A' } } }, 'updated_smtp_settings'],
  ]
  test.each(changes)('%s of %j', async (field, sections, ...entries) => {
    expect(await imported(sections)).toEqual({ entries, fields: [field], generatedSecrets: [] })
    expect(await imported(sections)).toEqual({ entries, fields: [], generatedSecrets: [] })
  })

  test('a change of a description is one of a resource, too, and keeps its permissions', async () => {
    const resources = [{ resourceIdentifier: 'orders', description: 'All orders' }]
    expect(await imported({ resources })).toMatchObject({
      entries: ['updated_resource'],
      fields: ['description'],
    })
    await imported(orders(read))
    expect(await database.store.resources.findByIdentifier('orders')).toMatchObject({
      description: 'All orders',
    })
  })

  test('a client that becomes public loses client credentials and needs PKCE by that alone', async () => {
    const { entries, fields } = await imported(shop({ isPublic: true }))
    expect(entries).toEqual(['updated_client_authentication', 'revoked_client_grants'])
    expect(fields).toEqual(['isPublic', 'clientCredentialsEnabled', 'pkceRequired'])
  })

  test('a client gets keys in place of its secret, and a new one makes no secret', async () => {
    const keys = {
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwksUri: 'https://shop.example.org/jwks.json',
    }
    const changed = await imported(shop(keys))
    expect(changed.entries).toEqual(['updated_client_keys'])
    expect(changed.fields).toEqual(['tokenEndpointAuthMethod', 'jwksUri'])
    const made = await imported({ clients: [{ clientIdentifier: 'new', ...keys }] })
    expect(made.generatedSecrets).toEqual([])
    const { out } = await runCommand(database, ['export'])
    expect(out.match(/tokenEndpointAuthMethod: private_key_jwt/g)).toHaveLength(2)
    expect(out).toContain(`jwksUri: ${keys.jwksUri}`)
  })

  test('an attribute of another value is changed, not made again', async () => {
    const { client } = database
    const ids = async () => (await client.groupAttribute.findMany()).map(({ id }) => id).sort()
    const before = await ids()
    const attributes = ['Bern', 'Basel'].map((value) => ({ key: 'office', value }))
    expect((await imported(staff({ attributes }))).entries).toEqual(['updated_group_attribute'])
    expect(await ids()).toEqual(before)
  })

  test('where it switches the audit log off, the entries of all that it changes are kept', async () => {
    const settings = {
      auditLogs: { auditLogsInDatabaseEnabled: false },
      general: { appName: 'A' },
      email: { smtpFromName: 'A' },
    }
    expect((await imported({ settings })).entries).toEqual([
      'updated_general_settings',
      'updated_smtp_settings',
      'updated_audit_logs_settings',
    ])
  })
})

describe('an import', () => {
  test('finds nothing to do where lists have another order, or name an entry twice', async () => {
    const twice = (list: readonly string[]) => [...list.toReversed(), ...list]
    const sections = {
      ...shop({
        redirectURIs: redirectURIs.toReversed(),
        webOrigins: webOrigins.toReversed(),
        permissions: twice(['orders:read', 'orders:write']),
      }),
      ...staff({
        attributes: ['Bern', 'Berlin'].map((value) => ({ key: 'office', value })),
        permissions: twice(['orders:read', 'orders:write']),
      }),
      ...orders(write, read),
    }
    expect(await imported(sections)).toEqual({ entries: [], fields: [], generatedSecrets: [] })
  })

  test('gives a permission once that a list names twice', async () => {
    const { store } = database
    const permissions = ['authserver:admin-read', 'authserver:admin-read']
    await imported({ ...shop({ permissions }), ...staff({ permissions }) })
    const shopId = (await store.clients.findRecord('shop'))?.id ?? 0
    const staffId = (await store.groups.findByIdentifier('staff'))?.id ?? 0
    for (const holder of [
      { kind: 'client', id: shopId },
      { kind: 'group', id: staffId },
    ] as const) {
      expect(await store.permissionGrants.idsOf(holder)).toHaveLength(1)
    }
  })

  test('leaves a public client public that the file does not say it of', async () => {
    const clients = [{ clientIdentifier: 'phone', description: 'In the pocket' }]
    expect(await imported({ clients })).toEqual({
      entries: ['updated_client_settings'],
      fields: ['description'],
      generatedSecrets: [],
    })
  })

  test('switches nothing on in a new record that the file does not name', async () => {
    await imported({
      clients: [{ clientIdentifier: 'new' }],
      groups: [{ groupIdentifier: 'new', attributes: [{ key: 'floor' }] }],
    })
    expect(await database.store.clients.findRecord('new')).toMatchObject({
      isPublic: false,
      authorizationCodeEnabled: false,
      clientCredentialsEnabled: false,
      administrativeScopesAllowed: false,
    })
    const off = { includeInIdToken: false, includeInAccessToken: false }
    const group = await database.store.groups.findByIdentifier('new')
    expect(group).toMatchObject(off)
    expect(await database.store.groupAttributes.listOfGroup(group?.id ?? 0)).toEqual([
      expect.objectContaining({ key: 'floor', value: '', ...off }),
    ])
  })

  test('refuses another issuer that is no address, and takes the one there is', async () => {
    const { issuer } = (await database.store.settings.find()) ?? {}
    const general = (issuer?: string) => ({ settings: { general: { issuer, appName: 'A' } } })
    await expect(imported(general('x:'))).rejects.toThrow('settings: ')
    expect((await imported(general(issuer))).fields).toEqual(['general.appName'])
  })

  test('takes a failure of the server for no problem of the file', async () => {
    const problems: string[] = []
    const attempt = attemptsOf('settings', problems)
    const fail = () => {
      throw new Error('The database is away.')
    }
    await expect(attempt(fail)).rejects.toThrow('The database is away.')
    await expect(attemptList(attempt, 'permissions', ['a'], fail)).rejects.toThrow('is away')
    expect(problems).toEqual([])
  })
})
