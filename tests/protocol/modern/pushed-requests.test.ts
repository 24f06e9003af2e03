import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { browser } from '#tests/support/browser.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { authorizePath, basicHeader, pkcePair, redeem, responseOf } from '#tests/support/oauth.ts'
import {
  aClient,
  aPublicClient,
  aUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { type FormFields, server } from '#tests/support/server.ts'
import { aClientWithKeys, aKey, signAssertion, withAssertion } from './assertions.ts'

const app = await server()
const { client: database } = await fileDatabase()
const { verifier, challenge } = pkcePair()
const prefix = 'urn:ietf:params:oauth:request_uri:'
let user: TestUser
let client: TestClient

beforeAll(async () => {
  user = await aUser(app.store)
})
beforeEach(async () => {
  await app.changeSettings({ ...everythingOff, pushedAuthorizationRequestsEnabled: true })
  await database.rateLimit.deleteMany()
  client = await aClient(app.store)
})

type Fields = Readonly<Record<string, string | undefined>>
const requestOf = (of: TestClient, change: Fields = {}): Fields => ({
  redirect_uri: of.redirectUri,
  response_type: 'code',
  scope: 'openid',
  state: 'a-state',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...change,
})

/** Pushes a request; a public client by its identifier, any other by HTTP Basic. */
function post(of: TestClient, fields: FormFields, headers: Record<string, string> = {}) {
  const own: Record<string, string> = of.secret === '' ? {} : { authorization: basicHeader(of) }
  return app.post('/auth/par', fields, { headers: { ...own, ...headers } })
}
async function push(change: Fields = {}, of = client): Promise<string> {
  const named = of.secret === '' ? { client_id: of.clientIdentifier } : {}
  const response = await post(of, { ...named, ...requestOf(of, change) })
  const body = await response.json()
  if (response.status !== 201) throw new Error(JSON.stringify(body))
  return body.request_uri
}
const refusalOf = async (change: Fields, of = client) => {
  const response = await post(of, requestOf(of, change))
  const body = await response.json()
  return [response.status, body.error]
}
const addressOf = (requestUri: string, of = client, more: Record<string, string> = {}) => {
  const query = { client_id: of.clientIdentifier, request_uri: requestUri, ...more }
  return `/auth/authorize?${new URLSearchParams(query)}`
}
async function signIn(person: ReturnType<typeof browser>, address: string) {
  await person.visit(address)
  return person.submit({ email: user.email, password: user.password })
}
const pageOf = async (person: ReturnType<typeof browser>, address: string) => {
  const { view, status } = await person.visit(address)
  return view?.page === 'error' ? `${status} ${view.reason}` : view?.page
}

describe('a pushed request', () => {
  test('leads to a code, whatever stands beside it in the address', async () => {
    const response = await post(client, requestOf(client))
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { request_uri: uri, expires_in: seconds } = await response.json()
    expect([uri.slice(0, prefix.length), uri.length, seconds]).toEqual([prefix, 77, 60])
    const smuggled = { state: 'b', redirect_uri: 'https://evil.example/cb', scope: 'x y' }
    const last = await signIn(browser(app), addressOf(uri, client, smuggled))
    const answer = responseOf(last)
    expect([answer?.state, last.location?.origin]).toEqual(['a-state', 'https://client.example'])
    const tokens = await redeem(app, client, { code: answer?.code ?? '', verifier })
    expect(tokens.status).toBe(200)
  })

  test('comes from clients of every kind', async () => {
    const key = await aKey()
    await app.changeSettings({ privateKeyJwtEnabled: true })
    const [open, signing] = [
      await aPublicClient(app.store),
      await aClientWithKeys(app.store, [key]),
    ]
    expect(await push({}, open)).toMatch(prefix)
    const { secret, clientIdentifier } = client
    const ways: [TestClient, Fields][] = [
      [
        { ...client, secret: '' },
        { client_id: clientIdentifier, client_secret: secret },
      ],
      [signing, withAssertion(await signAssertion(app, signing, key))],
    ]
    for (const [one, proof] of ways) {
      expect((await post(one, { ...requestOf(one), ...proof })).status).toBe(201)
    }
    const wrong = await post({ ...client, secret: 'x' }, requestOf(client))
    expect(wrong.status).toBe(401)
  })

  test('of a client whose identifier no database can hold is refused as of an unknown one', async () => {
    const authorization = `Basic ${btoa('a%00b:x')}`
    const response = await app.post('/auth/par', requestOf(client), { headers: { authorization } })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'invalid_client' })
  })

  test('is told in the metadata, and hidden in the database', async () => {
    const metadata = await (await app.fetch('/.well-known/openid-configuration')).json()
    expect(metadata.pushed_authorization_request_endpoint).toBe('http://localhost:3000/auth/par')
    expect(metadata.request_uri_parameter_supported).toBe(false)
    await push({ login_hint: 'somebody@example.com' })
    const rows = await database.pushedRequest.findMany()
    const text = rows.map(({ parametersEncrypted }) => Buffer.from(parametersEncrypted)).join()
    expect(text).not.toContain('somebody')
  })

  test('may come as a form: its handle waits like any other request', async () => {
    const query = { client_id: client.clientIdentifier, request_uri: await push() }
    const sent = await app.post('/auth/authorize', query)
    expect(sent.status).toBe(303)
    const last = await signIn(browser(app), sent.headers.get('location') ?? '')
    expect(responseOf(last)?.state).toBe('a-state')
  })

  test('and a form with more than an address may carry is refused', async () => {
    const query = { client_id: 'x'.repeat(40_000), request_uri: await push() }
    const before = await database.interaction.count()
    expect((await app.post('/auth/authorize', query)).status).toBe(400)
    expect(await database.interaction.count()).toBe(before)
  })

  test('without a session and with `prompt=none` is answered at once, with `iss` where that is on', async () => {
    await app.changeSettings({ authorizationResponseIssEnabled: true })
    const last = await browser(app).visit(addressOf(await push({ prompt: 'none' })))
    expect(responseOf(last)).toMatchObject({
      error: 'login_required',
      state: 'a-state',
      iss: 'http://localhost:3000',
    })
  })
})

