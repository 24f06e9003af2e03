import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aUser, type TestClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aKey, signAssertion, withAssertion } from './assertions.ts'
import { connect, poll } from './device-fixture.ts'
import { documentOf, documentServer } from './document-server.ts'

/*
 * Metadata documents at the endpoints that a client calls before its user comes: pushed requests and devices.
 */

const app = await server()
const { client: database } = await fileDatabase()
const remote = await documentServer()
afterAll(remote.stop)

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const devices = { grant_types: ['authorization_code', deviceGrant] }
const forADay = { 'Cache-Control': 'max-age=86400' }
let count = 0

beforeEach(async () => {
  await app.changeSettings({
    clientIdMetadataDocumentsEnabled: true,
    clientIdMetadataDocumentHosts: remote.host,
    clientIdMetadataDocumentOtherHosts: 'refuse',
    deviceGrantEnabled: true,
    pushedAuthorizationRequestsEnabled: true,
    privateKeyJwtEnabled: true,
  })
  remote.asked.length = 0
  await database.rateLimit.deleteMany()
})

/** A client that nobody has asked for yet, whose document has these members. */
function aClientSaying(members: object = {}) {
  remote.serve(documentOf(remote.host, members), forADay)
  const clientIdentifier = remote.url(`/device-${++count}.json`)
  return { clientIdentifier, redirectUri: `https://${remote.host}/cb`, secret: '' }
}
type Client = ReturnType<typeof aClientSaying>

async function askForCodes({ clientIdentifier }: Client, fields: Record<string, string> = {}) {
  const sent = { client_id: clientIdentifier, scope: 'openid', ...fields }
  const response = await app.post('/auth/device_authorization', sent)
  const { error = '', ...codes } = await response.json()
  return { outcome: `${response.status} ${error}`.trim(), codes }
}

async function push(
  { clientIdentifier, redirectUri }: Client,
  fields: Record<string, string> = {},
) {
  const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }
  const request = { response_type: 'code', redirect_uri: redirectUri, scope: 'openid', ...pkce }
  return (await app.post('/auth/par', { client_id: clientIdentifier, ...request, ...fields }))
    .status
}

const setDevices = async ({ clientIdentifier }: Client, deviceGrantEnabled: boolean) => {
  const stored = await app.store.clients.findByIdentifier(clientIdentifier)
  await app.store.clients.update(stored?.id ?? 0, { deviceGrantEnabled })
}

describe('the device flow', () => {
  test('is open to a client whose document names it, from its first request on', async () => {
    const client = aClientSaying(devices)
    const { outcome, codes } = await askForCodes(client)
    expect(outcome).toBe('200')
    await connect(app, await aUser(app.store), codes)
    const tokens = await poll(app, client as TestClient, codes)
    expect([tokens.status, tokens.body.scope]).toEqual([200, 'openid'])
  })

  test('asks again when the document names the client otherwise before the device has its tokens', async () => {
    const client = aClientSaying(devices)
    const { codes } = await askForCodes(client)
    app.clock.advance(120)
    await connect(app, await aUser(app.store), codes)
    remote.serve(documentOf(remote.host, { ...devices, client_name: 'Another name' }), forADay)
    const key = await aKey('ES256')
    await push(client, withAssertion(await signAssertion(app, client, key)))
    expect(remote.asked).toHaveLength(2)
    const { body } = await poll(app, client as TestClient, codes)
    expect(body.error).toBe('access_denied')
  })

  test('is closed to another one, and to all while it is off', async () => {
    expect((await askForCodes(aClientSaying())).outcome).toBe('400 unauthorized_client')
    const client = aClientSaying(devices)
    await app.changeSettings({ deviceGrantEnabled: false })
    expect((await app.post('/auth/device_authorization', {})).status).toBe(404)
    expect(remote.asked).toHaveLength(1)
    await app.changeSettings({ deviceGrantEnabled: true })
    expect((await askForCodes(client)).outcome).toBe('200')
  })

  test('opens and closes with the document; while it says the same, the choice of an administrator stays', async () => {
    const client = aClientSaying()
    const read = async (members: object) => {
      remote.serve(documentOf(remote.host, members), forADay)
      app.clock.advance(2 * 24 * 3600)
      return (await askForCodes(client)).outcome
    }
    expect(await read({})).toBe('400 unauthorized_client')
    expect(await read(devices)).toBe('200')
    await setDevices(client, false)
    expect(await read({ ...devices, software_version: '2' })).toBe('400 unauthorized_client')
    await setDevices(client, true)
    expect(await read({ ...devices, software_version: '3' })).toBe('200')
    expect(await read({ grant_types: ['authorization_code'] })).toBe('400 unauthorized_client')
  })

  test('without a usable document is refused like a client that nobody knows', async () => {
    const client = aClientSaying()
    remote.answerWith(500)
    expect((await askForCodes(client)).outcome).toBe('401 invalid_client')
  })
})

describe('a known client whose document is stale', () => {
  const both = async (client: Client) => [(await askForCodes(client)).outcome, await push(client)]

  test.each<[string, () => void]>([
    ['gone', () => remote.answerWith(404)],
    ['broken', () => remote.serve({ client_name: 'x' })],
  ])('and %s by now does not authenticate, until it is back', async (_, change) => {
    const client = aClientSaying(devices)
    expect(await both(client)).toEqual(['200', 201])
    app.clock.advance(2 * 24 * 3600)
    change()
    expect(await both(client)).toEqual(['401 invalid_client', 401])
    expect(remote.asked).toHaveLength(2)
    remote.serve(documentOf(remote.host, devices), forADay)
    app.clock.advance(120)
    expect(await both(client)).toEqual(['200', 201])
  })

  test('stands for a day while its server does not answer', async () => {
    const client = aClientSaying(devices)
    expect(await both(client)).toEqual(['200', 201])
    app.clock.advance(24 * 3600 + 60)
    remote.answerWith(503)
    expect(await both(client)).toEqual(['200', 201])
    app.clock.advance(24 * 3600)
    expect(await both(client)).toEqual(['401 invalid_client', 401])
  })
})

describe.each([
  [
    'a pushed request',
    async (client: Client, fields = {}) => `${await push(client, fields)}`,
    '201',
  ],
  [
    'a request of a device',
    async (client: Client, fields = {}) => (await askForCodes(client, fields)).outcome.slice(0, 3),
    '200',
  ],
] as const)('%s by another method than the document named', (_, send, good) => {
  test('has it read again, once a minute at most', async () => {
    const client = aClientSaying(devices)
    expect(await send(client)).toBe(good)
    const key = await aKey('ES256')
    const keys = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } }
    remote.serve(documentOf(remote.host, { ...devices, ...keys }), forADay)
    const signed = async () => withAssertion(await signAssertion(app, client, key))
    expect(await send(client, await signed())).toBe('401')
    expect(remote.asked).toHaveLength(1)
    app.clock.advance(120)
    expect(await send(client, await signed())).toBe(good)
    expect(remote.asked).toHaveLength(2)
    expect(await send(client)).toBe('401')
    expect(remote.asked).toHaveLength(2)
  })
})
