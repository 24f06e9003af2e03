import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { aClient, aResource } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { viewOf } from '#tests/support/views.ts'

let authserver: TestServer
const redirectUris = ['https://client.example/cb?a=%41;b', 'http://127.0.0.1/cb', 'app.example:/cb']
const strangers = ['https://evil.example/cb', 'https://client.example/cb?a=%41;b#']

beforeAll(async () => {
  authserver = await server()
  await aResource(authserver.store, 'billing', ['read'])
  const common = { redirectUris, pkceRequired: false, implicitGrantEnabled: true }
  await aClient(authserver.store, { ...common, clientIdentifier: 'usual' })
  await aClient(authserver.store, {
    ...common,
    clientIdentifier: 'registered-itself',
    createdViaDcr: true,
  })
})

const noise = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.constantFrom('', ' ', '\t', '%', '\r\nSet-Cookie: a=b', '🙂', '"><script>', 'x'.repeat(3000)),
)

type Values = Readonly<Record<string, readonly string[]>>

/** Required parameters, nearly always sent so that later checks are reached. */
const needed: Values = {
  client_id: ['usual', 'registered-itself'],
  redirect_uri: [...redirectUris, ...redirectUris, 'http://127.0.0.1:8080/cb', ...strangers],
  response_type: ['code', 'code', 'token', 'id_token', 'id_token token', 'code id_token'],
  scope: ['openid', 'openid billing:read', 'openid offline_access', 'authserver:manage', 'a:b:c'],
}

const optional: Values = {
  response_mode: ['query', 'fragment', 'form_post'],
  state: ['abc', ' ', '&state=x', '#'],
  nonce: ['n'],
  prompt: ['none', 'login', 'consent', 'none login', 'x'],
  max_age: ['0', '60', '99999999999999999999', '-1'],
  acr_values: ['urn:authserver:level1', 'x'],
  ui_locales: ['de', 'x-y z', 'a'.repeat(500)],
  login_hint: ['ada@example.org'],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'short'],
  code_challenge_method: ['S256', 'plain'],
}

const seldom: Values = {
  id_token_hint: ['a.b.c', '..', 'e30.e30.e30'],
  request: ['x'],
  request_uri: ['x'],
  request_handle: ['x'],
}

/** The parameters, each absent, sent once or sent twice with these weights. */
function fields(values: Values, absent: number, once: number, twice: number) {
  return Object.entries(values).map(([name, usual]) => {
    const value = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...usual) },
      { weight: 1, arbitrary: noise },
    )
    const sent = (times: number) =>
      fc
        .array(value, { minLength: times, maxLength: times })
        .map((all) => all.map((one): [string, string] => [name, one]))
    return fc.oneof(
      { weight: absent, arbitrary: sent(0) },
      { weight: once, arbitrary: sent(1) },
      { weight: twice, arbitrary: sent(2) },
    )
  })
}

const requests = fc
  .tuple(
    ...fields(needed, 1, 60, 1),
    ...fields(optional, 60, 30, 1),
    ...fields(seldom, 60, 2, 1),
    fc.array(fc.tuple(noise, noise), { maxLength: 2 }),
  )
  .map((all) => all.flat() as [string, string][])

/** The response's address without the added parameters; null without a redirect. */
async function destination(response: Response): Promise<string | null> {
  const location = response.headers.get('location')
  if (location) return location
  const view = viewOf(response)
  if (view?.page === 'redirect-withheld' && view.continueUrl) return view.continueUrl
  const action = /<form method="post" action="([^"]*)">/.exec(await response.text())?.[1]
  return action?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)) ?? null
}

function isAllowed(target: string, sent: readonly [string, string][]): boolean {
  if (target.startsWith(`${baseUrl}/auth/`)) return true
  const requested = sent.find(([name]) => name === 'redirect_uri')?.[1] ?? ''
  const port = /^http:\/\/127\.0\.0\.1:8080\/cb$/
  if (!redirectUris.includes(requested) && !port.test(requested)) return false
  return target === requested || ['?', '&', '#'].some((mark) => target.startsWith(requested + mark))
}

test.each(['GET', 'POST'])(
  'whatever is sent by %s: no 5xx, no redirect elsewhere',
  async (method) => {
    await fc.assert(
      fc.asyncProperty(requests, async (sent) => {
        let response =
          method === 'POST'
            ? await authserver.post('/auth/authorize', sent)
            : await authserver.fetch(`/auth/authorize?${new URLSearchParams(sent)}`)
        if (response.status === 303 && method === 'POST') {
          response = await authserver.fetch(response.headers.get('location') ?? '')
        }
        expect(response.status).toBeLessThan(500)
        const target = await destination(response)
        if (target !== null) expect(isAllowed(target, sent), target).toBe(true)
        if (response.status === 400) expect(target).toBeNull()
      }),
      { numRuns: 400 },
    )
  },
)

test('every state comes back unchanged with an error, in every response mode', async () => {
  const state = fc
    .string({ minLength: 1, maxLength: 200, unit: 'grapheme' })
    .filter((text) => !/\p{Cc}/u.test(text) && Buffer.byteLength(text) <= 4096)
  const modes = fc.constantFrom('query', 'fragment', 'form_post')
  await fc.assert(
    fc.asyncProperty(state, modes, async (sent, response_mode) => {
      const fields = { client_id: 'usual', redirect_uri: 'app.example:/cb', response_type: 'code' }
      const query = new URLSearchParams({ ...fields, scope: 'x', state: sent, response_mode })
      const response = await authserver.fetch(`/auth/authorize?${query}`)
      expect(await stateOf(response)).toBe(sent)
    }),
    { numRuns: 150 },
  )
})

async function stateOf(response: Response): Promise<string | null> {
  const location = response.headers.get('location')
  if (location) return new URLSearchParams(location.split(/[?#]/)[1]).get('state')
  const value = /name="state" value="([^"]*)"/.exec(await response.text())?.[1]
  return value?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)) ?? null
}
