import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { noParameters } from '#lib/base/text/parameters.ts'
import { readClientCredentials } from '#lib/protocol/client-authentication.ts'
import { testContext } from '#tests/support/context.ts'
import { aClient, type TestClient } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'

let app: TestServer
let client: TestClient

const { ctx } = await testContext()

beforeAll(async () => {
  // The number of password grants is random and must not reach their rate limit.
  app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
  client = await aClient(app.store)
})

/** Any text that a header or form might carry. */
const text = fc.string({ unit: 'binary', maxLength: 40 })
const plain = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 })

function basic(identifier: string, secret: string): string {
  return `Basic ${Buffer.from(`${identifier}:${secret}`).toString('base64')}`
}

/** The form encoding of RFC 6749 section 2.3.1, with %20 for a space. */
function formEncoded(value: string): string {
  return encodeURIComponent(value)
}

describe('Basic credentials', () => {
  test('form-encoded and plain ones without escapes or colons are equal', () => {
    const word = plain.filter((value) => !/[%:]/.test(value))
    fc.assert(
      fc.property(word, word, (identifier, secret) => {
        const wanted = { clientIdentifier: identifier, secret }
        const read = (header: string) => readClientCredentials(ctx, header, noParameters)
        expect(read(basic(identifier, secret))).toEqual(wanted)
        const encoded = basic(formEncoded(identifier), formEncoded(secret))
        expect(read(encoded)).toEqual(wanted)
      }),
    )
  })

  test('of any content are refused as the specification says, never with a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (identifier, secret) => {
        const response = await app.fetch('/auth/token', {
          method: 'POST',
          headers: { authorization: basic(identifier, secret) },
          body: new URLSearchParams({ grant_type: 'client_credentials' }),
        })
        expect([400, 401]).toContain(response.status)
        expect(['invalid_client', 'invalid_request']).toContain((await response.json()).error)
      }),
      { numRuns: 60 },
    )
  })
})

describe('form bodies at the token endpoint', () => {
  test('of any bytes get an RFC error, never a 5xx', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(bytes, async (body) => {
        const response = await app.fetch('/auth/token', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new Uint8Array(body),
        })
        expect([400, 401]).toContain(response.status)
        const { error, error_description } = await response.json()
        expect(error).toMatch(/^[a-z_]+$/)
        expect(error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,512}$/)
        expect(response.headers.get('cache-control')).toBe('no-store')
      }),
      { numRuns: 100 },
    )
  })

  test('with the client’s secret and any other fields get an RFC error, never a 5xx', async () => {
    const grant = fc.constantFrom(
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'password',
    )
    const fields = fc.dictionary(
      fc.constantFrom(
        'code',
        'redirect_uri',
        'code_verifier',
        'refresh_token',
        'scope',
        'username',
      ),
      text,
    )
    await fc.assert(
      fc.asyncProperty(grant, fields, async (grant_type, rest) => {
        const response = await app.post('/auth/token', {
          client_id: client.clientIdentifier,
          client_secret: client.secret,
          grant_type,
          ...rest,
        })
        expect([400, 401]).toContain(response.status)
      }),
      { numRuns: 100 },
    )
  })
})
