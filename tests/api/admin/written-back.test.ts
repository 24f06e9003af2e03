import { describe, expect, test } from 'vitest'
import type { Contract } from '#lib/api/contract/define.ts'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { allContracts } from '#tests/support/contracts.ts'
import { aSession } from '#tests/support/granted.ts'
import {
  aClient,
  aGroup,
  aPublicClient,
  aResource,
  aUser,
  grantToClient,
  grantToUser,
} from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { store, ask, entriesOf, permissionId } = await fixture()

type Row = Readonly<Record<string, unknown>>
type Rows = readonly Row[] | null
/** Reads an answer of the Admin API, below `/api/v1/admin`. */
type Read = (path: string, part?: string) => Promise<Row>

/** Builds a PUT's body from the record just read; null when the body contains nothing readable. */
type WriteBack = ((read: Read, path: string) => Promise<object>) | null

const record =
  (parent: string, part?: string): WriteBack =>
  (read, path) =>
    read(path.replace(/\/[a-z0-9-]+$/, parent), part)
const same =
  (part?: string): WriteBack =>
  (read, path) =>
    read(path, part)
const column = (rows: unknown, name: string) => (rows as Rows)?.map((row) => row[name])

const permissions: WriteBack = async (read, path) => {
  const ids = column((await read(path)).permissions, 'id')
  return { permissionIds: ids, expectedPermissionIds: ids }
}

/** For every PUT of the Admin API, the body from the record just read. */
const writeBacks: Readonly<Record<string, WriteBack>> = {
  updateClient: same('client'),
  setClientEnabled: record('', 'client'),
  updateClientAuthentication: async (read, path) => ({
    ...(await read(path.replace('/authentication', ''), 'client')),
    ...(await read(path.replace('/authentication', '/secret'))),
  }),
  updateClientFlows: record('', 'client'),
  updateClientTokens: record('', 'client'),
  updateClientRedirectUris: async (read, path) => {
    const { redirectURIs } = await read(path.replace('/redirect-uris', ''), 'client')
    const uris = column(redirectURIs, 'uri')
    return { redirectURIs: uris, expectedRedirectURIs: uris }
  },
  updateClientWebOrigins: async (read, path) => {
    const { webOrigins } = await read(path.replace('/web-origins', ''), 'client')
    const origins = column(webOrigins, 'origin')
    return { webOrigins: origins, expectedWebOrigins: origins }
  },
  updateClientAdministrativeScopes: async (read, path) => ({
    allowed: (await read(path.replace('/administrative-scopes', ''), 'client'))
      .administrativeScopesAllowed,
  }),
  updateClientPermissions: permissions,
  updateClientRestrictions: same(),
  updateClientIntrospection: same(),
  updateClientLogout: same(),
  updateClientKeys: same(),
  // Clients that were made by hand have none.
  updateClientApproval: null,
  updateUserProfile: async (read, path) => {
    const user = await read(path.replace('/profile', ''), 'user')
    return { ...user, dateOfBirth: String(user.birthDate).slice(0, 10) }
  },
  updateUserEmail: record('', 'user'),
  updateUserPhone: record('', 'user'),
  updateUserAddress: record('', 'user'),
  setUserEnabled: record('', 'user'),
  updateUserPermissions: permissions,
  updateUserGroups: async (read, path) => {
    const ids = column((await read(path)).groups, 'id')
    return { groupIds: ids, expectedGroupIds: ids }
  },
  updateUserAttribute: same('attribute'),
  updateUserSession: same('session'),
  // A password is never readable, and two-factor authentication can only be disabled.
  setUserPassword: null,
  setUserOtp: null,
  updateGroup: same('group'),
  updateGroupPermissions: permissions,
  updateGroupAttribute: same('attribute'),
  updateResource: same('resource'),
  updateResourceIndicators: async (read, path) => {
    const { indicators } = await read(path)
    return { indicators, expectedIndicators: indicators }
  },
  updateResourcePermissions: async (read, path) => {
    const { permissions: listed } = await read(path)
    return { permissions: listed, expectedPermissions: listed }
  },
  updateGeneralSettings: same(),
  updateEmailSettings: same(),
  updateSessionSettings: same(),
  updateTokenSettings: same(),
  updateBrandingSettings: same(),
  updateUiThemeSettings: same(),
  updateAuditLogSettings: same(),
  updateIntegrationSettings: same(),
  updateProtocolSettings: same(),
  updateSignInSettings: same(),
  updateIdentityProvider: same('identityProvider'),
  // Only the whole order is written, and only the list is read.
  orderIdentityProviders: null,
}

/** Operations whose save has an event only when it changes something. */
const recordsChangesOnly: ReadonlySet<string> = new Set([
  'setClientEnabled',
  'updateClientRestrictions',
  'updateClientIntrospection',
  'updateClientLogout',
  'updateClientKeys',
])

const read: Read = async (path, part) => {
  const { status, body } = await ask<Row>('GET', path)
  expect(status).toBe(200)
  return part === undefined ? body : (body[part] as Row)
}

/** A record without its save timestamps. */
function withoutMoments(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, entry) => (key === 'updatedAt' ? undefined : entry)),
  )
}

/** Reads a record, writes it back and expects it unchanged. Returns the events of the save. */
async function writtenBack(id: string, path: string, recordPath: string): Promise<string[]> {
  const body = await writeBacks[id]?.(read, path)
  const secret = async () => (await ask<Row>('GET', `${recordPath}/secret`)).body.clientSecret
  const isSecret = id === 'updateClientAuthentication'
  const stored = isSecret && (await secret())
  const before = await read(recordPath)
  const entries = await entriesOf(async () => {
    const { status, body: answer } = await ask('PUT', path, body)
    expect([status, answer.error]).toEqual([200, undefined])
  })
  expect(withoutMoments(await read(recordPath))).toEqual(withoutMoments(before))
  if (isSecret) expect(await secret()).toBe(stored)
  return entries.map(({ event }) => event)
}

