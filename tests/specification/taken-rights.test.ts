import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { admit } from '#lib/console/guard.ts'
import { contextFor } from '#lib/http/context.ts'
import { comeBack, consoleCookie, consoleServer, returning } from '#tests/console/fixture.ts'
import { begin } from '#tests/protocol/authorize/fixture.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { redeem, refresh, requestToken, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aGroup,
  aUser,
  grantToClient,
  grantToGroup,
  grantToUser,
  type TestClient,
  type TestUser,
  unique,
} from '#tests/support/people.ts'
import { baseUrl } from '#tests/support/settings.ts'
import {
  type Credential,
  credentials,
  type Fate,
  type Taking,
  takenRights,
  takenRightsTable,
} from './taken-rights.ts'

const served = await consoleServer()
const { app } = served
const { store } = app
const { client: database } = await fileDatabase()
const administrator = await apiClient(app, ['manage'])
afterAll(() => served.stop())

const everything = 'openid authserver:manage authserver:manage-account'

/** The holders of the rights. The client may later be replaced by a new record with the same identifier. */
interface Fixture {
  readonly user: TestUser
  readonly groupId: number
  client: TestClient
}

/** A user with administrative permissions, directly or by a group, and a client with all flows. */
async function aFixture(byGroup: boolean): Promise<Fixture> {
  const user = await aUser(store)
  await grantToUser(store, user, 'authserver:manage-account')
  const group = await aGroup(store, {}, [user])
  if (byGroup) await grantToGroup(store, group, 'authserver:manage')
  else await grantToUser(store, user, 'authserver:manage')
  const client = await aClient(store, {
    administrativeScopesAllowed: true,
    resourceOwnerPasswordCredentialsEnabled: true,
  })
  await grantToClient(store, client, 'authserver:manage')
  return { user, groupId: group.id, client }
}

/** Makes a request with a credential, for the fixture's current records. */
type Probe = (fixture: Fixture) => Promise<Fate>

const tokenAt = (path: string, value = ''): Probe => {
  const token = { server: app, value }
  return async () => {
    const { status } = await call(token, 'GET', path)
    return status === 200 ? 'works' : (String(status) as Fate)
  }
}
const atAdmin = (value?: string) => tokenAt('/groups', value)
const atAccount = (value?: string) => tokenAt('/api/v1/account/profile', value)

/** Each use replaces the refresh token with the next one. */
function refreshing(token = ''): Probe {
  let current = token
  return async ({ client }) => {
    const { status, body } = await refresh(app, client, current)
    if (status !== 200) return body.error as Fate
    current = body.refresh_token ?? ''
    return 'works'
  }
}

async function byCode({ client, user }: Fixture, scope = everything) {
  const { body } = await redeem(
    app,
    client,
    await signIn(app, client, user, { request: { scope } }),
  )
  return body
}

async function byPassword({ client, user }: Fixture) {
  const { body } = await requestToken(app, client, {
    grant_type: 'password',
    username: user.email,
    password: user.password,
    scope: 'openid authserver:manage-account',
  })
  return body
}

/** A console page shows its shell, which reads the account, and its own subject. */
async function page(path: string, about: string, { user }: Fixture): Promise<Probe> {
  const back = await returning(app, user, path)
  expect((await comeBack(app, back)).status).toBe(303)
  const cookie = consoleCookie(back.person)
  return async (fixture) => {
    const admission = await admit(await contextFor(new Request(baseUrl), 'test'), path, cookie)
    if (admission?.kind !== 'admitted') return 'sign-in'
    const { accessToken } = admission.visitor
    const answers = [
      await atAccount(accessToken)(fixture),
      await tokenAt(about, accessToken)(fixture),
    ]
    if (answers.includes('401')) return 'sign-in'
    return answers.includes('403') ? 'no right' : 'works'
  }
}

const issue: Record<Credential, (fixture: Fixture) => Promise<Probe>> = {
  codeAtAdmin: async (fixture) => atAdmin((await byCode(fixture)).access_token),
  codeAtAccount: async (fixture) => atAccount((await byCode(fixture)).access_token),
  offlineRefresh: async (fixture) =>
    refreshing((await byCode(fixture, `${everything} offline_access`)).refresh_token),
  offlineAtAdmin: async (fixture) =>
    atAdmin((await byCode(fixture, `${everything} offline_access`)).access_token),
  ownAtAdmin: async ({ client }) => {
    const { body } = await requestToken(app, client, { grant_type: 'client_credentials' })
    return atAdmin(body.access_token)
  },
  passwordRefresh: async (fixture) => refreshing((await byPassword(fixture)).refresh_token),
  passwordAtAccount: async (fixture) => atAccount((await byPassword(fixture)).access_token),
  consolePage: (fixture) => page('/admin/groups', '/groups', fixture),
  accountPage: (fixture) => page('/account/profile', '/api/v1/account/sessions', fixture),
}

const ask = async (method: string, path: string, body?: unknown) => {
  const { status } = await call(administrator, method, path, body)
  expect([method, path, status]).toEqual([method, path, 200])
}

const permissionIds = (...identifiers: string[]) =>
  store.permissions.idsOf('authserver', identifiers)

