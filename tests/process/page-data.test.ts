import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, aUser, grantToUser, type TestClient } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { consoleCookies } from './console-cookies.ts'

let started: StartedServer
let server: RemoteServer
let client: TestClient

beforeAll(async () => {
  started = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  client = await withStore(started.databaseUrl, aClient)
})
afterAll(() => started?.remove())

const languages = ['en', 'de', 'fr', 'ar'] as const

test('pages of endpoints rendered at the same time each show the data of their own request', async () => {
  const requests = Array.from({ length: 80 }, (_, at) => ({
    language: languages[at % languages.length] ?? 'en',
    redirectUri: `https://n${at}.example/`,
  }))
  const pages = await Promise.all(
    requests.map(async ({ language, redirectUri: redirect_uri }) => {
      const { clientIdentifier: client_id } = client
      const query = new URLSearchParams({ client_id, redirect_uri, response_type: 'code' })
      const headers = { 'accept-language': language }
      return (await server.fetch(`/auth/authorize?${query}`, { headers })).text()
    }),
  )
  for (const [at, { language, redirectUri }] of requests.entries()) {
    const shown = new Set(pages[at]?.match(/https:\/\/n\d+\.example\//g))
    expect(shown).toEqual(new Set([redirectUri]))
    expect(pages[at]).toContain(`<html lang="${language}"`)
  }
})

test('console pages rendered at the same time each show their own visitor', async () => {
  const users = await withStore(started.databaseUrl, (store) =>
    Promise.all(
      [1, 2, 3].map(async () => {
        const user = await aUser(store)
        await grantToUser(store, user, 'authserver:manage-account')
        return user
      }),
    ),
  )
  const visitors = await Promise.all(
    users.map(async (user) => ({
      email: user.email,
      cookie: await consoleCookies(server, user, '/account/email'),
    })),
  )
  const visits = Array.from({ length: 10 }, () => visitors).flat()
  await Promise.all(
    visits.map(async ({ email, cookie }) => {
      const page = await (await server.fetch('/account/email', { headers: { cookie } })).text()
      for (const other of visitors)
        expect(page.includes(other.email), other.email).toBe(other.email === email)
    }),
  )
})
