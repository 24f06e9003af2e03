import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { allAtOnce } from '#tests/support/at-once.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import { aClient, aUser, grantToUser, type TestUser } from '#tests/support/people.ts'
import { visitor } from '#tests/support/visitor.ts'
import { codeOf, fixture } from '../api/account/fixture.ts'
import { aUserWithOtp, enter } from '../protocol/authorize/fixture.ts'
import { linkIn, mailTo, twice } from '../protocol/self-service/fixture.ts'

const { app, store, database, person } = await fixture()
const newPassword = 'Twelve-lanterns-4'
const fresh = () => `${randomUuid()}@changed.example`

let outbox: Outbox

beforeAll(async () => {
  outbox = await openOutbox()
  await app.changeSettings({
    appName: 'My Login',
    smtpEnabled: true,
    smtpHost: outbox.host,
    smtpPort: outbox.port,
    smtpEncryption: 'none',
    smtpFromEmail: 'from@example.org',
  })
})
afterAll(() => outbox.close())

/** Subjects of the messages to a user's address, oldest first. */
async function subjectsTo({ email }: Pick<TestUser, 'email'>): Promise<string[]> {
  return (await mailTo(outbox, email)).map(({ subject }) => subject)
}

test('a changed address is told at the old one, which is all that hears of it', async () => {
  const { user, ask } = await person({ locale: 'fr' })
  const email = fresh()
  await ask('PUT', '/email', { currentPassword: user.password, email })
  expect(await subjectsTo(user)).toEqual(['Votre adresse e-mail a été modifiée'])
  expect(await subjectsTo({ email })).toEqual([])
})

test('a changed password is told, in English where no language is known', async () => {
  const { user, ask } = await person()
  await ask('PUT', '/password', { currentPassword: user.password, newPassword })
  expect(await subjectsTo(user)).toEqual(['Your password was changed'])
})

test('a password that was reset is told', async () => {
  const user = await aUser(store)
  const browser = visitor(app)
  await browser.post('/forgot-password', { email: user.email })
  const [mail] = await mailTo(outbox, user.email)
  await browser.visit(linkIn(mail))
  expect((await browser.submit(twice(newPassword))).view?.page).toBe('password-set')
  expect(await subjectsTo(user)).toEqual([
    'Reset your My Login password',
    'Your password was changed',
  ])
})

test('two-factor authentication is told when it goes on and when it goes off', async () => {
  const { user, ask } = await person()
  const { body } = await ask<{ secretKey: string }>('GET', '/otp/enrollment')
  const otpCode = codeOf(body.secretKey, app.clock.now())
  const password = user.password
  expect((await ask('PUT', '/otp', { enabled: true, password, otpCode })).status).toBe(200)
  const next = codeOf(body.secretKey, addSeconds(app.clock.now(), 30))
  const off = { enabled: false, password, otpCode: next }
  expect((await ask('PUT', '/otp', off)).status).toBe(200)
  expect(await subjectsTo(user)).toEqual(['Two-step sign-in is on', 'Two-step sign-in is off'])
})

test('two-factor authentication that is set up while signing in is told as well', async () => {
  const user = await aUser(store)
  const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
  const { person: browser, last } = await enter(app, client, user)
  if (last.view?.page !== 'otp-enrollment') throw new Error('No enrollment.')
  const { secret } = last.view
  await browser.submit({ otp: '000000' })
  expect(await subjectsTo(user)).toEqual([])
  await browser.submit({ otp: codeOf(secret, app.clock.now()) })
  expect(await subjectsTo(user)).toEqual(['Two-step sign-in is on'])
})

test('a sign-in with a code changes nothing and tells nothing', async () => {
  const user = await aUserWithOtp(app)
  const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
  const { person: browser } = await enter(app, client, user)
  await browser.submit({ otp: codeOf(user.otpSecret, app.clock.now()) })
  expect(await subjectsTo(user)).toEqual([])
})

describe('an address that nobody has proven, which may be a stranger’s,', () => {
  test('gets five notices of an account in an hour, and no more', async () => {
    const { user, ask } = await person({ emailVerified: false })
    for (let i = 0; i < 7; i++) {
      const sent = { currentPassword: user.password, newPassword: user.password }
      expect((await ask('PUT', '/password', sent)).status).toBe(200)
    }
    expect(await subjectsTo(user)).toHaveLength(5)
    const entries = (await auditEntries(database)).filter(
      ({ event, details }) => event === 'rate_limit_exceeded' && details.userId === user.id,
    )
    expect(entries.map(({ details }) => details.limiter)).toEqual(['notice_account'])
  })

  test('gets five of all accounts that go by it one after the other', async () => {
    const stranger = { email: fresh() }
    const people = await Promise.all([person(), person()])
    for (const { user, ask } of people) {
      for (let i = 0; i < 4; i++) {
        for (const email of [stranger.email, fresh()]) {
          const sent = { currentPassword: user.password, email }
          expect((await ask('PUT', '/email', sent)).status).toBe(200)
        }
      }
    }
    expect(await subjectsTo(stranger)).toHaveLength(5)
  })

  test('takes no room from proven ones, which are told of everything', async () => {
    const { user, ask } = await person()
    for (let i = 0; i < 7; i++) {
      await ask('PUT', '/password', { currentPassword: user.password, newPassword: user.password })
    }
    expect(await subjectsTo(user)).toHaveLength(7)
  })
})

