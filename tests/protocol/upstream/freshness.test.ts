import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { apiClient, call } from '#tests/support/api.ts'
import {
  authorizePath,
  basicHeader,
  pkcePair,
  readJwt,
  redeem,
  responseOf,
  signIn,
} from '#tests/support/oauth.ts'
import { aClient, aUser, unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { openStandIn } from '#tests/support/stand-in.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { begin, enter as enterByPassword } from '../authorize/fixture.ts'
import { press } from './fixture.ts'
import { standInClient, standInScene } from './stand-in-fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ identityProvidersEnabled: true })
beforeEach(() => app.clock.set(new Date()))

const standIn = await openStandIn({ clientId: standInClient })
afterAll(standIn.close)
const { register, enter, comeBack, client } = await standInScene(app, standIn)

const seconds = () => Math.floor(Date.now() / 1_000)

/** A user who is linked already, with a password or without any factor here. */
async function linked(hasPassword: boolean) {
  const provider = await store.identityProviders.findByAlias('standin')
  const user = await aUser(store)
  if (!hasPassword) await store.users.change(user.id, { passwordHash: '' })
  const subject = unique('f')
  const providerId = provider?.id ?? 0
  const link = { createdAt: new Date(), userId: user.id, providerId, issuer: standIn.origin }
  await store.userIdentities.insert({ ...link, subject })
  return { user, sub: subject }
}

describe('an application that demands a fresh sign-in', () => {
  const stale = [
    ['says nothing', {}],
    ['says three hours ago', { auth_time: () => seconds() - 10_800 }],
    ['says it in milliseconds', { auth_time: () => Date.now() }],
    ['says a time in the future', { auth_time: () => seconds() + 600 }],
  ] as const
  const demands = [{ max_age: '0' }, { prompt: 'login' }] as const

  for (const request of demands) {
    test.each(stale)(
      `${JSON.stringify(request)}: the provider %s, so the password is asked for`,
      async (_, said) => {
        await register()
        const { user, sub } = await linked(true)
        const claims = 'auth_time' in said ? { auth_time: said.auth_time() } : {}
        const { browser, last } = await enter({ sub, ...claims }, { request })
        expect(errorOf(last)).toBe('handler.provider.confirm')
        const proven = await browser.submit({ email: user.email, password: user.password })
        expect(responseOf(proven)?.code).toBeDefined()
      },
    )

    test(`${JSON.stringify(request)}: who has no factor here gets login_required`, async () => {
      await register()
      const { sub } = await linked(false)
      expect(responseOf((await enter({ sub }, { request })).last)?.error).toBe('login_required')
    })

    test(`${JSON.stringify(request)}: a time of this sign-in is enough`, async () => {
      await register()
      const { sub } = await linked(false)
      const { last } = await enter({ sub, auth_time: seconds() }, { request })
      expect(responseOf(last)?.code).toBeDefined()
    })
  }

  test('without the demand, auth_time is the provider’s', async () => {
    await register()
    const { user, sub } = await linked(true)
    const at = seconds() - 1_000
    const { browser } = await enter({ sub, auth_time: at })
    const next = await signIn(app, client, user, { browser })
    const { body } = await redeem(app, client, next)
    expect(readJwt(body.id_token ?? '').payload.auth_time).toBe(at)
  })
})

describe('the account pages, which ask who has no other proof to sign in again', () => {
  const again = `/console/sign-in?${new URLSearchParams({ to: '/account/passkeys', again: '1' })}`

  test('take a sign-in at a provider that states no time', async () => {
    const provider = await register()
    const { user, sub } = await linked(false)
    const { browser } = await enter({ sub })
    const [begun] = await store.sessions.findOfProvider(user.id, provider.id)
    await store.sessions.update(begun?.id ?? 0, { authTime: addSeconds(app.clock.now(), -1_200) })
    const last = await comeBack(browser, await browser.visit(again), { sub })
    expect(responseOf(last)?.code).toBeDefined()
    const [session] = await store.sessions.findOfProvider(user.id, provider.id)
    expect(session?.authTime).toEqual(app.clock.now())
  })

  test('take none of a provider that states an earlier time', async () => {
    await register()
    const { sub } = await linked(false)
    const claims = { sub, auth_time: seconds() - 10_800 }
    const browser = visitor(app)
    const last = await comeBack(browser, await browser.visit(again), claims)
    expect(responseOf(last)?.error).toBe('login_required')
  })

  test('ask the provider for credentials, or else for the account: no answer comes silently', async () => {
    for (const [preset, prompt] of [
      ['oidc', 'login'],
      ['github', 'select_account'],
    ] as const) {
      await register({ preset })
      const browser = visitor(app)
      const { location } = await press(browser, await browser.visit(again), 'standin')
      expect(location?.searchParams.get('prompt')).toBe(prompt)
    }
  })
})

describe('levels by the provider’s second factor', () => {
  const levels = ['level1', 'level2_optional', 'level2_mandatory'] as const
  const rows = [
    ['ours', {}, false],
    ['claimed', { amr: ['pwd'] }, false],
    ['claimed', { amr: ['mfa'] }, true],
    ['claimed', { acr: 'mfa' }, true],
    ['always', {}, true],
  ] as const
  const all = rows.flatMap((row) => levels.map((level) => [...row, level] as const))

  test.each(all)('%s, %j is both factors: %s, at %s', async (secondFactor, said, strong, level) => {
    const provider = await register({ secondFactor, secondFactorValues: 'mfa' })
    const { user, sub } = await linked(true)
    const acr = `urn:authserver:${level}`
    const target = await aClient(store, { defaultAcrLevel: acr })
    const { last } = await enter({ sub, ...said }, { client: target })
    const asksMore = level === 'level2_mandatory' && !strong
    expect(last.view?.page).toBe(asksMore ? 'otp-enrollment' : undefined)
    if (asksMore) return
    const [session] = await store.sessions.findOfProvider(user.id, provider.id)
    expect(session?.authMethods).toBe(strong ? 'fed mfa' : 'fed')
    expect(session?.acrLevel).toBe(strong ? 'urn:authserver:level2_mandatory' : acr)
  })
})

test('a removed link ends a session that the provider raised, and leaves it nothing of that proof', async () => {
  const provider = await register({ secondFactor: 'always' })
  const { user, sub } = await linked(true)
  const browser = visitor(app)
  const began = await enterByPassword(app, client, user, { browser })
  expect(responseOf(began.last)?.code).toBeDefined()
  const request = { prompt: 'login' }
  const claims = { sub, auth_time: seconds() }
  const { last } = await enter(claims, { browser, request })
  expect(responseOf(last)?.code).toBeDefined()
  const [session] = await store.sessions.findOfProvider(user.id, provider.id)
  expect(session?.authMethods).toBe('fed mfa')
  const [link] = await store.userIdentities.findOfUser(user.id)
  const path = `/users/${user.id}/identities/${link?.id}`
  const administrator = await apiClient(app, ['manage'])
  expect((await call(administrator, 'DELETE', path)).status).toBe(200)
  expect((await begin(browser, client)).view?.page).toBe('sign-in')
})

describe('idp_hint', () => {
  test('leads straight to the provider, with the address that the application names', async () => {
    await register({ shownOnSignIn: false })
    const request = { idp_hint: 'standin', login_hint: 'a@b.example' }
    const { location } = await begin(visitor(app), client, request)
    expect(location?.origin).toBe(standIn.origin)
    expect(location?.searchParams.get('login_hint')).toBe('a@b.example')
  })

  test('leads there from a pushed request and from a posted one, too', async () => {
    const { challenge } = pkcePair()
    await register({ shownOnSignIn: false })
    await app.changeSettings({ pushedAuthorizationRequestsEnabled: true })
    const request = {
      idp_hint: 'standin',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    const [, sent = ''] = authorizePath(client, request).split('?')
    const fields = Object.fromEntries(new URLSearchParams(sent))
    const authorization = basicHeader(client)
    const pushed = await app.post('/auth/par', fields, { headers: { authorization } })
    const { request_uri } = (await pushed.json()) as { request_uri: string }
    const query = new URLSearchParams({ client_id: client.clientIdentifier, request_uri })
    const person = visitor(app)
    expect((await person.visit(`/auth/authorize?${query}`)).location?.origin).toBe(standIn.origin)
    const posted = await visitor(app).post('/auth/authorize', Object.entries(fields))
    expect(posted.location?.origin).toBe(standIn.origin)
    await app.changeSettings({ pushedAuthorizationRequestsEnabled: false })
  })

  test('comes back as from its button', async () => {
    await register()
    const browser = visitor(app)
    const { location } = await begin(browser, client, { idp_hint: 'standin' })
    const state = location?.searchParams.get('state') ?? ''
    expect(await store.providerRequests.findByState(sha256Hex(state))).not.toBeNull()
    const sub = unique('hinted')
    standIn.nonce = location?.searchParams.get('nonce') ?? ''
    standIn.claims = { sub, email: `${sub}@h.example`, email_verified: true }
    const last = await browser.visit(`/auth/provider/standin/callback?code=x&state=${state}`)
    expect(responseOf(last)?.code).toBeDefined()
  })

  test.each([['nobody'], [''], ['../x'], ['STANDIN']])('%j is ignored', async (idp_hint) => {
    await register()
    expect((await begin(visitor(app), client, { idp_hint })).view?.page).toBe('sign-in')
  })

  test('is ignored while the provider is off, and for a session that suffices', async () => {
    const provider = await register()
    const { browser } = await enter({
      sub: unique('s'),
      email: `${unique('s')}@s.example`,
      email_verified: true,
    })
    const again = await begin(browser, client, { idp_hint: 'standin' })
    expect(responseOf(again)?.code).toBeDefined()
    await store.identityProviders.change(provider.id, { enabled: false })
    expect((await begin(visitor(app), client, { idp_hint: 'standin' })).view?.page).toBe('sign-in')
  })

  test('a provider that is away: the page says so', async () => {
    await register({ issuer: 'http://localhost:9' })
    const page = await begin(visitor(app), client, { idp_hint: 'standin' })
    expect(errorOf(page)).toBe('handler.provider.unreachable')
  })
})
