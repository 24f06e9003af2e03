import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Unavailable } from '#lib/base/errors/errors.ts'
import { aClient, aGroup, aResource, aUser } from '#tests/support/people.ts'
import { administrator } from '#tests/support/settings.ts'
import { viewOf } from '#tests/support/views.ts'
import { type ConsoleServer, comeBack, consoleCookie, consoleServer, returning } from './fixture.ts'

let running: ConsoleServer
let cookie: string

beforeAll(async () => {
  running = await consoleServer()
  const back = await returning(running.app, administrator, '/admin/dashboard')
  await comeBack(running.app, back)
  cookie = consoleCookie(back.person)
})
afterAll(() => running.stop())
afterEach(() => void vi.restoreAllMocks())

function download(address: string): Promise<Response> {
  return running.app.fetch(address, { headers: { cookie: `authserver-console=${cookie}` } })
}

describe('a file of the console', () => {
  test('about a permission that is gone leads to the page, which says so', async () => {
    const { id } = await aResource(running.app.store, 'with-holders', ['read'])
    const page = `/admin/resources/${id}/users-with-permission`
    const response = await download(`${page}/export?permission=999999`)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `${page}?permission=999999`,
    ])
  })

  test.each([
    ['busy', () => Promise.reject(new Unavailable('busy', 7))],
    ['away', () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))],
  ])(
    'is 503 while the API is %s, with the time to wait and the same address to try again',
    async (_, outage) => {
      const { store } = running.app
      await aGroup(store)
      const logged = vi.spyOn(running.app.runtime.log, 'error')
      vi.spyOn(store.groups, 'listGroupIds').mockImplementation(outage)
      const response = await download('/admin/groups/export?query=a')
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(viewOf(response)).toMatchObject({
        page: 'error',
        reason: 'unavailable',
        ways: [{ to: 'try_again', address: '/admin/groups/export?query=a' }],
      })
      expect(logged).not.toHaveBeenCalled()
    },
  )
})

test('an export that takes longer than an access token lives is complete', async () => {
  const { store, clock } = running.app
  const { groupIdentifier } = await aGroup(store)
  const { listGroupIds } = store.groups
  vi.spyOn(store.groups, 'listGroupIds').mockImplementationOnce((...asked) => {
    clock.advance(301)
    return listGroupIds(...asked)
  })
  const response = await download('/admin/groups/export')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain(groupIdentifier)
})

test('an export of all rows of a list holds more than those ticked on its page', async () => {
  const { store } = running.app
  const [ticked, other] = [await aGroup(store), await aGroup(store)]
  const form = `act=export&id=${ticked.id}`
  const some = await (await download(`/admin/groups/export?${form}`)).text()
  expect([ticked, other].map((one) => some.includes(one.groupIdentifier))).toEqual([true, false])
  const before = encodeURIComponent(new Date().toISOString())
  const all = await download(`/admin/groups/export?${form}&all=true&total=2&before=${before}`)
  const text = await all.text()
  expect([ticked, other].map((one) => text.includes(one.groupIdentifier))).toEqual([true, true])
})

describe('the export of the activity', () => {
  test.each(['person=0&range=all', 'range=all&from=2026-03-04&to=2026-03-03'])(
    'leads to the page for a filter that finds nothing: %s',
    async (query) => {
      const response = await download(`/admin/activity/export?${query}`)
      const sent = [...new URLSearchParams(query)].toSorted()
      const { pathname, searchParams } = new URL(response.headers.get('location') ?? '', 'http://a')
      expect([response.status, pathname]).toEqual([303, '/admin/activity'])
      expect([...searchParams].toSorted()).toEqual(sent)
    },
  )

  test.each([
    'range=year',
    'from=yesterday',
    'from=2026-13-01',
    'to=2026-02-30&range=all',
    'from=2026-03-01&zone=Mars/Olympus',
    'groupId=0',
    'category=changes&category=all',
    'persn=7',
    'format=pdf',
    `ipAddress=${'1'.repeat(101)}`,
    `requestId=${'r'.repeat(201)}`,
  ])('refuses a filter that it cannot read: %s', async (query) => {
    const response = await download(`/admin/activity/export?${query}`)
    expect(response.status).toBe(400)
    expect(await response.text()).toBe('This filter cannot be read.')
  })

  test.each([
    '',
    'range=week&category=&outcome=&from=&to=&zone=Europe/Berlin',
    'range=all&requestId=%20a-request%20&format=ndjson',
    'from=2028-02-29&zone=Asia/Tokyo&auditEvent=logout&live=3',
  ])('has the entries of any other filter: %j', async (query) => {
    expect((await download(`/admin/activity/export?${query}`)).status).toBe(200)
  })
})

describe('the activity', () => {
  const newest = async (filter: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ range: 'all', category: 'changes', ...filter })
    return (await download(`/admin/activity/newest?${query}`)).json()
  }
  const some = { newest: expect.any(Number) }
  const none = { newest: null }
  const note = (about: object) =>
    running.app.store.auditLog.insertAll([
      {
        createdAt: new Date('2026-03-02T23:30:00Z'),
        auditEvent: 'updated_user_profile',
        details: '{}',
        requestId: 'one',
        ...about,
      },
    ])

  test('finds a person by email among those whose emails contain it, in any spelling', async () => {
    const { store } = running.app
    const email = 'ann@xn--mller-kva.example'
    for (const name of ['jo', 'mari', 'sus']) {
      await aUser(store, { email: name + email, givenName: 'A' })
    }
    const { id: userId } = await aUser(store, { email, givenName: 'Z' })
    await note({ userId })
    expect(await newest({ person: email })).toEqual(some)
    expect(await newest({ person: ' Ann@müller.example ' })).toEqual(some)
    expect(await newest({ person: 'nobody@müller.example' })).toEqual(none)
  })

  test('finds an application by its identifier, whatever others are called', async () => {
    const { store } = running.app
    await aClient(store, { clientIdentifier: 'a-lookalike', displayName: 'web-shop' })
    const { id: clientId } = await aClient(store, { clientIdentifier: 'web-shop' })
    await note({ clientId })
    expect(await newest({ application: 'web-shop' })).toEqual(some)
    expect(await newest({ application: 'a-lookalike' })).toEqual(none)
  })
})

test('the search for an address leads to its sessions, not to those of everybody', async () => {
  const response = await download('/admin/search/results?query=192.0.2.9')
  const { groups } = (await response.json()) as { groups: { items: { href: string }[] }[] }
  const links = groups.flatMap(({ items }) => items.map(({ href }) => href))
  expect(links).toContain('/admin/sessions?address=192.0.2.9')
  expect(links).toContain('/admin/activity?range=all&ipAddress=192.0.2.9')
})
