import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { makeListener } from '#lib/server/dispatch.ts'
import { readJwt, redeem, responseOf, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { begin, reasonOf } from '../authorize/fixture.ts'
import { aSecondProvider, enterBy, press, redirectUri, register } from './fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ identityProvidersEnabled: true })
// The provider's clock goes on.
beforeEach(() => app.clock.set(new Date()))

const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level1' })
const second = await aSecondProvider()
afterAll(second.close)

const newPerson = () => {
  const sub = unique('person')
  return { sub, email: `${sub}@second.example`, email_verified: true, given_name: 'Zoe' }
}

describe('a sign-in with another provider', () => {
  test('makes an account at the first time, and finds it at the second', async () => {
    const provider = await register(app, second)
    const person = newPerson()
    const { last } = await enterBy(app, client, second, person)
    expect(responseOf(last)?.code).toBeDefined()
    const user = await store.users.findByEmail(person.email)
    expect(user).toMatchObject({ emailVerified: true, passwordHash: '', givenName: 'Zoe' })
    const again = await enterBy(app, client, second, { ...person, email: 'other@second.example' })
    expect(responseOf(again.last)?.code).toBeDefined()
    expect(await sessionsOf(store, user?.id ?? 0)).toHaveLength(2)
    const [session] = await sessionsOf(store, user?.id ?? 0)
    expect(session).toMatchObject({ authMethods: 'fed', providerId: provider.id })
    expect(await store.users.findByEmail('other@second.example')).toBeNull()
    const [identity] = await store.userIdentities.findOfUser(user?.id ?? 0)
    expect(identity).toMatchObject({ issuer: second.issuer, subject: person.sub })
  })

  test('asks with state, nonce and a PKCE challenge, and names the typed address', async () => {
    await register(app, second)
    const { last } = await enterBy(app, client, second, newPerson(), {
      request: { login_hint: 'a@second.example', ui_locales: 'de' },
    })
    expect(responseOf(last)?.code).toBeDefined()
    expect(Object.fromEntries(second.asked)).toMatchObject({
      response_type: 'code',
      client_id: second.clientId,
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
      login_hint: 'a@second.example',
      ui_locales: 'de',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(second.asked.has('prompt')).toBe(false)
  })

  test('is for the address that the provider names, not for the typed one', async () => {
    await register(app, second, { linking: 'trusted', domains: ['example.org', 'second.example'] })
    const typed = await aUser(store)
    const person = newPerson()
    const request = { login_hint: typed.email }
    const { last } = await enterBy(app, client, second, person, { request })
    expect(responseOf(last)?.code).toBeDefined()
    expect(await sessionsOf(store, typed.id)).toEqual([])
    expect(await store.userIdentities.findOfUser(typed.id)).toEqual([])
    const user = await store.users.findByEmail(person.email)
    expect(await sessionsOf(store, user?.id ?? 0)).toHaveLength(1)
  })

  test('is told to the application', async () => {
    await register(app, second)
    const person = newPerson()
    const { browser } = await enterBy(app, client, second, person)
    const user = await store.users.findByEmail(person.email)
    if (!user) throw new Error('No account.')
    const next = await signIn(app, client, { ...user, password: '' }, { browser })
    const { body } = await redeem(app, client, next)
    expect(readJwt(body.id_token ?? '').payload).toMatchObject({ amr: ['fed'], sub: user.subject })
  })
})

describe('the state', () => {
  test('works once, and its second delivery leads where the first one led', async () => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const away = await press(browser, page)
    const back = await second.signIn(away.location ?? '')
    const before = browser.copy()
    const [one, two] = await Promise.all([browser.visit(back), before.visit(back)])
    const codes = [one, two].map((visit) => responseOf(visit)?.code).filter(Boolean)
    expect(new Set(codes).size).toBe(1)
    const user = await store.users.findByEmail(second.person.email as string)
    expect(await sessionsOf(store, user?.id ?? 0)).toHaveLength(1)
  })

  /** How often the second provider was asked to redeem a code. */
  const redeemed = () => second.requests.filter((one) => one === 'POST /token').length

  test('with another code is the second delivery of the same answer: no second code is redeemed', async () => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const away = await press(browser, page)
    const back = await second.signIn(away.location ?? '')
    const other = new URL(back)
    other.searchParams.set('code', 'another-code')
    const asked = redeemed()
    const first = browser.visit(back)
    await expect.poll(redeemed).toBe(asked + 1)
    const visits = await Promise.all([first, browser.copy().visit(other)])
    expect(visits.filter((visit) => responseOf(visit)?.code)).toHaveLength(1)
    expect(redeemed()).toBe(asked + 1)
  })

  test('goes on when the browser cuts the connection, and leads on whoever asks again', async () => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const away = await press(browser, page)
    const back = await second.signIn(away.location ?? '')
    const none = () => Promise.reject(new Error('There are no pages here.'))
    const listener = makeListener(app.runtime, { serve: none, serveView: none })
    const http = createServer({ joinDuplicateHeaders: true }, listener)
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { port } = http.address() as AddressInfo
    const cut = new AbortController()
    const asked = redeemed()
    second.intercept = (req) => {
      if (req.url?.startsWith('/token')) cut.abort()
      return false
    }
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const address = `http://127.0.0.1:${port}${back.pathname}${back.search}`
    const first = fetch(address, { headers: { cookie }, redirect: 'manual', signal: cut.signal })
    await expect(first).rejects.toThrow('aborted')
    const last = await browser.visit(back)
    second.intercept = null
    http.close()
    expect(responseOf(last)?.code).toBeDefined()
    expect(redeemed()).toBe(asked + 1)
  })

  test('of another browser, another provider or nobody is unknown', async () => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const away = await press(browser, page)
    const back = await second.signIn(away.location ?? '')
    const stranger = visitor(app)
    await begin(stranger, client)
    expect(reasonOf(await stranger.visit(back))).toBe('provider_response_unknown')
    expect((await browser.visit('/auth/provider/a%00b/callback?state=x&code=y')).status).toBe(404)
    expect(reasonOf(await browser.visit('/auth/provider/second/callback?state=x&code=y'))).toBe(
      'provider_response_unknown',
    )
    const twice = `${back.href}&state=again`
    expect(reasonOf(await browser.visit(twice))).toBe('provider_response_unknown')
    expect(responseOf(await browser.visit(back))?.code).toBeDefined()
  })

  test('has ten minutes', async () => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const away = await press(browser, page)
    const back = await second.signIn(away.location ?? '')
    app.clock.advance(601)
    expect(reasonOf(await browser.visit(back))).toBe('provider_response_unknown')
  })

  test('is not spent by a browser that loads in advance', async () => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const away = await press(browser, page)
    const back = await second.signIn(away.location ?? '')
    const early = await browser.copy().visit(back, { headers: { 'sec-purpose': 'prefetch' } })
    expect(early.status).toBe(204)
    expect(responseOf(await browser.visit(back))?.code).toBeDefined()
  })

  test('is stored as a hash only', async () => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    const away = await press(browser, page)
    const state = away.location?.searchParams.get('state') ?? ''
    const stored = await store.providerRequests.findByState(sha256Hex(state))
    expect(JSON.stringify(stored)).not.toContain(state)
  })
})

