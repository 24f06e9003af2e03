import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserRecord } from '#lib/persistence/store.ts'
import { apiUser, call } from '#tests/support/api.ts'
import type { Browser, Visit } from '#tests/support/browser.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestUser, unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { begin, reasonOf } from '../authorize/fixture.ts'
import { aSecondProvider, enterBy, register } from './fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ identityProvidersEnabled: true })
// The provider's clock goes on.
beforeEach(() => app.clock.set(new Date()))

const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level1' })
const second = await aSecondProvider()
afterAll(second.close)

/** Somebody who is signed in, and asks to connect the provider. */
async function asking(user?: TestUser) {
  const one = user ?? (await aUser(store))
  const browser = visitor(app)
  const token = await apiUser(app, one, ['manage-account'], browser)
  const path = '/api/v1/account/identities/second/link'
  const confirmation = { password: one.password }
  const answer = await call<{ url: string }>(token, 'POST', path, { confirmation })
  return { one, browser, url: answer.body.url, status: answer.status }
}

/** Goes to the provider and comes back. */
async function connect(browser: Browser, url: string, sub = unique('person')): Promise<Visit> {
  second.person = { sub, email: `${sub}@second.example`, email_verified: true }
  const away = await browser.visit(url)
  if (!away.location) throw new Error(`${away.status} ${away.view?.page}`)
  return browser.visit(await second.signIn(away.location))
}

const resultOf = ({ url }: Visit) => url.searchParams.get('link')

describe('connecting an account', () => {
  test('of somebody who is signed in makes it sign in from then on', async () => {
    const provider = await register(app, second)
    const { one, browser, url } = await asking()
    const sub = unique('mine')
    const last = await connect(browser, url, sub)
    expect([last.url.pathname, resultOf(last)]).toEqual(['/account/linked-accounts', 'connected'])
    const [entry] = await entriesOf(app, 'linked_provider', { userId: one.id })
    expect(entry).toMatchObject({ providerId: provider.id })
    const { last: signedIn } = await enterBy(app, client, second, { sub })
    expect(responseOf(signedIn)?.code).toBeDefined()
    const [session] = await store.sessions.findOfProvider(one.id, provider.id)
    expect(session?.userId).toBe(one.id)
  })

  test('says nothing about the address there: it may belong to somebody else here', async () => {
    await register(app, second)
    const other = await aUser(store)
    const { one, browser, url } = await asking()
    second.person = { sub: unique('p'), email: other.email, email_verified: true }
    const away = await browser.visit(url)
    const last = await browser.visit(await second.signIn(away.location ?? ''))
    expect(resultOf(last)).toBe('connected')
    expect(await store.userIdentities.findOfUser(one.id)).toHaveLength(1)
    expect(await store.userIdentities.findOfUser(other.id)).toEqual([])
  })

  test('that is connected already: to oneself, to another account, or another one', async () => {
    await register(app, second)
    const sub = unique('mine')
    const first = await asking()
    expect(resultOf(await connect(first.browser, first.url, sub))).toBe('connected')
    const again = await asking(first.one)
    expect(resultOf(await connect(again.browser, again.url, sub))).toBe('already')
    const another = await asking(first.one)
    expect(resultOf(await connect(another.browser, another.url))).toBe('other')
    const stranger = await asking()
    expect(resultOf(await connect(stranger.browser, stranger.url, sub))).toBe('taken')
    expect(await store.userIdentities.findOfUser(stranger.one.id)).toEqual([])
  })

  test('raced by two people: one gets it', async () => {
    await register(app, second)
    const sub = unique('both')
    const two = [await asking(), await asking()]
    const backs: [Browser, URL][] = []
    for (const { browser, url } of two) {
      second.person = { sub }
      const away = await browser.visit(url)
      backs.push([browser, await second.signIn(away.location ?? '')])
    }
    const results = await Promise.all(
      backs.map(async ([browser, back]) => resultOf(await browser.visit(back))),
    )
    expect(results.toSorted()).toEqual(['connected', 'taken'])
  })
})

