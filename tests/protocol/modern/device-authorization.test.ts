import { beforeEach, describe, expect, test } from 'vitest'
import { addressBlock } from '#lib/base/network/ip.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aClient, aPublicClient, type TestClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aClientWithKeys, aKey, signAssertion, withAssertion } from './assertions.ts'
import { aDeviceClient, askForCodes, codesFor, newDevices, poll } from './device-fixture.ts'

const app = await server()
const { client: database } = await fileDatabase()
let client: TestClient

beforeEach(async () => {
  ;({ client } = await newDevices(app, database))
})

const refusalOf = async (fields: Record<string, string>, of = client) => {
  const response = await askForCodes(app, of, fields)
  const body = await response.json()
  return [response.status, body.error, body.error_description]
}

describe('a device gets codes', () => {
  test('that tell where to enter them, and how long they wait', async () => {
    const response = await askForCodes(app, client, { scope: 'openid' })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const codes = await response.json()
    const { user_code: userCode } = codes
    expect(codes).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'http://localhost:3000/device',
      verification_uri_complete: `http://localhost:3000/device?user_code=${userCode}`,
      expires_in: 600,
      interval: 5,
    })
  })

  test('but no client whose identifier no database can hold', async () => {
    const headers = { authorization: `Basic ${btoa('a%00b:x')}` }
    const response = await app.post('/auth/device_authorization', { scope: 'openid' }, { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'invalid_client' })
  })

  test('that the database holds as hashes alone', async () => {
    const { device_code, user_code } = await codesFor(app, client)
    const text = JSON.stringify(await database.deviceAuthorization.findMany())
    expect(text).not.toContain(device_code)
    expect(text).not.toContain(user_code)
    expect(text).not.toContain(user_code.replace('-', ''))
  })

  test('for clients of every kind', async () => {
    const key = await aKey()
    await app.changeSettings({ privateKeyJwtEnabled: true })
    const secret = await aClient(app.store, { deviceGrantEnabled: true })
    const signing = await aClientWithKeys(app.store, [key], { deviceGrantEnabled: true })
    expect((await askForCodes(app, secret, { scope: 'openid' })).status).toBe(200)
    const proof = withAssertion(await signAssertion(app, signing, key))
    const form = { scope: 'openid', ...proof } as Record<string, string>
    expect((await app.post('/auth/device_authorization', form)).status).toBe(200)
    const wrong = await askForCodes(app, { ...secret, secret: 'x' }, { scope: 'openid' })
    expect([wrong.status, (await wrong.json()).error]).toEqual([401, 'invalid_client'])
  })

  test('at an endpoint that the metadata names, with its grant after the specified ones', async () => {
    const metadata = await (await app.fetch('/.well-known/openid-configuration')).json()
    expect(metadata.device_authorization_endpoint).toBe(
      'http://localhost:3000/auth/device_authorization',
    )
    expect(metadata.grant_types_supported.at(-1)).toBe(
      'urn:ietf:params:oauth:grant-type:device_code',
    )
  })

  test('and scripts of other origins do not', async () => {
    const origin = 'https://spa.example'
    const open = await aPublicClient(app.store, { deviceGrantEnabled: true, webOrigins: [origin] })
    const response = await askForCodes(app, open, { scope: 'openid' }, { origin })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('what is refused', () => {
  test('a client that may not use devices', async () => {
    const other = await aPublicClient(app.store)
    expect(await refusalOf({ scope: 'openid' }, other)).toEqual([
      400,
      'unauthorized_client',
      'The client is not allowed to use the device flow.',
    ])
  })

  test.each([
    [{}, 'invalid_scope'],
    [{ scope: ' ' }, 'invalid_scope'],
    [{ scope: 'openid no:such' }, 'invalid_scope'],
    [{ scope: 'openid nonsense' }, 'invalid_scope'],
    [{ scope: 'openid \0:\0' }, 'invalid_request'],
    [{ scope: 'offline_access' }, 'invalid_scope'],
    [{ scope: `openid ${'x'.repeat(5_000)}` }, 'invalid_request'],
  ] as [Record<string, string>, string][])('%#', async (fields, error) => {
    const [status, code] = await refusalOf(fields)
    expect([status, code]).toEqual([400, error])
  })

  test('an administrative scope, even of a client that may administer for users', async () => {
    const allowed = await aClient(app.store, {
      deviceGrantEnabled: true,
      administrativeScopesAllowed: true,
    })
    expect(await refusalOf({ scope: 'openid authserver:manage-users' }, allowed)).toEqual([
      400,
      'invalid_scope',
      "The client is not allowed to request the administrative scope 'authserver:manage-users'.",
    ])
  })

  test('a scope that the client may not request', async () => {
    const limited = await aPublicClient(app.store, {
      deviceGrantEnabled: true,
      allowedScopes: 'openid',
    })
    const [, error] = await refusalOf({ scope: 'openid email' }, limited)
    expect(error).toBe('invalid_scope')
    const narrowed = await codesFor(app, limited, 'openid offline_access')
    expect(narrowed.interval).toBe(5)
  })

  test('an unknown resource, while resources are looked at', async () => {
    const fields = { scope: 'openid', resource: 'https://no.example/' }
    expect((await askForCodes(app, client, fields)).status).toBe(200)
    await app.changeSettings({ resourceIndicatorsEnabled: true })
    expect((await refusalOf(fields))[1]).toBe('invalid_target')
  })

  test('a parameter twice, except `resource`', async () => {
    const twice = (name: string) => [
      ['scope', 'openid'],
      [name, 'a:b'],
      [name, 'c:d'],
    ]
    const statusOf = async (name: string) =>
      (await askForCodes(app, client, twice(name) as [string, string][])).status
    expect([await statusOf('resource'), await statusOf('acr_values')]).toEqual([200, 400])
  })

  test('more than thirty a minute in the name of public clients from one address', async () => {
    for (let i = 0; i < 30; i++) await askForCodes(app, client, {})
    const limited = await askForCodes(app, client, { scope: 'openid' })
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ])
    const confidential = await aClient(app.store, { deviceGrantEnabled: true })
    expect((await askForCodes(app, confidential, { scope: 'openid' })).status).toBe(200)
  })

  test('more than fifty that wait for one public client in one network', async () => {
    const rowOf = (i: number, ip: string) => ({
      createdAt: app.clock.now(),
      expiresAt: new Date(app.clock.now().getTime() + 600_000),
      deviceCodeHash: `${ip} ${i}`,
      userCodeHash: `${ip} ${i}`,
      clientId: client.id,
      scope: 'openid',
      targetAcr: 'urn:authserver:level1',
      ipAddress: addressBlock(ip),
      userAgent: '',
    })
    for (let i = 0; i < 50; i++)
      await app.store.deviceAuthorizations.insert(rowOf(i, '2001:db8::1'))
    const from = async (peer: string, of = client) =>
      (await askForCodes(app, of, { scope: 'openid' }, { 'x-test-peer': peer })).status
    expect(await from('2001:db8::ffff')).toBe(429)
    expect(await from('2001:db8:0:1::1')).toBe(200)
    expect(await from('2001:db8::1', await aDeviceClient(app))).toBe(200)
    await database.deviceAuthorization.updateMany({ data: { state: 'spent' } })
    expect(await from('2001:db8::1')).toBe(200)
  })
})

test('while it is off there is no such endpoint, grant or page', async () => {
  const codes = await codesFor(app, client)
  await app.changeSettings({ deviceGrantEnabled: false })
  const response = await askForCodes(app, client, { scope: 'openid' })
  expect([response.status, await response.text()]).toEqual([404, ''])
  expect((await poll(app, client, codes)).body.error).toBe('unsupported_grant_type')
  const pages = [await app.fetch('/device'), await app.post('/device', { user_code: 'x' })]
  expect(pages[0]?.status).toBe(404)
  const metadata = await (await app.fetch('/.well-known/openid-configuration')).json()
  expect(metadata.device_authorization_endpoint).toBeUndefined()
  expect(metadata.grant_types_supported).toHaveLength(5)
})
