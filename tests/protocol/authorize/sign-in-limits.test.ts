import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { requestToken, responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { linkIn, mailTo, withMail } from '../self-service/fixture.ts'
import { aUserWithOtp, begin, codeAt, credentials, enter, interactionOf } from './fixture.ts'

// Hundreds of sign-ins, each with a hash.
vi.setConfig({ testTimeout: 120_000 })

const app = await server()
const { store } = app
const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
const coded = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })
const outbox = await withMail(app)
afterAll(() => outbox.close())

beforeEach(async () => {
  app.clock.set(testStart)
  await app.runtime.database.prisma.rateLimit.deleteMany({})
  await app.changeSettings({ smtpEnabled: true })
})

const knownName = 'authserver-known'
const from = (address: string, headers: Record<string, string> = {}) =>
  visitor(app, { 'x-test-peer': address, ...headers })

/** One attempt in a new interaction, by an unknown browser unless `known` is given. */
async function attempt(address: string, email: string, password: string, known?: string) {
  const person = from(address)
  if (known) person.cookies.set(knownName, known)
  await begin(person, client)
  return person.submit({ email, password })
}

const isIn = (visit: Awaited<ReturnType<typeof attempt>>) => responseOf(visit)?.code !== undefined

/** The cookie of a browser that has signed in as the user before. */
async function knowing(user: TestUser): Promise<string> {
  const { person } = await enter(app, client, user)
  return person.cookies.get(knownName) ?? ''
}

/** Submits wrong passwords from many addresses, and resets the rate limits on the way. */
async function failAgain(user: { email: string }, times: number) {
  for (let i = 0; i < times; i++) {
    if (i % 8 === 0) await app.runtime.database.prisma.rateLimit.deleteMany({})
    await attempt(`10.1.${i >> 8}.${i & 255}`, user.email, 'wrong')
  }
  await app.runtime.database.prisma.rateLimit.deleteMany({})
}

/** Makes an account require a link, without a hundred real failures. */
async function overdue(user: TestUser, failures = 99) {
  await attempt('10.2.0.1', user.email, 'wrong')
  await app.runtime.database.prisma.signInFailure.updateMany({
    where: { authStateGeneration: user.authStateGeneration, failures: 1 },
    data: { failures },
  })
  await attempt('10.2.0.2', user.email, 'wrong')
}

describe('right passwords are not counted', () => {
  test.each([
    ['one after another', false],
    ['at the same moment', true],
  ])('forty people behind one address sign in within a minute, %s', async (_, atOnce) => {
    const users = await Promise.all(Array.from({ length: 40 }, () => aUser(store)))
    const signIn = (user: TestUser) => attempt('192.0.2.1', user.email, user.password)
    const visits = []
    if (atOnce) visits.push(...(await Promise.all(users.map(signIn))))
    else for (const user of users) visits.push(await signIn(user))
    expect(visits.filter(isIn)).toHaveLength(40)
  })

  test('nor are those of one account from one address', async () => {
    const user = await aUser(store)
    for (let i = 0; i < 15; i++)
      expect(isIn(await attempt('192.0.2.2', user.email, user.password))).toBe(true)
  })

  test('nor blank fields', async () => {
    const user = await aUser(store)
    for (let i = 0; i < 35; i++) await attempt('192.0.2.3', i % 2 ? '' : user.email, '')
    expect(isIn(await attempt('192.0.2.3', user.email, user.password))).toBe(true)
  })

  test('the password grant of a busy program is not held back', async () => {
    const user = await aUser(store)
    for (let i = 0; i < 35; i++) {
      const answer = await requestToken(app, client, {
        grant_type: 'password',
        username: user.email,
        password: user.password,
      })
      expect(answer.status).toBe(200)
    }
  })
})

