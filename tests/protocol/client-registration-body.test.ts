import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auditEntries } from '#tests/support/granted.ts'
import { server } from '#tests/support/server.ts'
import { registrationFixture, web } from './client-registration-fixture.ts'

const { app, database, send, register, refusal } = await registrationFixture()

beforeEach(async () => {
  await app.changeSettings({ dynamicClientRegistrationEnabled: true })
})

describe('order of the checks', () => {
  test('metadata comes before redirect URIs', async () => {
    const metadata = { redirect_uris: ['x'], grant_types: ['password'] }
    expect(await refusal(metadata)).toBe('invalid_client_metadata')
  })

  test('switched off, nothing is read', async () => {
    await app.changeSettings({ dynamicClientRegistrationEnabled: false })
    const { status, headers, body } = await send('no json')
    expect(status).toBe(403)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      error: 'access_denied',
      error_description: 'Dynamic client registration is not enabled',
    })
  })

  test('the limiter comes first: the eleventh request of a minute is refused', async () => {
    await server()
    await app.changeSettings({ dynamicClientRegistrationEnabled: false })
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await register(web)).status)
    expect(statuses).toEqual([...Array(10).fill(403), 429])
    const { headers, body } = await register(web)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: 'Too many requests. Please wait and try again later.',
    })
    await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
  })
})

describe('the body', () => {
  test.each([
    ['nothing', ''],
    ['half a document', '{"redirect_uris":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['text', '"x"'],
    ['a form', 'redirect_uris=https%3A%2F%2Fapp.example%2Fcb'],
    ['deep nesting', '['.repeat(30_000)],
  ])('%s is refused', async (_, text) => {
    const { status, headers, body } = await send(text)
    expect(status).toBe(400)
    expect(body.error).toBe('invalid_client_metadata')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('bytes that are no UTF-8 are refused', async () => {
    const { status, body } = await send(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  test('may have 64 KiB and not a byte more', async () => {
    const whole = JSON.stringify(web)
    expect((await send(whole.padEnd(65_536))).status).toBe(201)
    const { status, body } = await send(whole.padEnd(65_537))
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
  })
})

test('any JSON is answered with 201 or 400', async () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('none', 'client_secret_basic', 'https://a.example/cb', 'x:/y'),
    fc.array(fc.oneof(fc.webUrl(), fc.string(), fc.constantFrom('authorization_code'))),
    fc.string({ unit: 'binary', maxLength: 110 }),
  )
  const metadata = fc.record(
    {
      redirect_uris: value,
      token_endpoint_auth_method: value,
      grant_types: value,
      client_name: value,
      __proto__: value,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(metadata, fc.jsonValue()), async (body) => {
      const answer = await register(body)
      expect([201, 400]).toContain(answer.status)
      if (answer.status === 400) {
        expect(['invalid_client_metadata', 'invalid_redirect_uri']).toContain(answer.body.error)
      }
    }),
    { numRuns: 300 },
  )
})

test('a client that cannot be stored is a 500 with the request id, and nothing is left', async () => {
  const before = await database.client.count()
  const failing = vi
    .spyOn(app.store, 'adminTransaction')
    .mockRejectedValueOnce(new Error('disk full'))
  const { status, body } = await register(web)
  failing.mockRestore()
  expect(status).toBe(500)
  expect(body.error).toBe('server_error')
  expect(body.error_description).toMatch(/ [0-9a-f-]{36}$/)
  expect(JSON.stringify(body)).not.toContain('disk')
  expect(await database.client.count()).toBe(before)
})

test('has no CORS headers and takes POST only', async () => {
  const headers = { origin: 'https://spa.example', 'content-type': 'application/json' }
  const { headers: answered } = await send(JSON.stringify(web), headers)
  expect(answered.get('access-control-allow-origin')).toBeNull()
  expect((await app.fetch('/connect/register')).status).toBe(405)
})

test('the answer is told to nobody who asks again', async () => {
  const { body } = await register(web)
  const rows = await auditEntries(database)
  expect(JSON.stringify(rows)).not.toContain(String(body.client_secret))
})