describe('the address of a handle', () => {
  test('works once', async () => {
    await register(app, second)
    const { browser, url } = await asking()
    expect((await browser.visit(url)).location?.origin).toBe(second.issuer)
    expect(reasonOf(await browser.visit(url))).toBe('provider_response_unknown')
  })

  test('leads nobody else into the account: no session, another person, another session', async () => {
    await register(app, second)
    const { one, url } = await asking()
    const nobody = visitor(app)
    expect(reasonOf(await nobody.visit(url))).toBe('provider_response_unknown')
    const other = await asking()
    expect(reasonOf(await other.browser.visit(url))).toBe('provider_response_unknown')
    const again = await asking(one)
    expect(reasonOf(await again.browser.visit(url))).toBe('provider_response_unknown')
  })

  test('has five minutes, and is not spent by a browser that loads in advance', async () => {
    await register(app, second)
    const { browser, url } = await asking()
    const early = await browser.visit(url, { headers: { 'sec-purpose': 'prefetch' } })
    expect(early.status).toBe(204)
    app.clock.advance(301)
    expect(reasonOf(await browser.visit(url))).toBe('provider_response_unknown')
  })

  test.each<[string, (user: UserRecord) => Promise<unknown>]>([
    [
      'password',
      ({ id, authStateGeneration }) =>
        store.users.change(id, { authStateGeneration: authStateGeneration + 1 }),
    ],
    [
      'second factor',
      ({ id, otpConfigGeneration }) =>
        store.users.change(id, { otpConfigGeneration: otpConfigGeneration + 1 }),
    ],
  ])('ends with a change of the %s, at the start and on the way back', async (_, change) => {
    await register(app, second)
    const [early, late] = [await asking(), await asking()]
    await change(early.one)
    expect(reasonOf(await early.browser.visit(early.url))).toBe('provider_response_unknown')
    second.person = { sub: unique('p') }
    const away = await late.browser.visit(late.url)
    const back = await second.signIn(away.location ?? '')
    await change(late.one)
    expect(reasonOf(await late.browser.visit(back))).toBe('provider_response_unknown')
    for (const { one } of [early, late]) {
      expect(await store.userIdentities.findOfUser(one.id)).toEqual([])
    }
  })

  test('is no state, and a state is no handle', async () => {
    await register(app, second)
    const { browser, url } = await asking()
    const handle = new URL(url).searchParams.get('handle') ?? ''
    const as = `/auth/provider/second/callback?state=${handle}&code=x`
    expect(reasonOf(await browser.visit(as))).toBe('provider_response_unknown')
    const away = await browser.visit(url)
    const state = away.location?.searchParams.get('state') ?? ''
    expect(reasonOf(await browser.visit(`/auth/provider?handle=${state}`))).toBe(
      'provider_response_unknown',
    )
  })

  test('asks for another account after the wrong one', async () => {
    await register(app, second)
    const { browser, url } = await asking()
    const away = await browser.visit(`${url}&other=1`)
    expect(away.location?.searchParams.get('prompt')).toBe('login')
  })
})

describe('on the way back', () => {
  test('a session that ended, or somebody else’s, connects nothing', async () => {
    await register(app, second)
    const { one, browser, url } = await asking()
    const away = await browser.visit(url)
    second.person = { sub: unique('p') }
    const back = await second.signIn(away.location ?? '')
    for (const { id } of await sessionsOf(store, one.id)) {
      await store.sessions.update(id, { authStateGeneration: 99 })
    }
    expect(reasonOf(await browser.visit(back))).toBe('provider_response_unknown')
    expect(await store.userIdentities.findOfUser(one.id)).toEqual([])
  })

  test.each([
    ['is switched off', { enabled: false }],
    ['connects no accounts any more', { linking: 'off' }],
  ])('the provider %s meanwhile', async (_, change) => {
    const provider = await register(app, second)
    const { one, browser, url } = await asking()
    const away = await browser.visit(url)
    second.person = { sub: unique('p') }
    const back = await second.signIn(away.location ?? '')
    await store.identityProviders.change(provider.id, change)
    expect(resultOf(await browser.visit(back))).toBe('gone')
    expect(await store.userIdentities.findOfUser(one.id)).toEqual([])
  })

  test('cancelled there, the page says so', async () => {
    await register(app, second)
    const { browser, url } = await asking()
    second.person = null
    const away = await browser.visit(url)
    const last = await browser.visit(await second.signIn(away.location ?? ''))
    expect(resultOf(last)).toBe('cancelled')
  })

  test('a second delivery of the same answer leads to the same page', async () => {
    await register(app, second)
    const { browser, url } = await asking()
    const away = await browser.visit(url)
    second.person = { sub: unique('p') }
    const back = await second.signIn(away.location ?? '')
    expect(resultOf(await browser.visit(back))).toBe('connected')
    expect(resultOf(await browser.visit(back))).toBe('connected')
  })
})

test('a tried sign-in shows what the provider says and what would happen, and stores nothing', async () => {
  const provider = await register(app, second, { enabled: false })
  await app.changeSettings({ identityProvidersEnabled: false })
  const browser = visitor(app)
  const token = await apiUser(app, await aUser(store), ['manage'], browser)
  const path = `/identity-providers/${provider.id}/trial`
  const { body } = await call<{ url: string }>(token, 'POST', path)
  const sub = unique('tried')
  const last = await connect(browser, body.url, sub)
  expect(last.view).toMatchObject({
    page: 'provider-trial',
    act: { kind: 'create', email: `${sub}@second.example` },
    identity: { subject: sub, isEmailProven: true, isStrong: false },
  })
  expect(await store.users.findByEmail(`${sub}@second.example`)).toBeNull()
  expect(JSON.stringify(last.view)).not.toContain('access_token')
  const key = { providerId: provider.id, issuer: second.issuer, subject: sub }
  expect(await store.userIdentities.find(key)).toBeNull()
  await app.changeSettings({ identityProvidersEnabled: true })
})

test('with the feature off, handles of accounts are not there', async () => {
  await register(app, second)
  const { browser, url } = await asking()
  await app.changeSettings({ identityProvidersEnabled: false })
  expect((await browser.visit(url)).status).toBe(404)
  await app.changeSettings({ identityProvidersEnabled: true })
  await begin(browser, client)
})