describe('its handle works once', () => {
  const gone = '400 pushed_request_gone'

  test('for a minute', async () => {
    const uri = await push()
    app.clock.advance(61)
    expect(await pageOf(browser(app), addressOf(uri))).toBe(gone)
  })

  test('but its own browser may open it again, until ten minutes later', async () => {
    const person = browser(app)
    const uri = await push()
    const before = await database.interaction.count()
    expect(await pageOf(person, addressOf(uri))).toBe('sign-in')
    expect(await pageOf(person, addressOf(uri))).toBe('sign-in')
    expect(await database.interaction.count()).toBe(before + 1)
    expect(await pageOf(browser(app), addressOf(uri))).toBe(gone)
    app.clock.advance(540)
    const last = await person.submit({ email: user.email, password: user.password })
    expect(responseOf(last)?.code).toBeTruthy()
    expect(await pageOf(person, addressOf(uri))).toMatch(/^400 (state_mismatch|finished)$/)
    app.clock.advance(120)
    expect(await pageOf(person, addressOf(uri))).toBe(gone)
  })

  test('for its own client: another one does not use it up', async () => {
    const uri = await push()
    const other = await aClient(app.store)
    expect(await pageOf(browser(app), addressOf(uri, other))).toBe(gone)
    expect(await pageOf(browser(app), addressOf(uri))).toBe('sign-in')
  })

  test('of two browsers at once', async () => {
    const uri = await push()
    const pages = await Promise.all([1, 2, 3].map(() => pageOf(browser(app), addressOf(uri))))
    expect(pages.filter((page) => page === 'sign-in')).toHaveLength(1)
  })

  test('needs the client beside it', async () => {
    const address = `/auth/authorize?request_uri=${await push()}`
    expect(await pageOf(browser(app), address)).toBe('400 client_id_missing')
  })

  test.each(['https://client.example/request', `${prefix}short`, `${prefix}${'a'.repeat(44)}`])(
    'and %s is refused as ever',
    async (request_uri) => {
      const last = await browser(app).visit(authorizePath(client, { request_uri }))
      expect(responseOf(last)?.error).toBe('request_uri_not_supported')
    },
  )

  test('and is judged again when the user comes', async () => {
    const [moved, off] = [await push(), await push()]
    await app.store.clients.removeRedirectUris(client.id, [client.redirectUri])
    expect(await pageOf(browser(app), addressOf(moved))).toBe('400 redirect_uri_not_registered')
    await app.store.clients.update(client.id, { enabled: false })
    expect(await pageOf(browser(app), addressOf(off))).toBe('400 client_disabled')
  })

  test('and expired ones are removed', async () => {
    await push()
    const later = new Date(app.clock.now().getTime() + 61_000)
    expect(await app.store.pushedRequests.removeExpired(later, 1_000)).toBeGreaterThan(0)
    expect(await database.pushedRequest.count()).toBe(0)
  })
})

