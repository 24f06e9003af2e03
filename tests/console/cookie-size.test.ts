import { expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { visitor } from '#tests/support/visitor.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const client = await aClient(store)

/** Longest header of cookies that a browser of ours sends: proxies refuse 8 KiB (RFC 6265 section 6.1). */
const limit = 4_096

function sizeOf(cookies: ReadonlyMap<string, string>): number {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ').length
}

const authorize = `/auth/authorize?${new URLSearchParams({
  client_id: client.clientIdentifier,
  redirect_uri: client.redirectUri,
  response_type: 'code',
  scope: 'openid',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
})}`

test('60 people who sign in one after another at one browser all get in, with cookies of bounded size', async () => {
  const desk = visitor(app)
  for (let n = 0; n < 60; n++) {
    const { email, password } = await aUser(store)
    await desk.visit(`${authorize}&prompt=login`)
    const page = await desk.visit(`${authorize}&prompt=login`)
    if (page.view?.page === 'sign-in' && page.view.account) {
      await desk.visit(`${page.url.pathname}${page.url.search}&account=other`)
    }
    const answer = await desk.submit({ email, password })
    expect(answer.location?.searchParams.get('code'), `person ${n}`).toBeTruthy()
  }
  expect(sizeOf(desk.cookies)).toBeLessThan(limit)
})

test('200 sign-ins that nobody finishes add up to one cookie', async () => {
  const person = visitor(app)
  for (let n = 0; n < 200; n++) await person.visit(`${authorize}&state=${n}`)
  expect([...person.cookies.keys()]).toEqual(['authserver-browser'])
  expect(sizeOf(person.cookies)).toBeLessThan(limit)
})

test.each([
  ['of 1,900 characters', `/admin/users?query=${'a'.repeat(1_500)}${'中'.repeat(380)}`],
  ['of the greatest length that is kept', `/admin/users?query=${'a'.repeat(481)}`],
])(
  'another site that starts sign-ins to the console leads no browser out: page %s',
  async (_, to) => {
    const person = visitor(app)
    for (let n = 0; n < 20; n++) {
      await person.visit(`/console/sign-in?to=${encodeURIComponent(to)}`)
      expect(sizeOf(person.cookies), `visit ${n}`).toBeLessThan(limit + 512)
    }
  },
)

test('cookies of sign-ins to the console that are too long are removed by the next sign-in', async () => {
  const cookies = new Map([['authserver-handshake-abcdefghijkl', 'x'.repeat(4_050)]])
  const person = browser(app, {}, cookies)
  await person.visit('/console/sign-in')
  expect([...person.cookies.keys()]).not.toContain('authserver-handshake-abcdefghijkl')
})

test('with sign-ins to the console under way and every choice kept, cookies stay below the limit', async () => {
  const person = visitor(app)
  for (let n = 0; n < 40; n++) {
    await person.visit(`/console/sign-in?to=${encodeURIComponent(`/admin/users?query=word${n}`)}`)
  }
  const headers = { referer: `${baseUrl}/admin/users`, origin: baseUrl }
  const lists = ['users', 'groups', 'clients', 'resources', 'sessions', 'activity', 'members']
  for (const list of lists) {
    const columns = Object.fromEntries(
      ['status', 'groups', 'two-step', 'created'].map((name) => [`column-${name}`, 'on']),
    )
    await person.post(
      '/list-view',
      { list, size: '100', columns: 'chosen', ...columns },
      { headers },
    )
  }
  await person.post('/language', { language: 'pt-BR' }, { headers })
  await person.post('/theme', { theme: 'dark' }, { headers })
  expect(person.cookies.size).toBeGreaterThan(10)
  expect(sizeOf(person.cookies)).toBeLessThan(2 * limit)
})
