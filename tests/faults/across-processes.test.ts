import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readJwt, refresh, requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { type RemoteServer, withStore } from '#tests/support/remote.ts'
import { administer, makeFixture, rotateKeys } from './fixture.ts'
import { type Fleet, startFleet } from './fleet.ts'
import type { Fixture } from './load.ts'
import { note } from './notes.ts'
import { someAddress } from './visitor.ts'

const places = [0, 1, 2]
let fleet: Fleet
let fixture: Fixture
let stopBusy: () => Promise<void>

beforeAll(async () => {
  fleet = await startFleet(places.length)
  fixture = await makeFixture(fleet, 1)
  stopBusy = keepBusy()
})
afterAll(async () => {
  await stopBusy?.()
  await fleet?.close()
})

/** Constant requests: a configuration that one of them has read must not be served to a later one. */
function keepBusy(): () => Promise<void> {
  let going = true
  const loops = places.map(async (place) => {
    const server = fleet.at(place)
    while (going) await (await server.fetch('/certs')).arrayBuffer()
  })
  return async () => {
    going = false
    await Promise.all(loops)
  }
}

/** The other processes, which did not receive the change. */
const others = (place: number) => places.filter((one) => one !== place).map((one) => fleet.at(one))
const change = (place: number, method: string, path: string, body?: object) =>
  administer(fixture, fleet.at(place), method, path, body)
const clientToken = (server: RemoteServer, client = fixture.client) =>
  requestToken(server, client, { grant_type: 'client_credentials', scope: 'authserver:manage' })
const passwordToken = (server: RemoteServer, { email, password }: TestUser) =>
  requestToken(server, fixture.client, {
    grant_type: 'password',
    username: email,
    password,
    scope: 'openid email offline_access',
  })
const userinfo = async (server: RemoteServer, token = '') =>
  (await server.fetch('/userinfo', { headers: { authorization: `Bearer ${token}` } })).status

describe('a budget spent through three processes at once is', () => {
  const attempts = 36

  /** How many attempts, spread over the processes in turn, were not answered 429. */
  async function letThrough(attempt: (server: RemoteServer) => Promise<number>): Promise<number> {
    const address = someAddress()
    const asked = Array.from({ length: attempts }, (_, i) =>
      attempt(fleet.at(i % places.length, address)),
    )
    const statuses = await Promise.all(asked)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    return statuses.filter((status) => status !== 429).length
  }

  test('ten registrations of one address in a minute', async () => {
    const { body } = await change(0, 'GET', '/settings/general')
    const open = { ...body, dynamicClientRegistrationEnabled: true }
    expect((await change(0, 'PUT', '/settings/general', open)).status).toBe(200)
    const passed = await letThrough(async (server) => {
      const metadata = JSON.stringify({ redirect_uris: ['https://app.example/cb'] })
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', body: metadata, headers }
      const response = await server.fetch('/connect/register', init)
      await response.arrayBuffer()
      return response.status
    })
    note(`  ${attempts} registrations through three processes: ${passed} let through (budget 10)`)
    expect(passed).toBe(10)
  })

  test('ten wrong passwords for one account of one address', async () => {
    const user = fixture.people[0]
    if (!user) throw new Error('Nobody is there.')
    const wrong = { ...user, password: 'not it' }
    const passed = await letThrough(async (server) => (await passwordToken(server, wrong)).status)
    note(`  ${attempts} wrong passwords through three processes: ${passed} let through (budget 10)`)
    expect(passed).toBe(10)
  })
})

describe.each(places)('what is changed at process %i holds at once at the others:', (place) => {
  test('a disabled user', async () => {
    const user = await withStore(fleet.cluster.url, (store) => aUser(store))
    const { body } = await passwordToken(fleet.at(place), user)
    for (const server of others(place)) expect(await userinfo(server, body.access_token)).toBe(200)
    const path = `/users/${user.id}/enabled`
    expect((await change(place, 'PUT', path, { enabled: false })).status).toBe(200)
    for (const server of others(place)) {
      expect(await userinfo(server, body.access_token)).toBe(401)
      const refreshed = await refresh(server, fixture.client, body.refresh_token ?? '')
      expect(refreshed.body.error).toBe('invalid_grant')
      expect((await passwordToken(server, user)).body.error).toBe('invalid_grant')
    }
  })

  test('a deleted client', async () => {
    const client = await withStore(fleet.cluster.url, (store) => aClient(store))
    const withoutScope = { grant_type: 'client_credentials' }
    for (const server of others(place)) {
      expect((await requestToken(server, client, withoutScope)).body.error).not.toBe(
        'invalid_client',
      )
    }
    expect((await change(place, 'DELETE', `/clients/${client.id}`)).status).toBe(200)
    for (const server of others(place)) {
      expect((await requestToken(server, client, withoutScope)).body.error).toBe('invalid_client')
    }
  })

  test('a setting', async () => {
    const { body } = await change(place, 'GET', '/settings/tokens')
    const changed = { ...body, tokenExpirationInSeconds: 400 + place }
    expect((await change(place, 'PUT', '/settings/tokens', changed)).status).toBe(200)
    for (const server of others(place)) {
      expect((await clientToken(server)).body.expires_in).toBe(400 + place)
    }
  })

  test('rotated and deleted keys', async () => {
    const { body } = await clientToken(fleet.at(place))
    const before = keyOf(body.access_token)
    await rotateKeys(fixture, fleet.at(place))
    for (const server of others(place)) {
      expect(keyOf((await clientToken(server)).body.access_token)).not.toBe(before)
      expect(await search(server, body.access_token)).toBe(200)
    }
    const { keys } = (await change(place, 'GET', '/settings/keys')).body as {
      keys: { id: number; keyIdentifier: string }[]
    }
    const id = keys.find(({ keyIdentifier }) => keyIdentifier === before)?.id
    expect((await change(place, 'DELETE', `/settings/keys/${id}`)).status).toBe(200)
    for (const server of others(place)) expect(await search(server, body.access_token)).toBe(401)
  })
})

const keyOf = (token = '') => readJwt(token).header.kid

async function search(server: RemoteServer, token = ''): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await server.fetch('/api/v1/admin/users/search?size=1', { headers })
  await response.arrayBuffer()
  return response.status
}
