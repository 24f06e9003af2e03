import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Visit } from '#tests/support/browser.ts'
import { aClient, aUser, unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin, enter } from '../authorize/fixture.ts'
import { aSecondProvider, enterBy, press, register } from './fixture.ts'

const app = await server({ now: new Date() })
const { store } = app
const second = await aSecondProvider()
afterAll(second.close)
const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level1' })

beforeEach(async () => {
  app.clock.set(new Date())
  await app.changeSettings({ identityProvidersEnabled: true })
})

/** Somebody who is signed in by the provider. */
async function signedIn() {
  const provider = await register(app, second)
  const sub = unique('person')
  const person = { sub, email: `${sub}@second.example`, email_verified: true }
  const { browser } = await enterBy(app, client, second, person)
  return { provider, browser }
}

async function signOut(browser: Browser) {
  const { view } = await browser.post('/auth/logout', [])
  if (view?.page !== 'signed-out') throw new Error(`The page is ${view?.page}.`)
  return view
}

test('the page after a sign-out offers to sign out of the provider too, without a token', async () => {
  const { browser } = await signedIn()
  const { provider } = await signOut(browser)
  expect(provider?.name).toBe('Second')
  const url = new URL(provider?.url ?? '')
  expect(url.origin).toBe(second.issuer)
  expect([...url.searchParams]).toEqual([['client_id', second.clientId]])
})

test('and nothing to who signed in with a password', async () => {
  await signedIn()
  const { person } = await enter(app, client, await aUser(store))
  expect(await signOut(person)).not.toHaveProperty('provider')
})

test.each<[string, (id: number) => Promise<unknown>]>([
  ['is off', (id) => store.identityProviders.change(id, { enabled: false })],
  ['is gone', (id) => store.identityProviders.remove(id)],
  ['has no address for it', (id) => keep(id, withoutEnd)],
  [
    'has another issuer by now',
    (id) => keep(id, (known) => ({ ...known, issuer: 'https://x.example' })),
  ],
  ['is off with the whole feature', () => app.changeSettings({ identityProvidersEnabled: false })],
  ['was not asked for a week', async () => app.clock.advance(8 * 86_400)],
])('nor of a provider that %s', async (_, change) => {
  const { provider, browser } = await signedIn()
  await change(provider.id)
  expect(await signOut(browser)).not.toHaveProperty('provider')
})

/** The `prompt` that the next start at the second provider sends. */
async function nextPrompt(browser: Browser, page: Visit): Promise<string | null | undefined> {
  return (await press(browser, page)).location?.searchParams.get('prompt')
}

test('the next start at that provider asks which account to use, and the one after it does not', async () => {
  const { browser } = await signedIn()
  await signOut(browser)
  expect(await nextPrompt(browser, await begin(browser, client))).toBe('login')
  expect(await nextPrompt(browser, await begin(browser, client))).toBeNull()
})

test('an application that leads straight there asks, too, once', async () => {
  const { browser } = await signedIn()
  await signOut(browser)
  const prompts: unknown[] = []
  for (let i = 0; i < 2; i++) {
    const { location } = await begin(browser, client, { idp_hint: 'second' })
    expect(location?.origin).toBe(second.issuer)
    prompts.push(location?.searchParams.get('prompt'))
  }
  expect(prompts).toEqual(['login', null])
})

test.each<[string, () => Promise<Browser>]>([
  ['another provider', async () => withCookie('999999')],
  ['nonsense', async () => withCookie('x'.repeat(300))],
  [
    'a session that a password began',
    async () => {
      await register(app, second)
      const { person } = await enter(app, client, await aUser(store))
      await signOut(person)
      return person
    },
  ],
])('a sign-out of %s changes no start', async (_, leave) => {
  const browser = await leave()
  expect(await nextPrompt(browser, await begin(browser, client))).toBeNull()
})

async function withCookie(value: string): Promise<Browser> {
  await register(app, second)
  const browser = visitor(app)
  browser.cookies.set('authserver-left', value)
  return browser
}

type Metadata = Readonly<Record<string, unknown>>

async function keep(id: number, change: (known: Metadata) => Metadata): Promise<void> {
  const state = await store.identityProviders.findState(id)
  const metadata = JSON.stringify(change(JSON.parse(state?.metadata ?? '{}') as Metadata))
  await store.identityProviders.keepState(id, { metadata })
}

function withoutEnd({ end_session_endpoint: _, ...metadata }: Metadata): Metadata {
  return metadata
}
