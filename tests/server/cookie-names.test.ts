import { describe, expect, test } from 'vitest'
import type { CookieChange } from '#lib/answers/outcome.ts'
import { readCookies, setCookie } from '#lib/http/cookies.ts'
import { browser } from '#tests/support/browser.ts'
import { authorizePath, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testConfig } from '#tests/support/settings.ts'

const own = { SESSION_COOKIE_NAME: 'staging_2' }
const cookies = ['session', 'browser', 'known', 'device', 'console', 'handshake-abc'] as const

function config(env: Record<string, string>) {
  return testConfig('file:/data/x.db', env)
}

function nameOf(cookie: CookieChange['cookie'], env: Record<string, string>): string {
  return setCookie({ cookie, value: 'x' }, config(env)).split('=', 1)[0] ?? ''
}

describe('the names of cookies', () => {
  test.each(cookies)('%s: begin with the setting, behind the prefix of https', (cookie) => {
    const https = { BASE_URL: 'https://login.example.com' }
    expect(nameOf(cookie, {})).toBe(`authserver-${cookie}`)
    expect(nameOf(cookie, https)).toBe(`__Host-authserver-${cookie}`)
    expect(nameOf(cookie, own)).toBe(`staging_2-${cookie}`)
    expect(nameOf(cookie, { ...own, ...https })).toBe(`__Host-staging_2-${cookie}`)
  })

  test('are read as they are set, and no other installation’s are', () => {
    const header = (env: Record<string, string>, value: string) =>
      cookies.map((cookie) => `${nameOf(cookie, env)}=${value}`).join('; ')
    const headers = new Headers({ cookie: `${header({}, 'theirs')}; ${header(own, 'ours')}` })
    const found = {
      session: 'ours',
      browser: 'ours',
      known: 'ours',
      device: 'ours',
      console: 'ours',
    }
    const handshakes = new Map([['abc', 'ours']])
    expect(readCookies(headers, config(own))).toEqual({ ...found, handshakes })
    expect(readCookies(headers, config({})).session).toBe('theirs')
  })
})

test('two installations on one host keep their people signed in side by side', async () => {
  const first = await server()
  const client = await aClient(first.store, { pkceRequired: false })
  const user = await aUser(first.store)
  const { browser: person } = await signIn(first, client, user)
  const before = new Map(person.cookies)
  expect([...before.keys()].sort()).toEqual([
    'authserver-browser',
    'authserver-known',
    'authserver-session',
  ])

  const second = await server({ env: own })
  const there = browser(second, {}, person.cookies)
  const asked = await there.visit(authorizePath(client, { prompt: 'none' }))
  expect(asked.location?.searchParams.get('error')).toBe('login_required')
  await signIn(second, client, user, { browser: there })
  await there.visit('/console/sign-in?to=/account/profile')
  const names = [...there.cookies.keys()].filter((name) => !before.has(name))
  expect(names.sort()).toEqual([
    'staging_2-browser',
    expect.stringMatching(/^staging_2-handshake-/),
    'staging_2-known',
    'staging_2-session',
  ])
  for (const [name, value] of before) expect(there.cookies.get(name)).toBe(value)
})

test('on two ports of one host, two people stay signed in over ten clicks in turn', async () => {
  const installations = await Promise.all(
    ['authserver-3000', 'authserver-3001'].map(async (name) => {
      const app = await server({ env: { SESSION_COOKIE_NAME: name } })
      const client = await aClient(app.store, { pkceRequired: false })
      const { browser: person } = await signIn(app, client, await aUser(app.store))
      return { name, person, client, session: person.cookies.get(`${name}-session`) }
    }),
  )
  // The browser sends the cookies of both, because it does not separate ports.
  const jar = new Map(installations.flatMap(({ person }) => [...person.cookies]))
  for (let click = 0; click < 10; click++) {
    const { name, person, client, session } = installations[click % 2] as (typeof installations)[0]
    for (const [cookie, value] of jar) person.cookies.set(cookie, value)
    const answer = await person.visit(authorizePath(client, { prompt: 'none' }))
    expect(answer.location?.searchParams.get('code'), name).toMatch(/./)
    expect(person.cookies.get(`${name}-session`)).toBe(session)
    for (const [cookie, value] of person.cookies) jar.set(cookie, value)
  }
})
