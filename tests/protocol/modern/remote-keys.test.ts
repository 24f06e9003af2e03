import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aResource, grantToClient, type TestClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import {
  aClientWithKeys,
  aKey,
  askByAssertion,
  type KeyOfClient,
  signAssertion,
} from './assertions.ts'
import { documentServer } from './document-server.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const remote = await documentServer()
afterAll(remote.stop)

let key: KeyOfClient
let client: TestClient
let count = 0
/** Serves these keys; anything else of the set as it is given. */
const serve = (keys: readonly unknown[], headers: Record<string, string> = {}) =>
  remote.answerWith(200, JSON.stringify({ keys }), headers)

beforeAll(async () => {
  await aResource(app.store, 'tasks', ['read'])
  await app.changeSettings({ privateKeyJwtEnabled: true })
  key = await aKey('ES256', '1')
})
beforeEach(async () => {
  client = await aClientWithKeys(app.store, [], {
    clientCredentialsEnabled: true,
    jwks: '',
    jwksUri: remote.url(`/keys-${++count}.json`),
  })
  await grantToClient(app.store, client, 'tasks:read')
  serve([key.jwk])
  remote.asked.length = 0
})

const statusBy = async (by = key) =>
  (await askByAssertion(app, await signAssertion(app, client, by)))[0]

describe('keys at the address of a client', () => {
  test('are fetched once, and kept as long as the answer says', async () => {
    serve([key.jwk], { 'Cache-Control': 'max-age=900' })
    for (let i = 0; i < 3; i++) expect(await statusBy()).toBe(200)
    app.clock.advance(899)
    expect(await statusBy()).toBe(200)
    expect(remote.asked).toHaveLength(1)
    app.clock.advance(2)
    expect(await statusBy()).toBe(200)
    expect(remote.asked).toHaveLength(2)
  })

  test('are fetched once for twenty requests at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => statusBy()))
    expect([new Set(all), remote.asked.length]).toEqual([new Set([200]), 1])
  })

  test('may change under the same name: a signature that no key verifies has them read again', async () => {
    expect(await statusBy()).toBe(200)
    const next = await aKey('ES256', '1')
    serve([next.jwk])
    app.clock.advance(61)
    expect(await statusBy(next)).toBe(200)
    expect(await statusBy(key)).toBe(401)
    expect(remote.asked).toHaveLength(2)
  })

  test('are read again at most once a minute', async () => {
    expect(await statusBy()).toBe(200)
    app.clock.advance(61)
    const stranger = await aKey('ES256', '2')
    for (let i = 0; i < 10; i++) expect(await statusBy(stranger)).toBe(401)
    expect(remote.asked).toHaveLength(2)
    expect(await statusBy()).toBe(200)
  })

  test('serve for a day when the address does not answer any more', async () => {
    expect(await statusBy()).toBe(200)
    remote.answerWith(503)
    app.clock.advance(3_600)
    expect(await statusBy()).toBe(200)
    app.clock.advance(86_400)
    expect(await statusBy()).toBe(401)
    serve([key.jwk])
    app.clock.advance(61)
    expect(await statusBy()).toBe(200)
  })
})

test('keys that were fetched while the clock was ahead are fetched again', async () => {
  serve([key.jwk], { 'Cache-Control': 'max-age=86400' })
  app.clock.advance(30 * 86_400)
  expect(await statusBy()).toBe(200)
  app.clock.advance(-30 * 86_400)
  const next = await aKey('ES256', '1')
  serve([next.jwk])
  expect(await statusBy(key)).toBe(401)
  expect(await statusBy(next)).toBe(200)
  expect(remote.asked).toHaveLength(2)
})

describe('entries that cannot be used', () => {
  test('are left out: another kind, another use, no object, a short or private key', async () => {
    const { d: _, ...short } = { kty: 'RSA', n: 'AQAB', e: 'AQAB', d: 'x' }
    serve([
      ...[{ kty: 'AKP' }, { kty: 'OKP', crv: 'X25519', use: 'enc' }, null, 'x', short],
      ...[{ ...key.jwk, kid: 'private', d: 'AAAA' }, key.jwk],
    ])
    expect(await statusBy()).toBe(200)
  })

  test.each<[string, () => void]>([
    ['only unusable ones', () => serve([{ kty: 'AKP' }])],
    ['no set', () => remote.answerWith(200, '[]')],
    ['more than 100', () => serve(Array.from({ length: 101 }, () => key.jwk))],
    ['more than 64 KiB', () => serve([key.jwk, { more: 'x'.repeat(65_536) }])],
    ['a redirect', () => remote.answerWith(302, '', { Location: remote.url('/other') })],
  ])('%s: no key verifies anything', async (_, change) => {
    change()
    expect(await statusBy()).toBe(401)
  })
})

test('sets that nobody used for thirty days are forgotten', async () => {
  await statusBy()
  const { remoteKeySets } = app.store
  const now = app.clock.now().getTime()
  expect(await remoteKeySets.removeUnused(new Date(now - 40 * 86_400_000), 100)).toBe(0)
  expect(await remoteKeySets.removeUnused(new Date(now + 86_400_000), 100)).toBeGreaterThan(0)
})
