import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { View } from '#lib/answers/view.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Browser, Visit } from '#tests/support/browser.ts'
import { aUser, type TestUser, unique } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { goodPassword, linkIn, mailTo, twice, withMail } from './fixture.ts'

const app = await server()
const { store } = app
const outbox = await withMail(app)
afterAll(() => outbox.close())
beforeEach(() => app.clock.set(testStart))

const days = (count: number) => addSeconds(testStart, count * daySeconds)
const google = await aProvider(store, { displayName: 'Google' })
const company = await aProvider(store, { displayName: 'Firma' })

function aLink(
  user: TestUser,
  provider: { readonly id: number; readonly issuer: string },
  createdAt: Date,
) {
  const { id: providerId, issuer } = provider
  return store.userIdentities.insert({
    createdAt,
    userId: user.id,
    providerId,
    issuer,
    subject: unique('s'),
  })
}

/** Sets a new password by a mailed link. */
async function reset(user: TestUser, person: Browser = visitor(app)) {
  await person.visit('/forgot-password')
  await person.submit({ email: user.email })
  await person.visit(linkIn((await mailTo(outbox, user.email)).at(-1)))
  return { person, page: await person.submit(twice(goodPassword)) }
}

function viewOf({ view }: Visit): Extract<View, { page: 'password-set' }> {
  if (view?.page !== 'password-set') throw new Error(`The page is ${view?.page}.`)
  return view
}

/** Presses *Remove*. */
function remove(person: Browser, page: Visit, identity: unknown, removal = viewOf(page).removal) {
  const fields = [
    ['ceremonyId', viewOf(page).ceremonyId],
    ['removal', removal ?? ''],
    ['identity', String(identity)],
  ] as const
  return person.post('/reset-password', fields)
}

const linksOf = async (user: TestUser) =>
  (await store.userIdentities.findOfUser(user.id)).map(({ providerId }) => providerId)

describe('a new password by mail', () => {
  test('shows what else signs in, with its day; what is younger than 30 days stands first', async () => {
    const user = await aUser(store)
    const old = await aStoredPasskey(store, user.id, { name: 'Old key', createdAt: days(-730) })
    await aLink(user, google, days(-31))
    await aLink(user, company, days(-1))
    const { page } = await reset(user)
    expect(viewOf(page).ways).toMatchObject([
      { kind: 'provider', name: 'Firma', addedAt: days(-1).toISOString(), isRecent: true },
      { kind: 'provider', name: 'Google', addedAt: days(-31).toISOString() },
      { kind: 'passkey', id: old.id, name: 'Old key', addedAt: days(-730).toISOString() },
    ])
    expect(viewOf(page).ways?.[1]).not.toHaveProperty('isRecent')
  })

  test('mails the same list', async () => {
    const user = await aUser(store, { otpEnabled: true })
    await aLink(user, google, days(-2))
    await reset(user)
    const mail = (await mailTo(outbox, user.email)).at(-1)
    expect(mail?.subject).toBe('Your password was changed')
    expect(mail?.text).toContain('You can also sign in with these.')
    expect(mail?.text).toMatch(/Linked account: Google, March 1, 2031\r?\nAuthenticator app: –/)
  })

  test('of an account with nothing else says nothing more than before, on the page and in the mail', async () => {
    const user = await aUser(store)
    const { page } = await reset(user)
    expect(page.view).toEqual({ page: 'password-set', ceremonyId: '', uiLocales: [] })
    expect((await mailTo(outbox, user.email)).at(-1)?.text).not.toContain('also sign in with these')
  })

  test('removes nothing by itself', async () => {
    const user = await aUser(store)
    await aLink(user, google, days(-1))
    await aStoredPasskey(store, user.id)
    await reset(user)
    expect(await linksOf(user)).toEqual([google.id])
    expect(await store.passkeys.findOfUser(user.id)).toHaveLength(1)
  })

  test('that proves the address for the first time removes what a stranger may have added', async () => {
    const user = await aUser(store, { emailVerified: false })
    await aLink(user, google, days(-1))
    await aStoredPasskey(store, user.id)
    const { page } = await reset(user)
    expect(viewOf(page)).not.toHaveProperty('ways')
    expect(await linksOf(user)).toEqual([])
    expect(await store.passkeys.findOfUser(user.id)).toEqual([])
    const told = (await mailTo(outbox, user.email)).map(({ subject }) => subject)
    expect(told).toContain('A passkey was removed')
  })

  test.each([{ otpEnabled: true }, { passkeySecondFactor: true }])(
    'removes nothing of an account that is asked for a second factor, proven or not: %o',
    async (factor) => {
      const user = await aUser(store, { emailVerified: false, ...factor })
      await aLink(user, google, days(-1))
      await aStoredPasskey(store, user.id)
      await reset(user)
      expect(await linksOf(user)).toEqual([google.id])
      expect(await store.passkeys.findOfUser(user.id)).toHaveLength(1)
    },
  )
})

