import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Visitor } from '#lib/console/guard.ts'
import { browser } from '#tests/support/browser.ts'
import { signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { viewOf } from '#tests/support/views.ts'
import {
  anAccountHolder,
  type ConsoleServer,
  comeBack,
  consoleCookie,
  consoleServer,
  returning,
} from './fixture.ts'

let running: ConsoleServer
let visitor: TestUser
let cookie: string

beforeAll(async () => {
  running = await consoleServer()
})
afterAll(() => running.stop())

beforeEach(async () => {
  visitor = await anAccountHolder(running)
  await grantToUser(running.app.store, visitor, 'authserver:manage')
  const back = await returning(running.app, visitor, '/admin/users')
  await comeBack(running.app, back)
  cookie = consoleCookie(back.person)
})

/** Users who were created after the visitor, so that the visitor's record comes first. */
function others(count: number): Promise<TestUser[]> {
  return Promise.all(Array.from({ length: count }, () => aUser(running.app.store)))
}

async function bulk(act: string, ids: readonly number[], accept = 'application/json') {
  const query = new URLSearchParams({ act })
  for (const id of ids) query.append('id', String(id))
  return running.app.post(
    `/admin/users/bulk/submit?${query}`,
    {},
    { headers: { accept, cookie: `authserver-console=${cookie}` } },
  )
}

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1'
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'

/** Signs a user in on another device, which ends no session of theirs. */
function signInFrom(client: TestClient, user: TestUser, device: string) {
  const own = browser(running.app, { 'user-agent': device })
  return signIn(running.app, client, user, { browser: own })
}

const result = async (response: Response) => (await response.json()) as object

describe('ending the sessions of several users', () => {
  test('keeps the session that the visitor uses, and ends the visitor’s other ones', async () => {
    const client = await aClient(running.app.store)
    const people = await others(9)
    for (const person of people) await signIn(running.app, client, person)
    const before = await sessionsOf(running.app.store, visitor.id)
    await signInFrom(client, visitor, phone)
    const response = await bulk(
      'end-sessions',
      [visitor, ...people].map(({ id }) => id),
    )
    expect(await result(response)).toMatchObject({
      message: 'Sessions of 10 of 10 users ended.',
      shown: { failures: [] },
    })
    for (const person of people) expect(await sessionsOf(running.app.store, person.id)).toEqual([])
    expect(await sessionsOf(running.app.store, visitor.id)).toEqual(before)
  })

  test('takes a session that someone else ends meanwhile as ended', async () => {
    const client = await aClient(running.app.store)
    const [person] = (await others(1)) as [TestUser]
    for (const device of [phone, laptop, '']) await signInFrom(client, person, device)
    const answers = await Promise.all([1, 2, 3].map(() => bulk('end-sessions', [person.id])))
    for (const answer of answers) {
      expect(await result(answer)).toMatchObject({ shown: { failures: [] } })
    }
    expect(await sessionsOf(running.app.store, person.id)).toEqual([])
  })
})

test('disabling several users comes to the visitor’s account last, and reports what was not done', async () => {
  const people = await others(9)
  const gone = 999_999
  const response = await bulk('disable', [visitor.id, ...people.map(({ id }) => id), gone])
  expect(await result(response)).toMatchObject({
    message: '10 of 11 users disabled.',
    shown: { failures: [{ id: gone, name: String(gone) }] },
  })
  for (const { id } of [visitor, ...people]) {
    expect(await running.app.store.users.findById(id)).toMatchObject({ enabled: false })
  }
})

describe('an act that takes longer than an access token lives', () => {
  /** Lets the token expire during the first question of the act. */
  function takeLong(): void {
    const { store, clock } = running.app
    const { search } = store.users
    vi.spyOn(store.users, 'search').mockImplementationOnce((...asked) => {
      clock.advance(301)
      return search(...asked)
    })
  }

  test('renews it once and goes on', async () => {
    const people = await others(9)
    const before = running.tokenRequests()
    takeLong()
    const response = await bulk(
      'disable',
      people.map(({ id }) => id),
    )
    expect(await result(response)).toMatchObject({ message: '9 of 9 users disabled.' })
    expect(running.tokenRequests() - before).toBe(1)
  })

  test('is reported on a page that is read with the new one', async () => {
    const [person] = (await others(1)) as [TestUser]
    takeLong()
    const view = viewOf(await bulk('disable', [person.id], 'text/html'))
    if (view?.page !== 'console') throw new Error('There is no page.')
    const { accessToken } = view.visitor as Visitor
    const profile = await running.app.fetch('/api/v1/account/profile', {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(profile.status).toBe(200)
  })
})