describe('wrong ones are', () => {
  test('of fifty guesses at the same moment no more than the budget are looked at', async () => {
    const user = await aUser(store)
    const person = from('192.0.2.10')
    const ceremonyId = interactionOf(await begin(person, client))
    const guess = () =>
      person.copy().post('/auth/pwd', { ceremonyId, email: user.email, password: 'wrong' })
    const answers = await Promise.all(Array.from({ length: 50 }, guess))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
    expect(await entriesOf(app, 'auth_failed_pwd', { email: user.email })).toHaveLength(10)
  })

  test('thirty from one address, whoever is meant', async () => {
    for (let i = 0; i < 30; i++) {
      expect((await attempt('192.0.2.11', `nobody-${i}@example.org`, 'wrong')).status).toBe(200)
    }
    const user = await aUser(store)
    expect((await attempt('192.0.2.11', user.email, user.password)).status).toBe(429)
    expect(isIn(await attempt('192.0.2.12', user.email, user.password))).toBe(true)
  })

  test.each([
    ['the addresses of one /64', (i: number) => `2001:db8:1:1::${i + 1}`, 10],
    [
      'the /64 networks of one /56',
      (i: number) => `2001:db8:2:${(0xaa00 + i).toString(16)}::1`,
      20,
    ],
    ['the /64 networks of one /48', (i: number) => `2001:db8:3:${(i * 256).toString(16)}::1`, 30],
  ])('for one account: %s share a budget', async (_, address, budget) => {
    const { email } = await aUser(store)
    const statuses = []
    for (let i = 0; i < 35; i++) statuses.push((await attempt(address(i), email, 'wrong')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(budget)
    expect((await attempt('2001:db8:ffff::1', email, 'wrong')).status).toBe(200)
  })
})

describe('a browser that has signed in as this user before', () => {
  test('is not locked out by strangers, at the page of the password', async () => {
    const user = await aUser(store)
    const known = await knowing(user)
    for (let i = 0; i < 103; i++) await attempt(`10.3.0.${i}`, user.email, 'wrong')
    expect((await attempt('192.0.2.20', user.email, user.password)).status).toBe(429)
    expect(isIn(await attempt('192.0.2.20', user.email, user.password, known))).toBe(true)
  })

  test('nor at the page of the code, once it has proven one', async () => {
    const user = await aUserWithOtp(app)
    const owner = visitor(app)
    await enter(app, coded, user, { browser: owner })
    expect(responseOf(await owner.submit({ otp: codeAt(app, user.otpSecret) }))?.code).toBeDefined()
    const { person: thief } = await enter(app, coded, user)
    for (let i = 0; i < 5; i++) await thief.submit({ otp: '000000' })
    expect((await thief.submit({ otp: '000000' })).status).toBe(429)
    app.clock.advance(60)
    const back = visitor(app)
    back.cookies.set(knownName, owner.cookies.get(knownName) ?? '')
    await enter(app, coded, user, { browser: back })
    expect(responseOf(await back.submit({ otp: codeAt(app, user.otpSecret) }))?.code).toBeDefined()
  })

  test('the password alone makes it no known browser at the page of the code', async () => {
    const user = await aUserWithOtp(app)
    for (let round = 0; round < 3; round++) {
      const { person } = await enter(app, client, user)
      await begin(person, coded, { prompt: 'login' })
      const ceremonyId = interactionOf(await person.submit(credentials(user)))
      for (let i = 0; i < 5; i++) {
        const { status } = await person.post('/auth/otp', { ceremonyId, otp: '000000' })
        expect(status).toBe(round === 0 ? 200 : 429)
      }
    }
  })

  test('has a budget of its own: ten wrong ones in a quarter of an hour', async () => {
    const user = await aUser(store)
    const known = await knowing(user)
    for (let i = 0; i < 10; i++) {
      expect((await attempt(`10.4.0.${i}`, user.email, 'wrong', known)).status).toBe(200)
    }
    expect((await attempt('10.4.1.1', user.email, user.password, known)).status).toBe(429)
    expect(isIn(await attempt('10.4.1.1', user.email, user.password))).toBe(true)
  })

  test.each([
    ['another user', async () => knowing(await aUser(store))],
    [
      'the same user before a new password',
      async (user: TestUser) => {
        const cookie = await knowing(user)
        await store.users.advanceAuthState(user.id)
        return cookie
      },
    ],
    [
      'the same user longer than a year ago',
      async (user: TestUser) => {
        app.clock.set(new Date(testStart.getTime() - 367 * 86_400_000))
        const cookie = await knowing(user)
        app.clock.set(testStart)
        return cookie
      },
    ],
    [
      'nobody: its tag is changed',
      async (user: TestUser) =>
        (await knowing(user)).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ],
    [
      'nobody: it belongs to another browser',
      async (user: TestUser) => `${'A'.repeat(22)}${(await knowing(user)).slice(22)}`,
    ],
    ['nobody: it cannot be read', async () => `${'x'.repeat(60)}..=`],
  ])('the cookie of one that knows %s is worth nothing, and no error', async (_, cookieOf) => {
    const user = await aUser(store)
    const cookie = await cookieOf(user)
    for (let i = 0; i < 10; i++) await attempt('192.0.2.30', user.email, 'wrong')
    expect((await attempt('192.0.2.30', user.email, user.password, cookie)).status).toBe(429)
    expect(isIn(await attempt('192.0.2.31', user.email, user.password, cookie))).toBe(true)
  })

  test('knows the last ten of sixty people at one reception, in one small cookie', async () => {
    const browser = visitor(app)
    const users = []
    for (let i = 0; i < 60; i++) {
      const user = await aUser(store)
      users.push(user)
      browser.cookies.delete('authserver-session')
      expect(responseOf((await enter(app, client, user, { browser })).last)?.code).toBeDefined()
    }
    const cookie = browser.cookies.get(knownName) ?? ''
    expect(cookie.length).toBeLessThanOrEqual(302)
    const header = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    expect(header.length).toBeLessThan(4_096)
    for (const [index, user] of users.entries()) {
      if (index !== 0 && index < 49) continue
      for (let i = 0; i < 10; i++) await attempt('192.0.2.32', user.email, 'wrong')
      const { status } = await attempt('192.0.2.32', user.email, 'wrong', cookie)
      expect(status).toBe(index >= 50 ? 200 : 429)
      await app.runtime.database.prisma.rateLimit.deleteMany({})
    }
  })

  test('says nothing of who they are', async () => {
    const user = await aUser(store)
    const cookie = await knowing(user)
    for (const told of [user.email, user.subject, `${user.id}.`]) expect(cookie).not.toContain(told)
  })
})

describe('a hundred failures in a row', () => {
  test('let no new browser in without a link; the owner is told once, and known browsers go on', async () => {
    const user = await aUser(store, { locale: 'de-DE' })
    const known = await knowing(user)
    await failAgain(user, 99)
    expect(isIn(await attempt('192.0.2.40', user.email, 'wrong'))).toBe(false)
    await failAgain(user, 3)
    const refused = await attempt('192.0.2.41', user.email, user.password)
    expect([refused.status, errorOf(refused)]).toEqual([200, 'handler.login.auth_failed'])
    const mails = await mailTo(outbox, user.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Sehr viele Fehlversuche bei Ihrem Konto bei Example <App>',
    ])
    expect(linkIn(mails[0])).toBe('/sign-in-link')
    expect(await entriesOf(app, 'sign_in_link_required', { userId: user.id })).toHaveLength(1)
    expect(isIn(await attempt('192.0.2.42', user.email, user.password, known))).toBe(true)
    // The success resets the count.
    expect(isIn(await attempt('192.0.2.43', user.email, user.password))).toBe(true)
  })

  test('a success in between begins again', async () => {
    const user = await aUser(store)
    await overdue(user, 98)
    await knowing(user)
    await failAgain(user, 3)
    expect(isIn(await attempt('192.0.2.44', user.email, user.password))).toBe(true)
  })

  test('a new password ends the count', async () => {
    const user = await aUser(store)
    await overdue(user)
    expect(isIn(await attempt('192.0.2.45', user.email, user.password))).toBe(false)
    await store.users.advanceAuthState(user.id)
    expect(isIn(await attempt('192.0.2.45', user.email, user.password))).toBe(true)
  })

  test('the page says the same of every address, and leads to the link', async () => {
    const user = await aUser(store)
    await overdue(user)
    const needing = await attempt('192.0.2.46', user.email, user.password)
    const wrong = await attempt('192.0.2.46', (await aUser(store)).email, 'wrong')
    const unknown = await attempt('192.0.2.46', 'nobody-at-all@example.org', 'wrong')
    const shown = [needing, wrong, unknown].map(({ view }) => ({
      ...view,
      email: '',
      ceremonyId: '',
      requestCopy: '',
    }))
    expect(shown[0]).toMatchObject({ mayNeedLink: true })
    expect(shown[1]).toEqual(shown[0])
    expect(shown[2]).toEqual(shown[0])
  })

  test('of the password grant and of the Account API’s confirmations count too', async () => {
    const user = await aUser(store)
    const ask = (password: string) =>
      requestToken(app, client, { grant_type: 'password', username: user.email, password })
    await overdue(user, 98)
    await ask('wrong')
    const refused = await ask(user.password)
    expect([refused.status, refused.body.error, refused.body.error_description]).toEqual([
      400,
      'invalid_grant',
      'Invalid user credentials.',
    ])
    expect(isIn(await attempt('192.0.2.47', user.email, user.password))).toBe(false)
  })

  test('while mail is off, lock nobody out for longer than the limits in time', async () => {
    const user = await aUser(store)
    await overdue(user, 500)
    expect(isIn(await attempt('192.0.2.48', user.email, user.password))).toBe(false)
    await app.changeSettings({ smtpEnabled: false })
    const visit = await attempt('192.0.2.48', user.email, user.password)
    expect(isIn(visit)).toBe(true)
  })
})

describe('the link', () => {
  const linksTo = async ({ email }: TestUser) =>
    (await mailTo(outbox, email)).filter(
      ({ subject }) => subject === 'Your Example <App> sign-in link',
    )

  async function aLink() {
    const user = await aUser(store)
    await overdue(user)
    await visitor(app).post('/sign-in-link', { email: ` ${user.email.toUpperCase()}` })
    const mails = await linksTo(user)
    return { user, link: linkIn(mails.at(-1)), mails }
  }

  test('works in any browser, and makes it one that strangers cannot lock out', async () => {
    const { user, link, mails } = await aLink()
    expect(mails).toHaveLength(1)
    const person = visitor(app)
    const open = await person.visit(link)
    expect(open.view).toMatchObject({ page: 'sign-in-link', step: 'open' })
    expect(JSON.stringify(open.view)).not.toContain(user.email)
    const done = await person.submit()
    expect(done.view).toMatchObject({ page: 'sign-in-link', step: 'done' })
    expect(await entriesOf(app, 'used_sign_in_link', { userId: user.id })).toHaveLength(1)
    const known = person.cookies.get(knownName)
    for (let i = 0; i < 101; i++) await attempt(`10.5.0.${i}`, user.email, 'wrong')
    expect(isIn(await attempt('192.0.2.50', user.email, user.password, known))).toBe(true)
  })

  test('lifts the lock for every browser', async () => {
    const { user, link } = await aLink()
    const person = visitor(app)
    await person.visit(link)
    await person.submit()
    expect(isIn(await attempt('192.0.2.51', user.email, user.password))).toBe(true)
  })

  test('signs nobody in, and is not spent by machines that open it', async () => {
    const { user, link } = await aLink()
    for (let i = 0; i < 10; i++) {
      const answer = await app.fetch(link, { method: i % 2 ? 'HEAD' : 'GET' })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    const person = visitor(app)
    await person.visit(link)
    await person.submit()
    expect(person.cookies.has('authserver-session')).toBe(false)
    expect(isIn(await attempt('192.0.2.52', user.email, 'wrong'))).toBe(false)
  })

  test('works once, and for half an hour', async () => {
    const { link } = await aLink()
    const code = link.split('=')[1] ?? ''
    const spend = () => visitor(app).post('/sign-in-link', { code })
    app.clock.advance(1_800)
    expect((await spend()).view).toMatchObject({ page: 'link-expired', flow: 'sign-in' })
    app.clock.set(testStart)
    const answers = await Promise.all([spend(), spend(), spend()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await visitor(app).visit(link)).view?.page).toBe('link-expired')
  })

  test('a minute later there is a new one, which replaces the one before', async () => {
    const { user, link } = await aLink()
    await visitor(app).post('/sign-in-link', { email: user.email })
    app.clock.advance(60)
    await visitor(app).post('/sign-in-link', { email: user.email })
    const mails = await linksTo(user)
    expect(mails).toHaveLength(2)
    expect((await visitor(app).visit(link)).view?.page).toBe('link-expired')
    expect((await visitor(app).visit(linkIn(mails.at(-1)))).view?.page).toBe('sign-in-link')
  })

  test.each([
    ['an unknown address', async () => 'nobody-knows@example.org'],
    ['an account that needs none', async () => (await aUser(store)).email],
    [
      'a disabled account',
      async () => {
        const user = await aUser(store)
        await overdue(user)
        await store.users.change(user.id, { enabled: false })
        return user.email
      },
    ],
  ])('is sent to nobody for %s, whose request looks the same', async (_, emailOf) => {
    const email = await emailOf()
    const before = (await mailTo(outbox, email)).length
    const answer = await visitor(app).post('/sign-in-link', { email })
    expect(answer.view).toEqual({
      page: 'sign-in-link',
      step: 'sent',
      email,
      code: '',
      ceremonyId: '',
      uiLocales: [],
    })
    expect(await mailTo(outbox, email)).toHaveLength(before)
  })

  test.each([
    ['', 'handler.email.required'],
    ['nobody', 'validator.email.invalid_format'],
  ])('%o is told on the form', async (email, key) => {
    expect(errorOf(await visitor(app).post('/sign-in-link', { email }))).toBe(key)
  })

  test('is refused from another site, and limited by address', async () => {
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await visitor(app).post('/sign-in-link', {}, foreign)).status).toBe(403)
    const person = visitor(app)
    for (let i = 0; i < 20; i++) await person.post('/sign-in-link', { email: '' })
    expect((await person.post('/sign-in-link', { email: '' })).status).toBe(429)
  })
})

test('the owner is told of wrong codes beside the right password, once a day', async () => {
  const user = await aUserWithOtp(app)
  const { person } = await enter(app, coded, user)
  for (let i = 0; i < 2; i++) await person.submit({ otp: '000000' })
  expect(await mailTo(outbox, user.email)).toEqual([])
  for (let i = 0; i < 3; i++) await person.submit({ otp: '000000' })
  const mails = await mailTo(outbox, user.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Right password, wrong codes at Example <App>',
  ])
})