const contracts = allContracts.filter(
  ({ method, path }) => method === 'PUT' && path.startsWith('/api/v1/admin/'),
)
const pathOf = (id: string) => {
  const { path } = contracts.find((contract) => contract.id === id) as Contract
  return path.replace('/api/v1/admin', '')
}
const startingWith = (start: string) =>
  Object.keys(writeBacks).filter((id) => writeBacks[id] && pathOf(id).startsWith(start))

test('the table has every PUT of the Admin API', () => {
  expect(contracts.map(({ id }) => id).toSorted()).toEqual(Object.keys(writeBacks).toSorted())
})

describe.each([
  [
    'with everything',
    async () => {
      const client = await aClient(store, {
        redirectUris: ['https://app.example/cb', 'com.example:/cb', 'http://127.0.0.1/cb'],
        webOrigins: ['https://app.example', 'http://localhost:8080'],
        description: 'Sells things',
        displayName: 'Shop',
        websiteUrl: 'https://app.example/',
        backchannelLogoutUri: 'https://app.example/out',
        pkceRequired: false,
        tokenExpirationInSeconds: 60,
      })
      await grantToClient(store, client, 'authserver:manage-account')
      return client
    },
  ],
  ['that is public', () => aPublicClient(store, { pkceRequired: true })],
  [
    'without any flow, but with a level and redirect URIs of a time before',
    () =>
      aClient(store, {
        authorizationCodeEnabled: false,
        clientCredentialsEnabled: false,
        defaultAcrLevel: 'urn:authserver:level2_mandatory',
      }),
  ],
  [
    'for machines',
    () =>
      aClient(store, {
        authorizationCodeEnabled: false,
        redirectUris: [],
        defaultAcrLevel: 'urn:authserver:level2_optional',
      }),
  ],
  [
    'that registered itself',
    () =>
      aPublicClient(store, {
        clientIdentifier: `dcr_${randomUuid()}`,
        description: ' a name as it was sent ',
        createdViaDcr: true,
        consentRequired: true,
        pkceRequired: true,
        implicitGrantEnabled: false,
        redirectUris: ['com.example.app:/cb', 'http://localhost:3000/*'],
      }),
  ],
  [
    'whose values no rule of today accepts',
    () =>
      aClient(store, {
        description: `<b>${'x'.repeat(200)}`,
        displayName: '<Shop>',
        websiteUrl: 'app.example',
        defaultAcrLevel: 'level-of-old',
        redirectUris: ['/relative', 'https://app.example/#fragment'],
      }),
  ],
  ['with a short secret from the environment', () => aClient(store, { secret: 'short-19' })],
  [
    'of the console',
    async () => {
      const client = await store.clients.findByIdentifier('admin-console-client')
      if (!client) throw new Error('The console’s client is missing.')
      return client
    },
  ],
])('a client %s', (_, make) => {
  test.each(startingWith('/clients/'))('%s', async (id) => {
    const client = await make()
    const path = pathOf(id).replace('{id}', String(client.id))
    // The audit log has the save itself and no other event.
    const save = expect.stringMatching(/^updated_(client|redirect|web)_/)
    const expected = recordsChangesOnly.has(id) ? [] : [save]
    expect(await writtenBack(id, path, `/clients/${client.id}`)).toEqual(expected)
  })
})

describe('a user', () => {
  test.each(startingWith('/user'))('%s', async (id) => {
    const user = await aUser(store, {
      nickname: 'Countess',
      website: 'https://ada.example',
      gender: 'female',
      birthDate: '1815-12-10',
      zoneInfo: 'Europe/London',
      zoneInfoCountryName: 'United Kingdom',
      locale: 'en-GB',
      addressLine1: '12 St James’s Square',
      addressCountry: 'GB',
    })
    await grantToUser(store, user, 'authserver:manage-account')
    await aGroup(store, {}, [user])
    const { sessionIdentifier } = await aSession(store, user)
    const { body } = await ask<Row>('POST', '/user-attributes', {
      key: 'floor',
      value: '7',
      userId: user.id,
    })
    const attribute = body.attribute as Row
    const path = pathOf(id)
      .replace('/user-attributes/{id}', `/user-attributes/${attribute.id}`)
      .replace('{sessionIdentifier}', sessionIdentifier)
      .replace('{id}', String(user.id))
    const recordPath = path.startsWith('/users/') ? `/users/${user.id}` : path
    await writtenBack(id, path, recordPath)
  })
})

describe('a group, a resource and the settings', () => {
  const others = ['/group', '/resources/', '/settings/'].flatMap(startingWith)
  test.each(others)('%s', async (id) => {
    const group = await aGroup(store, { description: 'Those who count' })
    await ask('PUT', `/groups/${group.id}/permissions`, {
      permissionIds: [await permissionId('authserver:manage-account')],
    })
    const { body } = await ask<Row>('POST', '/group-attributes', {
      key: 'floor',
      value: '7',
      groupId: group.id,
    })
    const resource = await aResource(store, `engine-${group.id}`, ['read', 'write'])
    await ask('PUT', `/resources/${resource.id}/indicators`, {
      indicators: [`https://engine-${group.id}.example/api`],
    })
    const path = pathOf(id)
      .replace('/groups/{id}', `/groups/${group.id}`)
      .replace('/group-attributes/{id}', `/group-attributes/${(body.attribute as Row).id}`)
      .replace('/resources/{id}', `/resources/${resource.id}`)
    await writtenBack(id, path, path)
  })
})
