import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileDatabase } from '#tests/support/file-database.ts'
import { redeem, refresh, signIn } from '#tests/support/oauth.ts'
import { aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aKey, type KeyOfClient, signAssertion, withAssertion } from './assertions.ts'
import { documentOf, documentServer } from './document-server.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { client: database } = await fileDatabase()
const user = await aUser(app.store)
const remote = await documentServer()
afterAll(remote.stop)
let key: KeyOfClient
let count = 0

beforeAll(async () => {
  key = await aKey('ES256')
  await app.changeSettings({
    clientIdMetadataDocumentsEnabled: true,
    clientIdMetadataDocumentHosts: remote.host,
    clientIdMetadataDocumentOtherHosts: 'refuse',
  })
})
beforeEach(async () => {
  await app.changeSettings({ privateKeyJwtEnabled: true })
  await database.rateLimit.deleteMany()
})

/** A client whose document has these members about keys. */
function aClientSaying(members: object) {
  remote.serve(documentOf(remote.host, members))
  const clientIdentifier = remote.url(`/keys-${++count}.json`)
  return { clientIdentifier, redirectUri: `https://${remote.host}/cb`, secret: '' }
}
const both = () => ({
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
  jwks: { keys: [key.jwk] },
})
type Client = ReturnType<typeof aClientSaying>

const proofOf = async (client: Client, by = key) =>
  withAssertion(await signAssertion(app, client, by))
/** Status of the redemption of a new code, and its refresh token. */
async function newTokens(client: Client, fields: Record<string, string> = {}) {
  const request = { scope: 'openid offline_access' }
  const signedIn = await signIn(app, client, user, { request })
  const { status, body } = await redeem(app, client, signedIn, fields)
  return { status, refresh: body.refresh_token ?? '' }
}

describe('a client whose document names keys and `none`', () => {
  test('may come with or without its key, and what began with it goes on with it', async () => {
    await app.changeSettings({ privateKeyJwtEnabled: false })
    const client = aClientSaying(both())
    const open = await newTokens(client)
    expect(open.status).toBe(200)

    await app.changeSettings({ privateKeyJwtEnabled: true })
    const asked = remote.asked.length
    const next = await refresh(app, client, open.refresh)
    expect(next.status).toBe(200)
    const proved = await newTokens(client, await proofOf(client))
    expect([proved.status, remote.asked.length]).toEqual([200, asked])
    expect((await refresh(app, client, proved.refresh)).status).toBe(401)
    const kept = await refresh(app, client, proved.refresh, await proofOf(client))
    expect(kept.status).toBe(200)

    await app.changeSettings({ privateKeyJwtEnabled: false })
    expect((await refresh(app, client, kept.body.refresh_token ?? '')).status).toBe(401)
    expect((await refresh(app, client, next.body.refresh_token ?? '')).status).toBe(200)
  })

  test('loses nothing to a thief of a rotated token without the key; with it, it is a replay', async () => {
    const client = aClientSaying(both())
    const first = (await newTokens(client, await proofOf(client))).refresh
    const second = await refresh(app, client, first, await proofOf(client))
    expect((await refresh(app, client, first)).status).toBe(401)
    const token = second.body.refresh_token ?? ''
    const third = await refresh(app, client, token, await proofOf(client))
    expect(third.status).toBe(200)
    expect((await refresh(app, client, first, await proofOf(client))).status).toBe(400)
    const last = third.body.refresh_token ?? ''
    expect((await refresh(app, client, last, await proofOf(client))).status).toBe(400)
  })

  test('is never taken as open when its assertion is wrong', async () => {
    const client = aClientSaying(both())
    await newTokens(client)
    const wrong = await proofOf(client, await aKey('ES256'))
    expect((await newTokens(client, wrong)).status).toBe(401)
  })

  test('and that then names `none` alone keeps its tokens', async () => {
    const client = aClientSaying(both())
    const { refresh: token } = await newTokens(client)
    remote.serve(documentOf(remote.host))
    app.clock.advance(3_600)
    await newTokens(client)
    expect(await app.store.clients.findByIdentifier(client.clientIdentifier)).toMatchObject({
      isPublic: true,
      tokenEndpointAuthMethod: 'client_secret',
    })
    expect((await refresh(app, client, token)).status).toBe(200)
  })
})

test('a client whose document names keys alone needs them', async () => {
  const { token_endpoint_auth_methods_supported: _, ...only } = both()
  const client = aClientSaying(only)
  expect((await newTokens(client)).status).toBe(401)
  expect((await newTokens(client, await proofOf(client))).status).toBe(200)
  const stored = await app.store.clients.findByIdentifier(client.clientIdentifier)
  expect(stored).toMatchObject({ isPublic: false, clientSecretEncrypted: null })
})
