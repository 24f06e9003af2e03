import { beforeAll, describe, expect, test } from 'vitest'
import { aKey, type KeyOfClient } from '#tests/protocol/modern/assertions.ts'
import { call, outcome } from '#tests/support/api.ts'
import { requestToken } from '#tests/support/oauth.ts'
import { aClient, aPublicClient } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'
import { aSelfRegisteredClient } from './self-registered.ts'

const common = await fixture()
const { app, store, ask, refusal, manager, granular, promote, entriesOf } = common
let key: KeyOfClient
beforeAll(async () => {
  key = await aKey('ES256', 'one')
})

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/keys`
const byKeys = (keys: readonly unknown[] = [key.jwk]) => ({
  tokenEndpointAuthMethod: 'private_key_jwt',
  jwks: { keys },
})
const byUri = (jwksUri: string) => ({ tokenEndpointAuthMethod: 'private_key_jwt', jwksUri })
const bySecret = { tokenEndpointAuthMethod: 'client_secret' }
const save = (client: { readonly id: number }, body: object) =>
  ask<object>('PUT', pathOf(client), body)

describe('200', () => {
  test('keys replace the secret, which counts no more; the same keys again are no event', async () => {
    const client = await aClient(store)
    const written = await entriesOf(async () => {
      const { status, body } = await save(client, byKeys())
      expect([status, body]).toEqual([200, { ...byKeys(), jwksUri: '' }])
      await save(client, byKeys())
    })
    const loggedInUser = manager.client.clientIdentifier
    expect(written).toEqual([
      {
        event: 'updated_client_keys',
        details: { clientId: client.id, method: 'private_key_jwt', kids: ['one'], loggedInUser },
      },
    ])
    const answer = await requestToken(app, client, { grant_type: 'client_credentials' })
    expect(answer.status).toBe(401)
    const secret = await ask<object>('GET', `/clients/${client.id}/secret`)
    expect(secret.body).toEqual({ clientSecret: '' })
  })

  test('the secret again is a new one', async () => {
    const client = await aClient(store)
    await save(client, byUri('https://app.example/jwks.json'))
    await save(client, bySecret)
    const { body } = await ask<{ clientSecret: string }>('GET', `/clients/${client.id}/secret`)
    expect(body.clientSecret).toMatch(/^[\w.-]{60,}$/)
    expect(body.clientSecret).not.toBe(client.secret)
  })

  test('a secret that is set, and a client made public, end the keys', async () => {
    for (const body of [{ isPublic: false, clientSecret: 'x'.repeat(60) }, { isPublic: true }]) {
      const client = await aClient(store)
      await save(client, byKeys())
      await ask('PUT', `/clients/${client.id}/authentication`, body)
      const { body: now } = await ask<object>('GET', pathOf(client))
      expect(now).toEqual({ ...bySecret, jwks: null, jwksUri: '' })
    }
  })

  test('several keys, and an address with blanks around it', async () => {
    const client = await aClient(store)
    const keys = [key.jwk, (await aKey('RS256')).jwk, (await aKey('Ed25519', 'three')).jwk]
    expect((await save(client, byKeys(keys))).status).toBe(200)
    const { body } = await save(client, byUri(' https://app.example/jwks.json '))
    expect(body).toEqual({ ...byUri('https://app.example/jwks.json'), jwks: null })
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (sent) => {
    const path = pathOf(await aClient(store))
    expect(await refusal('PUT', path, sent)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf({ id } as never), bySecret)).toEqual([
      ...[400, 'VALIDATION_ERROR'],
    ])
  })

  test.each([
    ['no keys', () => byKeys([])],
    ['a private key', () => byKeys([{ ...key.jwk, d: 'AAAA' }])],
    ['a symmetric key', () => byKeys([{ kty: 'oct', k: 'AAAA' }])],
    ['another curve', () => byKeys([{ ...key.jwk, crv: 'P-384' }])],
    ['a key twice', () => byKeys([key.jwk, key.jwk])],
    ['21 keys', () => byKeys(Array.from({ length: 21 }, (_, i) => ({ ...key.jwk, kid: `${i}` })))],
    ['more than 16 KiB', () => byKeys([{ ...key.jwk, more: 'x'.repeat(16_384) }])],
  ])('%s', async (_, body) => {
    const client = await aClient(store)
    expect(await refusal('PUT', pathOf(client), body())).toEqual([400, 'validator.protocol.jwks'])
  })

  test.each([
    ['keys', () => byKeys(['deep'])],
    ['a member of a good key', () => byKeys([{ ...key.jwk, more: 'deep' }])],
  ])('lists nested 10,000 deep in the place of %s', async (_, body) => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    const text = JSON.stringify(body()).replace('"deep"', deep)
    const client = await aClient(store)
    expect(await refusal('PUT', pathOf(client), text)).toEqual([400, 'validator.protocol.jwks'])
  })

  test.each([
    ['another method', { tokenEndpointAuthMethod: 'tls_client_auth' }],
    ['neither keys nor address', { tokenEndpointAuthMethod: 'private_key_jwt' }],
    ['both', { ...byUri('https://app.example/jwks'), jwks: { keys: [] } }],
    ['keys beside the secret', { ...bySecret, jwksUri: 'https://app.example/jwks' }],
    ['http', byUri('http://app.example/jwks')],
    ['a user', byUri('https://u:p@app.example/jwks')],
    ['a fragment', byUri('https://app.example/jwks#x')],
    ['no address', byUri('jwks.json')],
    ['over 2,048 bytes', byUri(`https://app.example/${'x'.repeat(2_048)}`)],
  ])('%s', async (_, body) => {
    const client = await aClient(store)
    expect(await refusal('PUT', pathOf(client), body)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('a public client, the one of the console, and one with a document', async () => {
    const described = await aSelfRegisteredClient(store, { kind: 'metadata_document' })
    for (const client of [await aPublicClient(store), await common.console(), described]) {
      expect(await refusal('PUT', pathOf(client), byKeys())).toEqual([400, 'VALIDATION_ERROR'])
    }
  })
})

describe('403', () => {
  test('a granular token, for an administrator client', async () => {
    const client = await aClient(store)
    await promote(client)
    const refused = call(granular, 'PUT', pathOf(client), byKeys())
    expect(await outcome(refused)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf({ id } as never), bySecret)).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test('another method than the one that was read', async () => {
    const client = await aClient(store)
    const sent = { ...byKeys(), expectedTokenEndpointAuthMethod: 'private_key_jwt' }
    expect(await refusal('PUT', pathOf(client), sent)).toEqual([409, 'CONCURRENT_UPDATE'])
  })
})
