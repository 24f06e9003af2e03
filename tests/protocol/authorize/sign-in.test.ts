import { describe, expect, test } from 'vitest'
import { hashPassword } from '#lib/domain/passwords/password.ts'
import { hashCheaply, makeHashesReal } from '#tests/support/hashing.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { begin, enter, interactionOf, reasonOf } from './fixture.ts'

makeHashesReal()
const app = await server()
const { store } = app
const client = await aClient(store)

async function onSignInPage(request = {}) {
  const person = visitor(app)
  const page = await begin(person, client, request)
  return { person, page }
}

describe('the page', () => {
  test('shows the client and an empty form', async () => {
    const { page } = await onSignInPage()
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.url.pathname).toBe('/auth/pwd')
    expect(page.view).toEqual({
      page: 'sign-in',
      uiLocales: [],
      ceremonyId: interactionOf(page),
      requestCopy: expect.any(String),
      client: { name: client.clientIdentifier, unverified: false },
      email: '',
      canRegister: false,
      canRecover: false,
      mayNeedLink: false,
    })
  })

  test.each([
    [false, true],
    [true, false],
  ])('links to registration (%s) and recovery (%s) as they are open', async (open, smtpEnabled) => {
    await app.changeSettings({ selfRegistrationEnabled: open, smtpEnabled })
    const { page } = await onSignInPage()
    await app.changeSettings({ selfRegistrationEnabled: false, smtpEnabled: false })
    expect(page.view).toMatchObject({ canRegister: open, canRecover: smtpEnabled })
  })

  test('begins with login_hint and keeps ui_locales', async () => {
    const { page } = await onSignInPage({ login_hint: 'ada@example.org', ui_locales: 'de xx pt' })
    expect(page.view).toMatchObject({ email: 'ada@example.org', uiLocales: ['de', 'xx', 'pt'] })
  })

  test('answers HEAD as GET without a body', async () => {
    const { person, page } = await onSignInPage()
    const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await app.fetch(page.url.href, { method: 'HEAD', headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })
})

describe('the form', () => {
  test('takes the email in any case and with blanks around it', async () => {
    const user = await aUser(store)
    const { person } = await onSignInPage()
    const last = await person.submit({
      email: `  ${user.email.toUpperCase()} `,
      password: user.password,
    })
    expect(responseOf(last)?.code).toHaveLength(128)
    expect(await entriesOf(app, 'auth_success_pwd', { userId: user.id })).toHaveLength(1)
  })

  test.each([
    [{ email: '  ', password: 'x' }, 'validator.login.email_required'],
    [{ email: 'a@example.org', password: '' }, 'validator.login.password_required'],
  ])('%j is asked for again: %s', async (fields, key) => {
    const { person } = await onSignInPage()
    const page = await person.submit(fields)
    expect(page.status).toBe(200)
    expect(errorOf(page)).toBe(key)
  })

  test('says the same of a wrong password and of an unknown address, and keeps the email', async () => {
    const user = await aUser(store)
    const unknown = 'nobody@example.org'
    for (const email of [user.email, unknown]) {
      const { person } = await onSignInPage()
      const page = await person.submit({ email, password: 'wrong' })
      expect(errorOf(page)).toBe('handler.login.auth_failed')
      expect(page.view).toMatchObject({ page: 'sign-in', email })
      expect(page.url.search).not.toContain('example.org')
      expect(await entriesOf(app, 'auth_failed_pwd', { email })).toHaveLength(1)
    }
  })

  test('an account without a password cannot be signed in to', async () => {
    const user = await aUser(store, { passwordHash: '' })
    const { person } = await onSignInPage()
    expect(errorOf(await person.submit({ email: user.email, password: 'x' }))).toBe(
      'handler.login.auth_failed',
    )
  })

  test.each([
    { email: `${'a'.repeat(400)}@example.org`, password: 'x' },
    { email: '\u{1F600}'.repeat(400), password: 'x' },
  ])('oversized input is wrong', async (fields) => {
    const { person } = await onSignInPage()
    expect(errorOf(await person.submit(fields))).toBe('handler.login.auth_failed')
  })

  test('a disabled account is told so, to whoever knows the password', async () => {
    const user = await aUser(store, { enabled: false })
    const { person } = await onSignInPage()
    const wrong = await person.submit({ email: user.email, password: 'wrong' })
    expect(errorOf(wrong)).toBe('handler.login.auth_failed')
    const right = await person.submit({ email: user.email, password: user.password })
    expect(errorOf(right)).toBe('handler.login.account_disabled')
    expect(await entriesOf(app, 'user_disabled', { userId: user.id })).toHaveLength(1)
  })

  test('an unverified email may sign in', async () => {
    const user = await aUser(store, { emailVerified: false })
    const { last } = await enter(app, client, user)
    expect(responseOf(last)?.code).toBeDefined()
  })

  test('a hash of older parameters is renewed by the sign-in', async () => {
    const user = await aUser(store, { passwordHash: await hashCheaply('Battery-staple-7') })
    await enter(app, client, user)
    const renewed = await store.users.findById(user.id)
    expect(renewed?.passwordHash).not.toBe(user.passwordHash)
    expect(renewed?.passwordHash).toContain('m=19456')
    const current = await aUser(store, { passwordHash: await hashPassword('Battery-staple-7') })
    await enter(app, client, current)
    expect((await store.users.findById(current.id))?.passwordHash).toBe(current.passwordHash)
  })

  test('credentials in the query are not read', async () => {
    const user = await aUser(store)
    const { person, page } = await onSignInPage()
    const query = new URLSearchParams({ email: user.email, password: user.password })
    const answer = await person.post(`/auth/pwd?${query}`, { ceremonyId: interactionOf(page) })
    expect(errorOf(answer)).toBe('validator.login.email_required')
  })

  test('from another site it is refused', async () => {
    const { person, page } = await onSignInPage()
    const fields = { ceremonyId: interactionOf(page), email: 'a@example.org', password: 'x' }
    for (const site of ['cross-site', 'same-site']) {
      const answer = await person.post('/auth/pwd', fields, { headers: { 'sec-fetch-site': site } })
      expect(answer.status).toBe(403)
    }
  })

  test('every redirect after a form is a 303', async () => {
    const user = await aUser(store)
    const { person, page } = await onSignInPage({ prompt: 'consent' })
    const answer = await app.post(
      '/auth/pwd',
      { ceremonyId: interactionOf(page), email: user.email, password: user.password },
      { headers: { cookie: [...person.cookies].map((pair) => pair.join('=')).join('; ') } },
    )
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toContain('/auth/consent?ceremony=')
  })

  test('a form that cannot be read is malformed', async () => {
    const { person } = await onSignInPage()
    const answer = await person.visit('/auth/pwd', {
      method: 'POST',
      body: 'ceremonyId=%zz',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'malformed_request'])
  })
})

describe('limits', () => {
  test('ten failures of an account from one address, then a page with 429', async () => {
    const user = await aUser(store)
    const { person, page } = await onSignInPage()
    app.clock.advance(3600)
    const fresh = await onSignInPage()
    expect(interactionOf(fresh.page)).not.toBe(interactionOf(page))
    for (let i = 0; i < 10; i++) {
      const wrong = await fresh.person.submit({ email: user.email, password: 'wrong' })
      expect(errorOf(wrong)).toBe('handler.login.auth_failed')
    }
    const refused = await fresh.person.submit({ email: user.email, password: user.password })
    expect([refused.status, reasonOf(refused)]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await person.visit(page.url)).view).toMatchObject({ startedAgain: true })
  })
})