describe('a provider that does not help', () => {
  test('cancelled by the person: the page says so, and the next start offers another account', async () => {
    await register(app, second)
    const { browser, last } = await enterBy(app, client, second, null)
    expect(errorOf(last)).toBe('handler.provider.cancelled')
    const away = await press(browser, last)
    expect(away.location?.searchParams.get('prompt')).toBe('login')
  })

  test.each<[string, Parameters<typeof register>[2]]>([
    ['no_account', { createUsers: 'never' }],
    ['account_exists', { linking: 'off' }],
  ])(
    'knows an account that does not help (%s): the next start offers another one',
    async (reason, fields) => {
      await register(app, second, fields)
      const person = newPerson()
      if (reason === 'account_exists') await aUser(store, { email: person.email })
      const { browser, last } = await enterBy(app, client, second, person)
      expect(errorOf(last)).toBe(`handler.provider.${reason}`)
      expect(last.view).toMatchObject({ otherAccountAt: 'second' })
      const away = await press(browser, last)
      expect(away.location?.searchParams.get('prompt')).toBe('login')
      expect(away.location?.searchParams.has('login_hint')).toBe(false)
    },
  )

  test('names another issuer in its answer', async () => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const away = await press(browser, page)
    const back = await second.signIn(away.location ?? '')
    back.searchParams.set('iss', 'https://evil.example')
    expect(errorOf(await browser.visit(back))).toBe('handler.provider.refused')
    expect(await store.users.findByEmail(second.person.email as string)).toBeNull()
  })

  test('leaves out its issuer, although it advertises it', async () => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const away = await press(browser, page)
    const back = await second.signIn(away.location ?? '')
    back.searchParams.delete('iss')
    expect(errorOf(await browser.visit(back))).toBe('handler.provider.refused')
  })

  test('is away at the start: other ways stay', async () => {
    const provider = await register(app, second, { issuer: 'http://localhost:9' })
    const browser = visitor(app)
    const page = await press(browser, await begin(browser, client))
    expect(errorOf(page)).toBe('handler.provider.unreachable')
    const user = await aUser(store)
    const last = await browser.submit({ email: user.email, password: user.password })
    expect(responseOf(last)?.code).toBeDefined()
    const [entry] = await entriesOf(app, 'auth_failed_provider', { providerId: provider.id })
    expect(entry).toMatchObject({ reason: 'unreachable', detail: 'connect_failed' })
    const state = await store.identityProviders.findState(provider.id)
    expect(state?.lastFailure).toBe('connect_failed')
  })

  test.each([
    ['/token', 'handler.provider.unreachable'],
    ['/jwks', 'handler.provider.unreachable'],
    ['/me', 'handler.provider.unreachable'],
  ])('fails at %s', async (path, error) => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const away = await press(browser, page)
    const back = await second.signIn(away.location ?? '')
    second.intercept = (req, res) => {
      if (!req.url?.startsWith(path)) return false
      res.writeHead(503).end()
      return true
    }
    const last = await browser.visit(back)
    second.intercept = null
    expect(errorOf(last)).toBe(error)
  })

  test.each(['/token', '/jwks', '/me'])(
    'sends two megabytes at %s: they are not read',
    async (path) => {
      await register(app, second)
      const browser = visitor(app)
      const page = await begin(browser, client)
      second.person = newPerson()
      const away = await press(browser, page)
      const back = await second.signIn(away.location ?? '')
      second.intercept = (req, res) => {
        if (!req.url?.startsWith(path)) return false
        res.writeHead(200, { 'content-type': 'application/json' })
        res.end(JSON.stringify({ claim: 'x'.repeat(2 * 1024 * 1024) }))
        return true
      }
      const last = await browser.visit(back)
      second.intercept = null
      expect(errorOf(last)).toBe('handler.provider.unreachable')
    },
  )

  test('refuses this server’s secret: the page says it, the console learns it', async () => {
    const provider = await register(app, second, { clientSecretEncrypted: null })
    const { last } = await enterBy(app, client, second, newPerson())
    expect(errorOf(last)).toBe('handler.provider.refused')
    const state = await store.identityProviders.findState(provider.id)
    expect(state?.lastFailure).toBe('misconfigured')
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a code that it did not give', { code: 'x' }],
    ['an issuer', { code: 'x', iss: 'https://evil.example' }],
    ['no code', {}],
  ])('gets %s from a visitor: the console does not call it broken', async (_, sent) => {
    const provider = await register(app, second)
    const browser = visitor(app)
    const away = await press(browser, await begin(browser, client))
    const state = away.location?.searchParams.get('state') ?? ''
    const query = new URLSearchParams({ iss: second.issuer, ...sent, state })
    const last = await browser.visit(`/auth/provider/second/callback?${query}`)
    expect(errorOf(last)).toBe('handler.provider.refused')
    const [entry] = await entriesOf(app, 'auth_failed_provider', { providerId: provider.id })
    expect(entry).toMatchObject({ reason: 'invalid' })
    const known = await store.identityProviders.findState(provider.id)
    expect([known?.lastFailure ?? '', known?.lastFailureAt ?? null]).toEqual(['', null])
  })

  test('is switched off, removed or the whole feature is off while the person is away', async () => {
    const provider = await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const away = await press(browser, page)
    const back = await second.signIn(away.location ?? '')
    await store.identityProviders.change(provider.id, { enabled: false })
    expect(errorOf(await browser.visit(back))).toBe('handler.provider.gone')
    expect(await store.users.findByEmail(second.person.email as string)).toBeNull()
    await app.changeSettings({ identityProvidersEnabled: false })
    expect((await browser.visit(back)).status).toBe(404)
    const off = await begin(visitor(app), client)
    expect(off.view).not.toHaveProperty('providers')
    await app.changeSettings({ identityProvidersEnabled: true })
  })
})

