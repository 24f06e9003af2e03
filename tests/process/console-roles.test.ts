import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consolePages } from '#tests/browser/console-pages.ts'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { consoleCookies } from './console-cookies.ts'

let started: StartedServer
let server: RemoteServer
let pages: readonly string[]

beforeAll(async () => {
  started = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  pages = await withStore(started.databaseUrl, async (store) => {
    const all = await consolePages(store, await aUser(store))
    return all.filter((page) => page.startsWith('/admin/') && page !== '/admin/not-allowed')
  })
})
afterAll(() => started?.remove())

const everything = ['users', 'clients', 'settings'] as const

/** What each role may read. */
const roles = [
  ['manage', everything],
  ['admin-read', everything],
  ['manage-users', ['users']],
  ['manage-clients', ['clients']],
  ['manage-settings', ['settings']],
] as const

/** The one right that a page needs; null: any right. */
function domainOf(page: string): (typeof everything)[number] | null {
  if (/^\/admin\/(users|groups|sessions|administrators)\b/.test(page)) return 'users'
  if (/^\/admin\/resources\/\d+\/(users|groups)-with-permission/.test(page)) return 'users'
  if (/^\/admin\/clients\b/.test(page)) return 'clients'
  if (/^\/admin\/(dashboard|search)\b/.test(page)) return null
  return 'settings'
}

const notAllowed = /^(?:https?:\/\/[^/]+)?\/admin\/not-allowed/

describe.each(roles)('an administrator with “%s” alone', (role, domains) => {
  test('opens every page of that right, and is told the role of every other page', async () => {
    const person = await withStore(started.databaseUrl, async (store) => {
      const user = await aUser(store)
      await grantToUser(store, user, `authserver:${role}`)
      return user
    })
    const cookie = await consoleCookies(server, person, '/admin/dashboard')
    const wrong: string[] = []
    for (const page of pages) {
      const domain = domainOf(page)
      const mayOpen = domain === null || (domains as readonly string[]).includes(domain)
      const answer = await server.fetch(page, { headers: { cookie } })
      const isRefused =
        notAllowed.test(answer.headers.get('location') ?? '') ||
        /http-equiv="refresh"[^>]*not-allowed/.test(await answer.text())
      if (isRefused === mayOpen || answer.status >= 500) wrong.push(`${page} ${answer.status}`)
    }
    expect(wrong).toEqual([])
    const refused = await server.fetch('/admin/not-allowed', { headers: { cookie } })
    expect(await refused.text()).toContain('page-not-allowed')
  })
})

test('a person without any right gets the page that says so, at every address', async () => {
  const person = await withStore(started.databaseUrl, (store) => aUser(store))
  await expect(consoleCookies(server, person, '/admin/dashboard')).rejects.toThrow()
  for (const page of pages) {
    const { status, headers } = await server.fetch(page)
    expect([302, 303, 307], page).toContain(status)
    expect(headers.get('location'), page).toContain('/console/sign-in')
  }
})
