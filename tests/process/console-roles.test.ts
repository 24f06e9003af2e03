import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminPages } from '#app/admin/_parts/admin-pages.ts'
import { consolePages } from '#tests/browser/console-pages.ts'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { consoleCookies } from './console-cookies.ts'

let started: StartedServer
let server: RemoteServer
let pages: readonly string[]

beforeAll(async () => {
  started = await startServer({
    RATE_LIMITER_ENABLED: 'false',
    LOG_LEVEL: 'info',
    LOG_HTTP_REQUESTS: 'true',
  })
  server = remoteServer(started.baseUrl)
  pages = await withStore(started.databaseUrl, async (store) => {
    const all = await consolePages(store, await aUser(store))
    return all.filter((page) => page.startsWith('/admin/') && page !== '/admin/not-allowed')
  })
})
afterAll(() => started?.remove())

type Domain = 'users' | 'clients' | 'settings'

/** What each role may read; “admin-read” changes nothing, and only “manage” is an Owner. */
const roles: Readonly<Record<string, readonly Domain[]>> = {
  manage: ['users', 'clients', 'settings'],
  'admin-read': ['users', 'clients', 'settings'],
  'manage-users': ['users'],
  'manage-clients': ['clients'],
  'manage-settings': ['settings'],
}

/** The part of the server that a page shows; null: every administrator may open it. */
function domainOf(page: string): Domain | null {
  if (/^\/admin\/(users|groups|sessions|administrators)\b/.test(page)) return 'users'
  if (/^\/admin\/resources\/\d+\/(users|groups)-with-permission/.test(page)) return 'users'
  if (/^\/admin\/clients\b/.test(page)) return 'clients'
  if (/^\/admin\/(dashboard|search|refusals)\b/.test(page)) return null
  return 'settings'
}

/** Pages that only an Owner opens. */
const ofOwners =
  /^\/admin\/(administrators\/(add|\d+\/roles)|identity-providers\/(new|\d+\/delete))$/
/** Pages that only change something. */
const ofChanges = /\/(new|bulk|give)$/

function opensTo(role: string, page: string): boolean {
  const domain = domainOf(page)
  if (ofOwners.test(page)) return role === 'manage'
  if (role === 'admin-read' && ofChanges.test(page)) return false
  return domain === null || (roles[role] ?? []).includes(domain)
}

/** Whether the page was refused: the server leads to the page that says so, at once or once it has begun to answer. */
function isRefused(location: string | null, html: string): boolean {
  const refusal = '/admin/not-allowed'
  return (
    (location ?? '').includes(refusal) ||
    new RegExp(`http-equiv="refresh"[^>]*${refusal}`).test(html)
  )
}

/** Status codes of the requests that pages have sent to the APIs so far. */
function answersOfApis(): number[] {
  const records = started.output().matchAll(/^\{.*"path":"\/api\/v1\/.*"status":(\d+)/gm)
  return [...records].map(([, status]) => Number(status))
}

function refusedByApis(): number {
  return answersOfApis().filter((status) => status === 403).length
}

async function signedIn(role: string): Promise<string> {
  const person = await withStore(started.databaseUrl, async (store) => {
    const user = await aUser(store)
    await grantToUser(store, user, `authserver:${role}`)
    return user
  })
  return consoleCookies(server, person, '/admin/dashboard')
}

describe.each(Object.keys(roles))('an administrator with “%s” alone', (role) => {
  const mayOpen = (page: string) => opensTo(role, page)

  test('opens every page of that right, with no refused request behind it, and no other page', async () => {
    const cookie = await signedIn(role)
    const wrong: string[] = []
    for (const page of pages) {
      const before = refusedByApis()
      const answer = await server.fetch(page, { headers: { cookie } })
      const refused = isRefused(answer.headers.get('location'), await answer.text())
      const isOpen = answer.status === 200 && !refused && refusedByApis() === before
      if (isOpen !== mayOpen(page) || isOpen === refused) wrong.push(`${page} ${answer.status}`)
    }
    expect(wrong).toEqual([])
    expect(answersOfApis()).toContain(200)
  })

  test('has those pages in the menu that open', async () => {
    const cookie = await signedIn(role)
    const html = await (await server.fetch('/admin/dashboard', { headers: { cookie } })).text()
    const [rail = ''] = /<nav[^>]*ui-rail.*?<\/nav>/s.exec(html) ?? []
    const shown = [...rail.matchAll(/href="(\/admin\/[^"]+)"/g)].map(([, href = '']) => href)
    const opening = adminPages.flatMap((group) => group.pages.map(({ href }) => href))
    expect(shown).toEqual(opening.filter(mayOpen))
  })
})

test('a refused page names the roles that open it, to read or to change', async () => {
  const cookie = await signedIn('manage-clients')
  const roleNames = async (page: string) => {
    const { headers } = await server.fetch(page, { headers: { cookie } })
    const told = await server.fetch(headers.get('location') ?? '', { headers: { cookie } })
    const [, names = ''] =
      /<dd[^>]*>(.*?)<\/dd>/s.exec((await told.text()).split('Opened by')[1] ?? '') ?? []
    return [...names.matchAll(/>([^<>]+)</g)].map(([, name]) => name)
  }
  expect(await roleNames('/admin/users')).toEqual(['Users', 'Read only', 'Owner'])
  expect(await roleNames('/admin/users/new')).toEqual(['Users', 'Owner'])
  expect(await roleNames('/admin/identity-providers/new')).toEqual(['Owner'])
})

test('a person without any right opens no address, and is told so', async () => {
  const person = await withStore(started.databaseUrl, (store) => aUser(store))
  const cookie = await consoleCookies(server, person, '/admin/dashboard')
  for (const page of pages) {
    const { status, headers } = await server.fetch(page, { headers: { cookie } })
    expect([status, headers.get('location')], page).toEqual([303, '/unauthorized'])
  }
  expect((await server.fetch('/unauthorized')).status).toBe(403)
})