test('each thousand pushed requests, all of them together are bounded', async () => {
  const count = vi.spyOn(app.store.pushedRequests, 'count')
  singleton('opened-sign-ins', () => ({ rows: 0 })).rows = 998
  await push()
  await responsesFollowedUp()
  expect(count).not.toHaveBeenCalled()
  await push()
  await responsesFollowedUp()
  expect(count).toHaveBeenCalledOnce()
  count.mockRestore()
})

describe('what is refused', () => {
  test.each<[Fields, string, number?]>([
    [{ request_uri: 'urn:x' }, 'invalid_request'],
    [{ request: 'x.y.z' }, 'request_not_supported'],
    [{ redirect_uri: undefined }, 'invalid_request'],
    [{ redirect_uri: '/cb' }, 'invalid_request'],
    [{ redirect_uri: 'https://evil.example/cb' }, 'invalid_request'],
    [{ response_mode: 'x' }, 'invalid_request'],
    [{ response_type: undefined }, 'invalid_request'],
    [{ response_type: 'code id_token' }, 'unsupported_response_type'],
    [{ response_type: 'token' }, 'unauthorized_client'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ scope: undefined }, 'invalid_scope'],
    [{ scope: 'openid no:such' }, 'invalid_scope'],
    [{ scope: 'authserver:manage' }, 'invalid_scope'],
    [{ prompt: 'x' }, 'invalid_request'],
    [{ max_age: 'x' }, 'invalid_request'],
    [{ client_id: 'another' }, 'invalid_request'],
    [{ state: 'x'.repeat(4_097) }, 'invalid_request'],
    [{ acr_values: 'x'.repeat(40_000) }, 'invalid_request', 413],
  ])('%j', async (change, error, status = 400) => {
    expect(await refusalOf(change)).toEqual([status, error])
  })

  test('a parameter twice', async () => {
    const twice = [...Object.entries(requestOf(client)), ['state', 'b']] as [string, string][]
    const response = await post(client, twice)
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_request'])
  })

  test('a client without the code flow', async () => {
    const other = await aClient(app.store, { authorizationCodeEnabled: false })
    expect(await refusalOf({}, other)).toEqual([400, 'unauthorized_client'])
  })

  test('more than sixty a minute in the name of public clients, and no other', async () => {
    const open = await aPublicClient(app.store)
    const fields = { client_id: open.clientIdentifier, scope: '' }
    for (let i = 0; i < 60; i++) await post(open, fields)
    const limited = await post(open, fields)
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ])
    expect(await push()).toMatch(prefix)
  })
})

describe('while it is switched off', () => {
  test('there is no such endpoint, and a handle is refused as ever', async () => {
    const uri = await push()
    await app.changeSettings({ pushedAuthorizationRequestsEnabled: false })
    const response = await post(client, requestOf(client))
    expect([response.status, await response.text()]).toEqual([404, ''])
    const last = await browser(app).visit(authorizePath(client, { request_uri: uri }))
    expect(responseOf(last)?.error).toBe('request_uri_not_supported')
  })
})

describe('a client that has to push its requests', () => {
  beforeEach(async () => {
    await app.store.clients.update(client.id, { pushedRequestsRequired: true })
  })
  const errorOf = async () => {
    const last = await browser(app).visit(authorizePath(client, { scope: 'x' }))
    const { error, error_description } = responseOf(last) ?? {}
    return [error, error_description]
  }
  const needed = ['invalid_request', 'This client must push its authorization requests.']

  test('is refused otherwise, also while nothing can be pushed', async () => {
    expect(await errorOf()).toEqual(needed)
    await app.changeSettings({ pushedAuthorizationRequestsEnabled: false })
    expect(await errorOf()).toEqual(needed)
  })

  test('signs people in by pushed ones, also after their sign-in timed out', async () => {
    const person = browser(app)
    await person.visit(addressOf(await push()))
    app.clock.advance(3_700)
    const late = await person.submit({ email: user.email, password: user.password })
    expect(late.view?.page).toBe('sign-in')
    const last = await person.submit({ email: user.email, password: user.password })
    expect(responseOf(last)?.code).toBeTruthy()
  })
})

test('scripts of registered web origins may push requests', async () => {
  const origin = 'https://spa.example'
  const open = await aPublicClient(app.store, { webOrigins: [origin] })
  const fields = { client_id: open.clientIdentifier, ...requestOf(open) }
  const response = await post(open, fields, { origin })
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  const foreign = await post(open, fields, { origin: 'https://evil.example' })
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
})