describe('the page after it disconnects an account at a provider', () => {
  test('at once, and the same button pressed again changes nothing more', async () => {
    const user = await aUser(store)
    const link = await aLink(user, google, days(-1))
    await aLink(user, company, days(-100))
    const { person, page } = await reset(user)
    const after = await remove(person, page, link.id)
    expect(after.status).toBe(200)
    expect(viewOf(after).ways).toMatchObject([{ name: 'Firma' }])
    const again = await remove(person, page, link.id)
    expect([again.status, viewOf(again).ways?.length]).toEqual([200, 1])
    expect(await linksOf(user)).toEqual([company.id])
    expect(await entriesOf(app, 'unlinked_provider', { userId: user.id })).toHaveLength(1)
    expect((await mailTo(outbox, user.email)).at(-1)?.text).toContain('Google')
  })

  test('the last one too: the new password stays a way in', async () => {
    const user = await aUser(store)
    const link = await aLink(user, google, days(-1))
    const { person, page } = await reset(user)
    const after = await remove(person, page, link.id)
    expect(viewOf(after)).not.toHaveProperty('ways')
    expect(await linksOf(user)).toEqual([])
  })

  test('for 15 minutes', async () => {
    const user = await aUser(store)
    const link = await aLink(user, google, days(-1))
    const { person, page } = await reset(user)
    app.clock.advance(15 * 60)
    const late = await remove(person, page, link.id)
    expect([late.status, errorOf(late)]).toEqual([400, 'handler.password.removal_expired'])
    expect(await linksOf(user)).toEqual([google.id])
  })

  test.each<[string, (user: TestUser) => Promise<unknown>]>([
    ['a newer password', (user) => store.users.change(user.id, { authStateGeneration: 99 })],
    ['a disabled account', (user) => store.users.change(user.id, { enabled: false })],
    ['a second factor since then', (user) => aStoredPasskey(store, user.id)],
    ['an app since then', (user) => store.users.change(user.id, { otpEnabled: true })],
  ])('not after %s', async (_, change) => {
    const user = await aUser(store)
    const link = await aLink(user, google, days(-1))
    const { person, page } = await reset(user)
    await change(user)
    expect((await remove(person, page, link.id)).status).toBe(400)
    expect(await linksOf(user)).toEqual([google.id])
  })

  test('not in another browser, not with another’s permission, not what is somebody else’s', async () => {
    const [user, other] = [await aUser(store), await aUser(store)]
    const [link, foreign] = [
      await aLink(user, google, days(-1)),
      await aLink(other, google, days(-1)),
    ]
    const { person, page } = await reset(user)
    const stranger = visitor(app)
    await stranger.visit('/forgot-password')
    expect((await remove(stranger, page, link.id)).status).toBe(400)
    const { removal = '' } = viewOf(page)
    const forged = `${removal.slice(0, -4)}AAAA`
    for (const sent of ['', 'x', forged, 'A'.repeat(5000)]) {
      expect((await remove(person, page, link.id, sent)).status).toBe(400)
    }
    for (const id of [foreign.id, -1, 'x', '9'.repeat(30), '\u0000']) {
      expect((await remove(person, page, id)).status).toBeLessThan(500)
    }
    expect([await linksOf(user), await linksOf(other)]).toEqual([[google.id], [google.id]])
  })

  test.each<[string, Parameters<typeof aUser>[1], boolean]>([
    ['an app', { otpEnabled: true }, false],
    ['a passkey', {}, true],
  ])(
    'never of an account with %s: a stolen mailbox takes nothing away',
    async (_, columns, hasPasskey) => {
      const user = await aUser(store, columns)
      if (hasPasskey) await aStoredPasskey(store, user.id)
      const link = await aLink(user, google, days(-1))
      const plain = await aUser(store)
      await aLink(plain, company, days(-1))
      const permitted = await reset(plain)
      const { person, page } = await reset(user)
      expect(viewOf(page)).not.toHaveProperty('removal')
      expect(viewOf(page).ways?.length).toBeGreaterThan(1)
      const { removal } = viewOf(permitted.page)
      expect((await remove(person, page, link.id, removal)).status).toBe(400)
      expect(await linksOf(user)).toEqual([google.id])
    },
  )
})