describe('several tabs', () => {
  test.each([5, 20])('%i of them finish from the last to the first', async (count) => {
    await register(app, second)
    const browser = visitor(app)
    second.person = newPerson()
    const backs: URL[] = []
    for (let i = 0; i < count; i++) {
      const away = await press(browser, await begin(browser, client, { state: `tab-${i}` }))
      backs.push(await second.signIn(away.location ?? ''))
    }
    for (const [index, back] of [...backs.entries()].toReversed()) {
      const response = responseOf(await browser.visit(back))
      expect([response?.state, response?.code === undefined]).toEqual([`tab-${index}`, false])
    }
    const user = await store.users.findByEmail(second.person.email as string)
    expect(await sessionsOf(store, user?.id ?? 0)).toHaveLength(1)
  })

  test('finish in any order, and the later ones go on with the session', async () => {
    await register(app, second)
    const browser = visitor(app)
    const first = await begin(browser, client)
    const other = await begin(browser, client, { state: 'other-tab' })
    second.person = newPerson()
    const awayFirst = await press(browser, first)
    const awayOther = await press(browser, other)
    const backFirst = await second.signIn(awayFirst.location ?? '')
    const backOther = await second.signIn(awayOther.location ?? '')
    expect(responseOf(await browser.visit(backOther))?.state).toBe('other-tab')
    expect(responseOf(await browser.visit(backFirst))?.code).toBeDefined()
    const user = await store.users.findByEmail(second.person.email as string)
    expect(await sessionsOf(store, user?.id ?? 0)).toHaveLength(1)
  })

  test('a second answer for a sign-in that has ended goes on with the session', async () => {
    await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    second.person = newPerson()
    const [one, two] = [await press(browser, page), await press(browser, page)]
    const backs = [await second.signIn(one.location ?? ''), await second.signIn(two.location ?? '')]
    expect(responseOf(await browser.visit(backs[0] ?? ''))?.code).toBeDefined()
    expect(responseOf(await browser.visit(backs[1] ?? ''))?.code).toBeDefined()
  })
})

test('with the feature off, the addresses are not there and the page is as before', async () => {
  await app.changeSettings({ identityProvidersEnabled: false })
  const browser = visitor(app)
  const page = await begin(browser, client)
  expect(page.view).not.toHaveProperty('providers')
  expect((await press(browser, page)).status).toBe(404)
  expect((await browser.visit('/auth/provider/second/callback?state=x')).status).toBe(404)
  await app.changeSettings({ identityProvidersEnabled: true })
})