/** Settings of a client as an administrator saves them. */
const settingsOf = ({ clientIdentifier }: TestClient, changes: object) => ({
  clientIdentifier,
  enabled: true,
  ...changes,
})

async function consentOf({ user, client }: Fixture) {
  const stored = await store.consents.find(user.id, client.id)
  // The password grant asks for no consent, and the user may have approved earlier.
  const scope = everything
  return stored ?? store.consents.save(user.id, client.id, scope, app.clock.now())
}

const take: Record<Taking, (fixture: Fixture) => Promise<unknown>> = {
  'permission taken from the user': async ({ user }) =>
    ask('PUT', `/users/${user.id}/permissions`, {
      permissionIds: await permissionIds('manage-account'),
    }),
  'permission taken from the group': ({ groupId }) =>
    ask('PUT', `/groups/${groupId}/permissions`, { permissionIds: [] }),
  'user taken out of the group': ({ groupId, user }) =>
    ask('DELETE', `/groups/${groupId}/members/${user.id}`),
  'group deleted': ({ groupId }) => ask('DELETE', `/groups/${groupId}`),
  '`manage-account` taken from the user': async ({ user }) =>
    ask('PUT', `/users/${user.id}/permissions`, { permissionIds: await permissionIds('manage') }),
  'permission taken from the client': ({ client }) =>
    ask('PUT', `/clients/${client.id}/permissions`, { permissionIds: [] }),
  'allowance for administrative scopes taken from the client': ({ client }) =>
    ask('PUT', `/clients/${client.id}/administrative-scopes`, { allowed: false }),
  'client disabled': ({ client }) =>
    ask('PUT', `/clients/${client.id}`, settingsOf(client, { enabled: false })),
  'client deleted': ({ client }) => ask('DELETE', `/clients/${client.id}`),
  'client deleted, and made again under the same identifier': async (fixture) => {
    const { id, clientIdentifier, secret } = fixture.client
    await ask('DELETE', `/clients/${id}`)
    fixture.client = await aClient(store, {
      clientIdentifier,
      secret,
      administrativeScopesAllowed: true,
      resourceOwnerPasswordCredentialsEnabled: true,
    })
    await grantToClient(store, fixture.client, 'authserver:manage')
  },
  'client renamed': async (fixture) => {
    const clientIdentifier = unique('renamed')
    await ask(
      'PUT',
      `/clients/${fixture.client.id}`,
      settingsOf(fixture.client, { clientIdentifier }),
    )
    fixture.client = { ...fixture.client, clientIdentifier }
  },
  'client made public': async (fixture) => {
    await ask('PUT', `/clients/${fixture.client.id}/authentication`, { isPublic: true })
    fixture.client = { ...fixture.client, isPublic: true, secret: '' }
  },
  'flows of the client switched off': ({ client }) =>
    ask('PUT', `/clients/${client.id}/oauth2-flows`, {
      authorizationCodeEnabled: false,
      clientCredentialsEnabled: false,
      resourceOwnerPasswordCredentialsEnabled: false,
    }),
  'consent withdrawn': async (fixture) =>
    ask('DELETE', `/user-consents/${(await consentOf(fixture)).id}`),
  'consent narrowed': async (fixture) => {
    await consentOf(fixture)
    const { browser } = await signIn(app, fixture.client, fixture.user)
    const shown = await begin(browser, fixture.client, { scope: everything, prompt: 'consent' })
    expect(shown.view?.page).toBe('consent')
    await browser.submit([
      ['consent0', 'on'],
      ['btnSubmit', 'submit'],
    ])
  },
  'user disabled': ({ user }) => ask('PUT', `/users/${user.id}/enabled`, { enabled: false }),
  'user deleted': ({ user }) => ask('DELETE', `/users/${user.id}`),
  'second factor switched on': ({ user }) =>
    database.user.update({
      where: { id: user.id },
      data: { otpEnabled: true, otpConfigGeneration: { increment: 1 } },
    }),
}

const byGroup: readonly Taking[] = [
  'permission taken from the group',
  'user taken out of the group',
  'group deleted',
]

const takings = Object.keys(takenRights) as Taking[]
const names = Object.keys(credentials) as Credential[]

describe.each(takings)('%s', (taking) => {
  const cells = names.map((name) => [credentials[name], takenRights[taking][name], name] as const)
  const concerned = cells.filter(([, fate]) => fate !== '–')
  test.each(concerned)('%s: %s', async (_, fate, name) => {
    const fixture = await aFixture(byGroup.includes(taking))
    const probe = await issue[name](fixture)
    expect(await probe(fixture)).toBe('works')
    await take[taking](fixture)
    expect(await probe(fixture)).toBe(fate)
  })
})

/** `WRITE_DOCUMENTS=1` before the command rewrites the table. */
test('the table stands in docs/security.md', () => {
  const path = fileURLToPath(new URL('../../docs/security.md', import.meta.url))
  const text = readFileSync(path, 'utf8')
  const place = /(<!-- taken rights[^>]*-->\n)([\s\S]*?)(\n<!-- end of taken rights -->)/
  const written = text.replace(place, (_, start, _table, end) => start + takenRightsTable() + end)
  if (process.env.WRITE_DOCUMENTS === '1') writeFileSync(path, written)
  else expect(text).toBe(written)
  expect(text).toMatch(place)
})