describe('what an administrator changes', () => {
  test('is told in the language of the user, a new address at the old and at the new one', async () => {
    const manager = await apiClient(app, ['manage'])
    const user = await aUserWithOtp(app, { locale: 'de' })
    const email = fresh()
    const changes = [
      ['/otp', { enabled: false }],
      ['/password', { newPassword }],
      ['/email', { email, emailVerified: true }],
      ['/enabled', { enabled: false }],
    ] as const
    for (const [path, body] of changes) {
      const { status } = await call(manager, 'PUT', `/users/${user.id}${path}`, body)
      expect([path, status]).toEqual([path, 200])
    }
    expect(await subjectsTo(user)).toEqual([
      'Anmeldung in zwei Schritten ist ausgeschaltet',
      'Ihr Passwort wurde geändert',
      'Ihre E‑Mail-Adresse wurde geändert',
    ])
    expect(await subjectsTo({ email })).toEqual(['Das ist jetzt Ihre E‑Mail-Adresse'])
  })

  test.each([
    ['pt-BR', 'Seu e-mail foi alterado', 'Este é agora o seu e-mail'],
    ['ja', 'メールアドレスが変更されました', 'このアドレスが登録されました'],
    ['', 'Your email address was changed', 'This is now your email address'],
  ])('is told by granular administrators, too, here in %j', async (locale, before, after) => {
    const granular = await apiClient(app, ['manage-users'])
    const user = await aUser(store, { locale })
    const email = fresh()
    const sent = { email, emailVerified: false }
    expect((await call(granular, 'PUT', `/users/${user.id}/email`, sent)).status).toBe(200)
    expect(await subjectsTo(user)).toEqual([before])
    expect(await subjectsTo({ email })).toEqual([after])
  })

  test('is told once where it is asked for several times at once', async () => {
    const manager = await apiClient(app, ['manage'])
    const user = await aUserWithOtp(app)
    const email = fresh()
    const atOnce = (path: string, body: object) =>
      Promise.all([1, 2, 3].map(() => call(manager, 'PUT', `/users/${user.id}${path}`, body)))
    const otp = await atOnce('/otp', { enabled: false })
    expect(otp.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const passwords = await allAtOnce(store.users, 'findById', 3, () =>
      call(manager, 'PUT', `/users/${user.id}/password`, { newPassword }),
    )
    expect(passwords.map(({ status }) => status)).toEqual([200, 200, 200])
    await atOnce('/email', { email, emailVerified: true })
    expect(await subjectsTo(user)).toEqual([
      'Two-step sign-in is off',
      'Your password was changed',
      'Your email address was changed',
    ])
    expect(await subjectsTo({ email })).toEqual(['This is now your email address'])
  })

  test('is not told where it was refused, or changes nothing of these', async () => {
    const manager = await apiClient(app, ['manage'])
    const granular = await apiClient(app, ['manage-users'])
    const user = await aUser(store)
    const administrator = await aUser(store)
    await grantToUser(store, administrator, 'authserver:manage-settings')
    const put = (token: typeof manager, { id }: TestUser, path: string, body: object) =>
      call(token, 'PUT', `/users/${id}${path}`, body)
    const statuses = [
      await put(manager, user, '/email', { email: user.email, emailVerified: true }),
      await put(manager, user, '/email', { email: user.email, emailVerified: false }),
      await put(manager, user, '/otp', { enabled: false }),
      await put(manager, user, '/password', { newPassword: 'short' }),
      await put(manager, user, '/profile', { givenName: 'Grace' }),
      await put(granular, administrator, '/password', { newPassword }),
      await put(granular, administrator, '/email', { email: fresh() }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 400, 400, 200, 403, 403])
    expect(await subjectsTo(user)).toEqual([])
    expect(await subjectsTo(administrator)).toEqual([])
  })

  test('is done all the same where the mail server refuses, and where there is none', async () => {
    const manager = await apiClient(app, ['manage'])
    const user = await aUser(store)
    const set = () => call(manager, 'PUT', `/users/${user.id}/password`, { newPassword })
    outbox.refuseWith('550 no such user')
    expect((await set()).status).toBe(200)
    expect(await subjectsTo(user)).toEqual([])
    outbox.refuseWith(null)
    await app.changeSettings({ smtpEnabled: false })
    expect((await set()).status).toBe(200)
    expect(await subjectsTo(user)).toEqual([])
    await app.changeSettings({ smtpEnabled: true })
  })
})

test('a change that is refused, or changes nothing, is not told', async () => {
  const { user, ask } = await person()
  await ask('PUT', '/email', { currentPassword: user.password, email: user.email })
  await ask('PUT', '/email', { currentPassword: 'wrong', email: fresh() })
  await ask('PUT', '/password', { currentPassword: user.password, newPassword: 'short' })
  await ask('PUT', '/otp', { enabled: false, password: user.password })
  expect(await subjectsTo(user)).toEqual([])
})
