import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { verifyPassword } from '#lib/domain/passwords/password.ts'
import { allAtOnce } from '#tests/support/at-once.ts'
import type { Browser } from '#tests/support/browser.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testStart } from '#tests/support/settings.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { enter } from '../authorize/fixture.ts'
import {
  anAddress,
  goodPassword,
  linkIn,
  mailTo,
  outcomesFor,
  refusedPasswords,
  twice,
  withMail,
} from './fixture.ts'

const app = await server()
const { store } = app
const outbox = await withMail(app)
afterAll(() => outbox.close())

const failed = 'failed_reset_password_code'

beforeEach(async () => {
  app.clock.set(testStart)
  await app.changeSettings({ smtpEnabled: true, passwordPolicy: 'low' })
})

async function ask(email: string) {
  const person = visitor(app)
  await person.visit('/forgot-password')
  return person.submit({ email })
}

/** The reset link of a user who requested one. */
async function aLink(columns: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(store, columns)
  await ask(user.email)
  return { user, link: linkIn((await mailTo(outbox, user.email)).at(-1)) }
}

async function follow(link: string, person: Browser = visitor(app)) {
  return { person, page: await person.visit(link) }
}

describe('asking for a link', () => {
  test.each([
    ['', 'handler.email.required'],
    ['   ', 'handler.email.required'],
    ['nobody', 'validator.email.invalid_format'],
    ['a@b@example.org', 'validator.email.invalid_format'],
  ])('%o is told on the form', async (email, key) => {
    const answer = await ask(email)
    expect([answer.status, errorOf(answer)]).toEqual([200, key])
    expect(answer.view).toMatchObject({ sent: false })
  })

  test('known and unknown addresses get the same answer before anything is looked up', async () => {
    const user = await aUser(store)
    const [one, other] = [await ask(user.email), await ask(anAddress())]
    expect(one.status).toBe(200)
    expect({ ...one.view, email: '' }).toEqual({ ...other.view, email: '' })
    expect([...one.headers.keys()]).toEqual([...other.headers.keys()])
  })

  test('the owner of a verified address gets a link in their language', async () => {
    const user = await aUser(store, { locale: 'de-DE', givenName: '<b>Ada</b>' })
    const answer = await ask(` ${user.email.toUpperCase()}`)
    expect(answer.view).toMatchObject({ page: 'forgot-password', sent: true })
    const [mail, ...more] = await mailTo(outbox, user.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Setzen Sie Ihr Passwort für Example <App> zurück')
    expect(mail?.text).toContain('Guten Tag <b>Ada</b> Lovelace,')
    expect(mail?.text).toContain('&#60;b&#62;Ada')
    expect(linkIn(mail)).toMatch(/^\/reset-password\?code=[\w-]{32}$/)
    expect(await store.users.findById(user.id)).toMatchObject({
      forgotPasswordCodeHash: sha256Hex(linkIn(mail).split('=')[1] ?? ''),
    })
    expect(await outcomesFor(app, 'requested_password_reset', user.email)).toEqual(['code_issued'])
  })

  test('the owner of an address that nobody has proven gets one too, and using it proves it', async () => {
    const { user, link } = await aLink({ emailVerified: false })
    const { person } = await follow(link)
    expect((await person.submit(twice(goodPassword))).view?.page).toBe('password-set')
    expect(await store.users.findById(user.id)).toMatchObject({ emailVerified: true })
    expect(await entriesOf(app, 'verified_email', { userId: user.id })).toHaveLength(1)
  })

  test('a minute later there is a new one, which replaces the one before', async () => {
    const { user, link } = await aLink()
    app.clock.advance(59)
    expect((await ask(user.email)).view).toMatchObject({ sent: true })
    expect(await mailTo(outbox, user.email)).toHaveLength(1)
    app.clock.advance(1)
    await ask(user.email)
    const newest = linkIn((await mailTo(outbox, user.email)).at(-1))
    expect(newest).not.toBe(link)
    expect((await follow(link)).page.view?.page).toBe('link-expired')
    expect((await follow(newest)).page.view?.page).toBe('reset-password')
    expect(
      (await entriesOf(app, 'requested_password_reset', { userId: user.id })).map(
        ({ outcome }) => outcome,
      ),
    ).toEqual(['code_issued', 'link_pending', 'code_issued'])
  })

  test('a link that a clock ahead of time issued keeps nobody waiting', async () => {
    const issued = new Date(app.clock.now().getTime() + 86_400_000)
    const user = await aUser(store, { forgotPasswordCodeIssuedAt: issued })
    await ask(user.email)
    expect(await mailTo(outbox, user.email)).toHaveLength(1)
  })

  test.each([
    ['account_disabled', { enabled: false }],
    ['account_disabled', { enabled: false, emailVerified: false }],
  ])('%s: nothing is sent', async (outcome, columns) => {
    const user = await aUser(store, columns)
    expect((await ask(user.email)).view).toMatchObject({ sent: true })
    expect(await mailTo(outbox, user.email)).toEqual([])
    const entries = await entriesOf(app, 'requested_password_reset', { userId: user.id })
    expect(entries).toMatchObject([{ outcome, ip: expect.any(String) }])
  })

  test.each([
    ['unknown_address', 'nobody-here@example.org'],
    ['invalid_address', 'nobody@here'],
  ])('%s: nothing is sent', async (outcome, email) => {
    expect((await ask(email)).view).toMatchObject({ sent: true })
    expect(await outcomesFor(app, 'requested_password_reset', email)).toEqual([outcome])
    expect(await mailTo(outbox, email)).toEqual([])
  })

  test('while mail is off the page answers and nothing follows', async () => {
    await app.changeSettings({ smtpEnabled: false })
    const user = await aUser(store)
    expect((await ask(user.email)).view).toMatchObject({ sent: true })
    expect(await outcomesFor(app, 'requested_password_reset', user.email)).toEqual([])
    expect(await store.users.findById(user.id)).toMatchObject({ forgotPasswordCodeHash: null })
  })

  test('twenty forms in five minutes from one address, five for one email', async () => {
    const person = visitor(app)
    for (let i = 0; i < 20; i++) {
      expect((await person.post('/forgot-password', { email: '' })).status).toBe(200)
    }
    expect((await person.post('/forgot-password', { email: '' })).status).toBe(429)
    const email = anAddress()
    for (let i = 0; i < 5; i++) expect((await ask(email)).status).toBe(200)
    expect((await ask(email)).status).toBe(429)
  })
})

test('an account without a password is asked to choose one, and not told that it was just created', async () => {
  const { user } = await aLink({ passwordHash: '' })
  const mail = (await mailTo(outbox, user.email)).at(-1)
  expect(mail?.subject).toBe('Choose a password for your Example <App> account')
  expect(mail?.text).toContain('has no password yet')
  expect(mail?.text).not.toContain('was created')
})

describe('the link', () => {
  test('leads to the same address without the code, and spends nothing', async () => {
    const { user, link } = await aLink()
    for (let i = 0; i < 2; i++) await app.fetch(link, { redirect: 'manual' })
    const { page } = await follow(link)
    expect(page.url.pathname + page.url.search).toBe('/reset-password')
    const { email } = user
    expect(page.view).toMatchObject({
      page: 'reset-password',
      account: { email },
      rule: { minLength: 8 },
    })
  })

  test('greets who could not sign in so far: the first password finishes the set-up', async () => {
    const { link } = await aLink({ passwordHash: '' })
    expect((await follow(link)).page.view).toMatchObject({ page: 'reset-password', isNew: true })
    const other = await aLink({ passwordHash: '' })
    await aStoredPasskey(store, other.user.id)
    expect((await follow(other.link)).page.view).not.toHaveProperty('isNew')
  })

  test('works for half an hour', async () => {
    const { user, link } = await aLink()
    app.clock.advance(1_799)
    expect((await follow(link)).page.view?.page).toBe('reset-password')
    app.clock.advance(1)
    const { page } = await follow(link)
    expect([page.status, page.view]).toEqual([
      200,
      { page: 'link-expired', flow: 'reset', reason: 'expired', ceremonyId: '', uiLocales: [] },
    ])
    expect(await entriesOf(app, failed, { userId: user.id })).toMatchObject([
      { reason: 'code_expired' },
    ])
  })

  // An empty parameter counts as absent, so no code was tried.
  test.each([
    ['unknown', 1],
    ['x'.repeat(3000), 1],
    ['', 0],
  ])('with the code %o is no link', async (code, entries) => {
    const told = () => entriesOf(app, failed, { reason: 'unknown_code' })
    const before = await told()
    const page = await visitor(app).visit(`/reset-password?code=${code}`)
    expect([page.status, page.view?.page]).toEqual([200, 'link-expired'])
    expect(await told()).toHaveLength(before.length + entries)
  })

  const retired: [string, string, (user: TestUser) => Promise<unknown>][] = [
    [
      'a newer request',
      'unknown_code',
      async (user) => {
        app.clock.advance(60)
        await ask(user.email)
        await mailTo(outbox, '')
      },
    ],
    [
      'a disabled account',
      'account_disabled',
      ({ id }) => store.users.change(id, { enabled: false }),
    ],
    ['new credentials', 'unknown_code', ({ id }) => store.users.advanceAuthState(id)],
  ]
  test.each(retired)('dies with %s', async (_, reason, retire) => {
    const { user, link } = await aLink()
    await retire(user)
    const before = await entriesOf(app, failed, { reason })
    expect((await follow(link)).page.view?.page).toBe('link-expired')
    expect(await entriesOf(app, failed, { reason })).toHaveLength(before.length + 1)
  })

  test('a second one in the same browser asks which goes on, and takes over when chosen', async () => {
    const [first, second] = [await aLink(), await aLink()]
    const { person } = await follow(first.link)
    const { page } = await follow(second.link, person)
    const code = second.link.split('=')[1] ?? ''
    expect(page.view).toMatchObject({ page: 'link-in-flight', flow: 'reset', code })
    expect(JSON.stringify(page.view)).not.toContain(first.user.email)
    expect((await person.visit('/reset-password')).view).toMatchObject({
      account: { email: first.user.email },
    })
    const chosen = await person.post('/reset-password', { code })
    expect(chosen.view).toMatchObject({
      page: 'reset-password',
      account: { email: second.user.email },
    })
    expect((await person.submit(twice(goodPassword))).view?.page).toBe('password-set')
    expect(await store.users.findById(first.user.id)).toMatchObject({
      passwordHash: first.user.passwordHash,
    })
  })

  test('a code that was never sent takes nothing over', async () => {
    const { link, user } = await aLink()
    const { person } = await follow(link)
    const answer = await person.post('/reset-password', { code: 'unknown' })
    expect(answer.view?.page).toBe('link-expired')
    expect((await person.visit('/reset-password')).view).toMatchObject({
      account: { email: user.email },
    })
  })

  test.each([
    ['somebody else', false],
    ['its owner', true],
  ])('names %s who is signed in only if the link is another’s', async (_, isOwn) => {
    const { user, link } = await aLink()
    const other = isOwn ? user : await aUser(store)
    const { person } = await enter(app, await aClient(store), other)
    const { page } = await follow(link, person)
    const told = page.view?.page === 'reset-password' ? page.view.signedInAs : ''
    expect(told).toBe(isOwn ? undefined : other.email)
  })

  test('opened by machines twenty times from five addresses, it still works for its owner', async () => {
    const { link } = await aLink()
    for (let i = 0; i < 20; i++) {
      const scanner = { headers: { 'x-test-peer': `192.0.2.${i % 5}` } }
      const method = i % 2 === 0 ? 'GET' : 'HEAD'
      const answer = await app.fetch(link, { ...scanner, method, redirect: 'manual' })
      expect(answer.status).toBe(303)
    }
    const { person } = await follow(link)
    expect((await person.submit(twice(goodPassword))).view?.page).toBe('password-set')
  })

  test('a sign-in in progress in the same browser goes on', async () => {
    const { link } = await aLink()
    const client = await aClient(store)
    const person = visitor(app)
    const query = new URLSearchParams({
      client_id: client.clientIdentifier,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })
    const page = await person.visit(`/auth/authorize?${query}`)
    await follow(link, person)
    expect((await person.visit(page.url)).view?.page).toBe('sign-in')
  })
})

describe('the form', () => {
  test('sets the password and ends everything obtained before', async () => {
    const client = await aClient(store)
    const { user, link } = await aLink({ otpEnabled: true })
    const session = await aSession(store, user, [client])
    const offline = await aStoredGrant(store, user, client, { offline: true, used: false })
    const { person } = await follow(link)
    const answer = await person.submit(twice(goodPassword))
    expect([answer.status, answer.view]).toEqual([
      200,
      { page: 'password-set', ceremonyId: '', uiLocales: [] },
    ])
    const now = await store.users.findById(user.id)
    expect(await verifyPassword(now?.passwordHash ?? '', goodPassword)).toBe('right')
    expect(now).toMatchObject({
      otpEnabled: true,
      forgotPasswordCodeHash: null,
      authStateGeneration: user.authStateGeneration + 1,
    })
    expect(await sessionsOf(store, user.id)).toEqual([])
    expect(await store.codes.findByHash(offline.code.codeHash)).toMatchObject({ revoked: true })
    expect(await entriesOf(app, 'revoked_user_auth_state', { userId: user.id })).toMatchObject([
      {
        reason: 'password_reset',
        loggedInUser: '',
        preservedSessionIdentifier: '',
        terminatedSessionIdentifiers: [session.sessionIdentifier],
        revokedRefreshTokenJtis: [offline.refreshToken.jti],
      },
    ])
    expect(await entriesOf(app, 'changed_password', { userId: user.id })).toEqual([])
    expect(await entriesOf(app, 'verified_email', { userId: user.id })).toEqual([])
    const mails = await mailTo(outbox, user.email)
    expect(mails.at(-1)?.subject).toBe('Your password was changed')
    expect((await person.visit(link)).view?.page).toBe('link-expired')
    expect((await person.visit('/reset-password')).view?.page).toBe('link-expired')
  })

  test('takes no password made of the address', async () => {
    const { user, link } = await aLink()
    const { person } = await follow(link)
    const answer = await person.submit(twice(user.email.slice(0, user.email.indexOf('@'))))
    expect(errorOf(answer)).toBe('validator.password.too_common')
  })

  test.each(refusedPasswords)('%o is told on it, and it can be sent again', async (fields, key) => {
    const { link } = await aLink()
    const { person } = await follow(link)
    const answer = await person.submit(fields)
    expect([answer.status, answer.view?.page, errorOf(answer)]).toEqual([
      200,
      'reset-password',
      key,
    ])
    expect((await person.submit(twice(goodPassword))).view?.page).toBe('password-set')
  })

  test.each([
    'marker_missing',
    'continuation_mismatch',
    'marker_expired',
    'code_no_longer_outstanding',
    'account_disabled',
  ])('%s: 400, the password stays', async (reason) => {
    const { user, link } = await aLink()
    const { person, page } = await follow(link)
    const sent = page.view?.page === 'reset-password' ? page.view.continuationId : ''
    if (reason === 'marker_expired') app.clock.advance(1_800)
    if (reason === 'marker_missing') person.cookies.clear()
    if (reason === 'code_no_longer_outstanding') await store.users.advanceAuthState(user.id)
    if (reason === 'account_disabled') await store.users.change(user.id, { enabled: false })
    const continuationId = reason === 'continuation_mismatch' ? 'other' : sent
    const before = await entriesOf(app, failed, { reason })
    const answer = await person.post('/reset-password', { continuationId, ...twice(goodPassword) })
    expect([answer.status, answer.view?.page]).toEqual([400, 'link-expired'])
    expect(await entriesOf(app, failed, { reason })).toHaveLength(before.length + 1)
    expect(await store.users.findById(user.id)).toMatchObject({ passwordHash: user.passwordHash })
  })

  test('sent twice at once it sets one password', async () => {
    const { user, link } = await aLink()
    const { person, page } = await follow(link)
    const continuationId = page.view?.page === 'reset-password' ? page.view.continuationId : ''
    const fields = { continuationId, ...twice(goodPassword) }
    const answers = await allAtOnce(store.users, 'findById', 3, () =>
      person.copy().post('/reset-password', fields),
    )
    const pages = answers.map(({ view }) => view?.page).sort()
    expect(pages).toEqual(['link-expired', 'link-expired', 'password-set'])
    expect(await entriesOf(app, 'revoked_user_auth_state', { userId: user.id })).toHaveLength(1)
    const lost = { reason: 'claim_lost', userId: user.id }
    expect(await entriesOf(app, failed, lost)).toHaveLength(2)
  })

  test('the link for a first password works 24 hours and verifies the address', async () => {
    const code = randomToken(24)
    const user = await aUser(store, {
      passwordHash: '',
      emailVerified: false,
      forgotPasswordCodeHash: sha256Hex(code),
      forgotPasswordCodeIssuedAt: app.clock.now(),
    })
    app.clock.advance(24 * 3600 - 1)
    const { person, page } = await follow(`/reset-password?code=${code}`)
    expect(page.view?.page).toBe('reset-password')
    expect((await person.submit(twice(goodPassword))).view?.page).toBe('password-set')
    expect(await store.users.findById(user.id)).toMatchObject({ emailVerified: true })
    expect(await entriesOf(app, 'verified_email', { userId: user.id })).toEqual([
      { userId: user.id, loggedInUser: '' },
    ])
  })

  test('after 24 hours it does not', async () => {
    const code = randomToken(24)
    await aUser(store, {
      passwordHash: '',
      forgotPasswordCodeHash: sha256Hex(code),
      forgotPasswordCodeIssuedAt: app.clock.now(),
    })
    app.clock.advance(24 * 3600)
    expect((await follow(`/reset-password?code=${code}`)).page.view?.page).toBe('link-expired')
  })

  test('is refused from another site', async () => {
    const init = { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }
    expect((await visitor(app).post('/reset-password', {}, init)).status).toBe(403)
  })
})

test('pages and forms are limited together, by address', async () => {
  const person = visitor(app)
  let served = 0
  while (served < 60 && (await person.visit('/reset-password')).status === 200) served++
  expect(served).toBe(30)
  expect((await person.post('/reset-password', {})).status).toBe(429)
})
