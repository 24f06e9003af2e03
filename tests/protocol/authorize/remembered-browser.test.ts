import { beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { adminTransaction } from '#lib/context.ts'
import { forgetBrowsers } from '#lib/domain/sessions/user-devices.ts'
import type { Browser } from '#tests/support/browser.ts'
import { testContext } from '#tests/support/context.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, grantToUser, type TestClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, credentials, onlySessionOf } from './fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const optional = await aClient(store, {
  defaultAcrLevel: 'urn:authserver:level2_optional',
  administrativeScopesAllowed: true,
})
const days = 30
const cookieName = 'authserver-device'

beforeEach(async () => {
  app.clock.set(testStart)
  await app.changeSettings({ rememberBrowserDays: days, newSignInNoticeEnabled: false })
})

type Owner = Awaited<ReturnType<typeof aUserWithOtp>>

/** Signs in with password and code, and leaves the session. */
async function remembered(
  browser: Browser = visitor(app),
  remember: Readonly<Record<string, string>> = { remember: 'on' },
): Promise<{ user: Owner; browser: Browser }> {
  const user = await aUserWithOtp(app)
  await begin(browser, optional)
  await browser.submit(credentials(user))
  const last = await browser.submit({ otp: codeAt(app, user.otpSecret), ...remember })
  expect(responseOf(last)?.code).toBeDefined()
  browser.cookies.delete('authserver-session')
  return { user, browser }
}

/** The page after the password, or `code` for a completed sign-in. */
async function afterPassword(
  browser: Browser,
  user: Owner,
  {
    client = optional,
    ...request
  }: { client?: TestClient } & Readonly<Record<string, unknown>> = {},
): Promise<string | undefined> {
  browser.cookies.delete('authserver-session')
  await begin(browser, client, request as Readonly<Record<string, string>>)
  const last = await browser.submit(credentials(user))
  return responseOf(last)?.code ? 'code' : last.view?.page
}

describe('a browser that is remembered', () => {
  test('is not asked for the code; the session is that of a password', async () => {
    const { user, browser } = await remembered()
    expect(await entriesOf(app, 'remembered_browser', { userId: user.id })).toHaveLength(1)
    await store.sessions.remove((await onlySessionOf(app, user)).id)
    expect(await afterPassword(browser, user)).toBe('code')
    expect(await onlySessionOf(app, user)).toMatchObject({
      authMethods: 'pwd',
      acrLevel: 'urn:authserver:level2_optional',
    })
  })

  test('is asked by a demand for the second factor, for a fresh sign-in, after another account was asked for, and for administrators’ rights', async () => {
    const { user, browser } = await remembered()
    const acr_values = 'urn:authserver:level2_mandatory'
    expect(await afterPassword(browser, user, { acr_values })).toBe('otp')
    expect(await afterPassword(browser, user, { prompt: 'login' })).toBe('otp')
    expect(await afterPassword(browser, user)).toBe('code')
    const page = await begin(browser, optional, { prompt: 'consent' })
    expect(page.view?.page).toBe('consent')
    await browser.submit({ btnRestart: 'restart' })
    expect((await browser.submit(credentials(user))).view?.page).toBe('otp')
    await grantToUser(store, user, 'authserver:manage')
    expect(await afterPassword(browser, user, { scope: 'openid authserver:manage' })).toBe('otp')
    expect(await afterPassword(browser, user)).toBe('code')
  })

  test.each<[string, (user: Owner) => Promise<unknown>]>([
    [
      'a new password',
      ({ id, authStateGeneration }) =>
        store.users.change(id, { authStateGeneration: authStateGeneration + 1 }),
    ],
    [
      'another second factor',
      ({ id, otpConfigGeneration }) =>
        store.users.change(id, { otpConfigGeneration: otpConfigGeneration + 1 }),
    ],
    [
      'an act of its owner',
      async ({ id }) => {
        const { ctx } = await testContext()
        await adminTransaction(ctx, (tx) => forgetBrowsers(tx, id, null, ''))
      },
    ],
    ['the switch', () => app.changeSettings({ rememberBrowserDays: 0 })],
  ])('is forgotten by %s', async (_, change) => {
    const { user, browser } = await remembered()
    await change(user)
    expect(await afterPassword(browser, user)).toBe('otp')
  })

  test('is forgotten to the second after its days, and at once where fewer are set', async () => {
    const { user, browser } = await remembered()
    app.clock.advance(days * 86_400 - 1)
    expect(await afterPassword(browser, user)).toBe('code')
    app.clock.advance(1)
    expect(await afterPassword(browser, user)).toBe('otp')
    const shorter = await remembered()
    app.clock.advance(2 * 86_400)
    await app.changeSettings({ rememberBrowserDays: 2 })
    expect(await afterPassword(shorter.browser, shorter.user)).toBe('otp')
  })
})

describe('a browser', () => {
  test('without the choice, or while it is off, is not remembered and gets no cookie', async () => {
    const { user, browser } = await remembered(visitor(app), {})
    expect(browser.cookies.has(cookieName)).toBe(false)
    expect(await afterPassword(browser, user)).toBe('otp')
    await app.changeSettings({ rememberBrowserDays: 0 })
    const off = await remembered()
    expect(off.browser.cookies.has(cookieName)).toBe(false)
    expect(await store.userDevices.findOfUser(off.user.id)).toEqual([])
  })

  test('loses the cookie with the next sign-in once it is off', async () => {
    const { user, browser } = await remembered()
    expect(browser.cookies.get(cookieName)).toMatch(/^[\w-]{43}$/)
    await app.changeSettings({ rememberBrowserDays: 0 })
    expect(await afterPassword(browser, user)).toBe('otp')
    await browser.submit({ otp: codeAt(app, user.otpSecret, 1) })
    expect(browser.cookies.get(cookieName) ?? '').toBe('')
  })

  test('gets a new value whenever it is remembered: a planted cookie is worth nothing', async () => {
    const planted = 'a'.repeat(43)
    const victim = visitor(app)
    victim.cookies.set(cookieName, planted)
    const { user, browser } = await remembered(victim)
    expect(browser.cookies.get(cookieName)).not.toBe(planted)
    const thief = visitor(app)
    thief.cookies.set(cookieName, planted)
    expect(await afterPassword(thief, user)).toBe('otp')
  })

  test('is remembered for each of its users, who share its cookie', async () => {
    const first = await remembered()
    const second = await remembered(first.browser)
    expect(await afterPassword(first.browser, first.user)).toBe('code')
    expect(await afterPassword(first.browser, second.user)).toBe('code')
    const stranger = await aUserWithOtp(app)
    expect(await afterPassword(first.browser, stranger)).toBe('otp')
  })

  test('is worth nothing without the password', async () => {
    const { user, browser } = await remembered()
    const thief = visitor(app)
    thief.cookies.set(cookieName, browser.cookies.get(cookieName) ?? '')
    await begin(thief, optional)
    expect((await thief.submit({ email: user.email, password: 'Not-the-one-1' })).view?.page).toBe(
      'sign-in',
    )
  })

  test('that is the fifty-first of a user takes the place of the one unused for longest', async () => {
    const user = await aUserWithOtp(app)
    for (let i = 0; i < 50; i++) {
      await store.userDevices.insert({
        userId: user.id,
        createdAt: testStart,
        tokenHash: sha256Hex(`browser ${user.id} ${i}`),
        deviceName: '',
        deviceOs: '',
        ipAddress: '',
        lastSeenAt: new Date(testStart.getTime() - (i + 1) * 1_000),
        authStateGeneration: 0,
        otpConfigGeneration: 0,
        expiresAt: new Date(testStart.getTime() + 86_400_000),
      })
    }
    const browser = visitor(app)
    await begin(browser, optional)
    await browser.submit(credentials(user))
    await browser.submit({ otp: codeAt(app, user.otpSecret), remember: 'on' })
    const devices = await store.userDevices.findOfUser(user.id)
    expect(devices).toHaveLength(50)
    expect(devices.map(({ tokenHash }) => tokenHash)).not.toContain(
      sha256Hex(`browser ${user.id} 49`),
    )
  })
})

test('a browser that is forgotten while its sign-in is decided is asked', async () => {
  const { user, browser } = await remembered()
  const { ctx } = await testContext()
  const answers = await Promise.all([
    afterPassword(browser, user),
    adminTransaction(ctx, (tx) => forgetBrowsers(tx, user.id, null, '')),
  ])
  expect(['code', 'otp']).toContain(answers[0])
  expect(await afterPassword(browser, user)).toBe('otp')
})

describe('after a sign-out, a remembered browser', () => {
  /** Signs out on the page that asks. */
  async function signOut(browser: Browser) {
    await browser.visit('/auth/logout')
    return browser.submit()
  }

  /** Remembered, and still signed in. */
  async function stillIn(browser: Browser = visitor(app)) {
    const user = await aUserWithOtp(app)
    browser.cookies.delete('authserver-session')
    await begin(browser, optional)
    await browser.submit(credentials(user))
    await browser.submit({ otp: codeAt(app, user.otpSecret), remember: 'on' })
    return { user, browser }
  }

  test('stays remembered, and the page offers to forget it', async () => {
    const { user, browser } = await stillIn()
    const page = await signOut(browser)
    expect(page.view).toMatchObject({ page: 'signed-out', rememberedAs: expect.any(Number) })
    expect(await afterPassword(browser, user)).toBe('code')
  })

  test('is forgotten by that button, for who signed out alone', async () => {
    const first = await stillIn()
    const second = await stillIn(first.browser)
    const page = await signOut(first.browser)
    const remembered = page.view?.page === 'signed-out' ? page.view.rememberedAs : undefined
    const done = await first.browser.post('/auth/forget-browser', { remembered: `${remembered}` })
    expect([done.status, done.view]).toMatchObject([200, { page: 'signed-out', forgotten: true }])
    expect(await afterPassword(first.browser, second.user)).toBe('otp')
    expect(await afterPassword(first.browser, first.user)).toBe('code')
    expect(await entriesOf(app, 'forgot_browser', { userId: second.user.id })).toHaveLength(1)
    expect(await entriesOf(app, 'forgot_browser', { userId: first.user.id })).toEqual([])
  })

  test('is not offered where it is not remembered, or where nobody was signed in', async () => {
    const { user, browser } = await remembered(visitor(app), {})
    await afterPassword(browser, user)
    await browser.submit({ otp: codeAt(app, user.otpSecret, 1) })
    expect((await signOut(browser)).view).not.toHaveProperty('rememberedAs')
    const kept = await stillIn()
    kept.browser.cookies.delete('authserver-session')
    expect((await signOut(kept.browser)).view).not.toHaveProperty('rememberedAs')
  })

  test.each(['', 'x', '-1', '1e99', `${2 ** 53}`])(
    'is not forgotten by the number %j, nor from another browser',
    async (number) => {
      const { user, browser } = await stillIn()
      const page = await signOut(browser)
      const own = page.view?.page === 'signed-out' ? page.view.rememberedAs : 0
      const stranger = visitor(app)
      for (const [who, remembered] of [
        [browser, number],
        [stranger, String(own)],
      ] as const) {
        const answer = await who.post('/auth/forget-browser', { remembered })
        expect([answer.status, answer.view?.page]).toEqual([200, 'signed-out'])
      }
      expect(await afterPassword(browser, user)).toBe('code')
    },
  )
})
