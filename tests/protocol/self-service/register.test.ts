import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { anAddress, goodPassword, linkIn, mailTo, outcomesFor, twice, withMail } from './fixture.ts'

const app = await server()
const { store } = app
const outbox = await withMail(app)
afterAll(() => outbox.close())

beforeEach(async () => {
  app.clock.set(testStart)
  await app.changeSettings({
    selfRegistrationEnabled: true,
    selfRegistrationRequiresEmailVerification: false,
    smtpEnabled: true,
    passwordPolicy: 'low',
  })
})

const provenFirst = () => app.changeSettings({ selfRegistrationRequiresEmailVerification: true })

async function register(email: string, fields: Record<string, string> = {}) {
  const person = visitor(app)
  await person.visit('/account/register')
  return person.submit({ email, ...fields })
}

describe('while registration is off', () => {
  test('page and form do not exist', async () => {
    await app.changeSettings({ selfRegistrationEnabled: false })
    const person = visitor(app)
    const page = await person.visit('/account/register')
    expect([page.status, page.view?.page]).toEqual([404, 'not-found'])
    const answer = await person.post('/account/register', { email: anAddress() })
    expect([answer.status, answer.view?.page]).toEqual([404, 'not-found'])
    expect(await entriesOf(app, 'requested_registration', {})).toEqual([])
  })
})

describe('where the address is not proven first', () => {
  test('the page tells what the password needs before anybody types', async () => {
    const page = await visitor(app).visit('/account/register')
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.view).toMatchObject({ page: 'register', email: '', rule: { minLength: 8 } })
  })

  test('an account is made at once, unverified, with the permission to manage itself', async () => {
    const email = anAddress()
    const answer = await register(` ${email.toUpperCase()} `, twice(goodPassword))
    expect([answer.status, answer.view?.page]).toEqual([200, 'registered'])
    const user = await store.users.findByEmail(email)
    expect(user).toMatchObject({ enabled: true, emailVerified: false })
    expect(await entriesOf(app, 'created_user', { email })).toEqual([
      { email, userId: user?.id, loggedInUser: '' },
    ])
    const permissions = await app.runtime.database.prisma.userPermission.findMany({
      where: { userId: user?.id ?? 0 },
      include: { permission: true },
    })
    expect(permissions.map((row) => row.permission.permissionIdentifier)).toEqual([
      'manage-account',
    ])
  })

  test('nobody is signed in by it', async () => {
    const answer = await register(anAddress(), twice(goodPassword))
    expect(answer.headers.getSetCookie().join()).not.toContain('session')
  })

  test('a welcome follows while mail is on, and none while it is off', async () => {
    const [first, second] = [anAddress(), anAddress()]
    await register(first, twice(goodPassword))
    const [mail, ...more] = await mailTo(outbox, first)
    expect(mail?.subject).toBe('Welcome to Example <App>')
    expect(linkIn(mail)).toBe('/account/overview')
    expect(more).toEqual([])
    await app.changeSettings({ smtpEnabled: false })
    await register(second, twice(goodPassword))
    expect(await mailTo(outbox, second)).toEqual([])
  })

  test.each([
    ['a blank address', { email: '  ' }, 'handler.email.required'],
    ['what is no address', { email: 'nobody' }, 'validator.email.invalid_format'],
    ['a long address', { email: `${'a'.repeat(50)}@example.org` }, 'validator.email.too_long'],
    ['no password', { password: '' }, 'handler.password.required'],
    ['no repetition', { passwordConfirmation: '' }, 'handler.password.confirmation_required'],
    ['a slip', { passwordConfirmation: 'x' }, 'handler.password.confirmation_mismatch'],
    ['a short password', twice('Ab1!'), 'validator.password.too_short'],
    ['a long password', twice('aB3!'.repeat(40)), 'validator.password.too_long'],
    ['a common password', twice('password1'), 'validator.password.too_common'],
    ['a password made of the address', twice('person-example'), 'validator.password.too_common'],
  ])('%s is told on the form', async (_, fields, key) => {
    const email = anAddress()
    const answer = await register(email, { email, ...twice(goodPassword), ...fields })
    expect([answer.status, answer.view?.page, errorOf(answer)]).toEqual([200, 'register', key])
    expect(await store.users.findByEmail(email)).toBeNull()
    expect(answer.url.search).toBe('')
  })

  test('an address that has an account is told, and keeps its password', async () => {
    const user = await aUser(store)
    const answer = await register(user.email, twice(goodPassword))
    expect(errorOf(answer)).toBe('validator.email.already_registered')
    expect(await store.users.findByEmail(user.email)).toMatchObject({
      passwordHash: user.passwordHash,
    })
  })

  test('of two at once for one address, one makes the account', async () => {
    const email = anAddress()
    const answers = await Promise.all([1, 2, 3].map(() => register(email, twice(goodPassword))))
    const pages = answers.map((answer) => errorOf(answer) ?? answer.view?.page).sort()
    expect(pages).toEqual([
      'registered',
      'validator.email.already_registered',
      'validator.email.already_registered',
    ])
  })

  test('it stays so while mail is off, whatever the setting says', async () => {
    await provenFirst()
    await app.changeSettings({ smtpEnabled: false })
    const email = anAddress()
    expect((await register(email, twice(goodPassword))).view?.page).toBe('registered')
  })
})

describe('where the address is proven first', () => {
  beforeEach(provenFirst)

  test('the page asks for the address only', async () => {
    const page = await visitor(app).visit('/account/register')
    expect(page.view).toMatchObject({ page: 'register' })
    expect(page.view).not.toHaveProperty('rule')
  })

  test('an unknown address gets a link', async () => {
    const email = anAddress()
    const answer = await register(email)
    expect(answer.view).toEqual({ page: 'check-email', email, ceremonyId: '', uiLocales: [] })
    const [mail, ...more] = await mailTo(outbox, email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Finish creating your Example <App> account')
    expect(linkIn(mail)).toMatch(/^\/account\/activate\?code=[\w-]{32}$/)
    expect(mail?.raw).not.toMatch(/<img|Example <App><\/p>/)
    expect(await outcomesFor(app, 'requested_registration', email)).toEqual(['link_issued'])
    expect(await store.users.findByEmail(email)).toBeNull()
  })

  test('the mail is in the language of the page', async () => {
    const email = anAddress()
    const person = visitor(app, { 'accept-language': 'fr-FR, de;q=0.5' })
    await person.visit('/account/register')
    await person.submit({ email })
    const [mail] = await mailTo(outbox, email)
    expect(mail?.subject).toBe('Terminez la création de votre compte Example <App>')
  })

  test('a minute after a link there is a new one, which replaces the one before', async () => {
    const email = anAddress()
    await register(email)
    await mailTo(outbox, email)
    app.clock.advance(59)
    await register(email)
    expect(await mailTo(outbox, email)).toHaveLength(1)
    app.clock.advance(1)
    await register(email)
    expect(await mailTo(outbox, email)).toHaveLength(2)
    expect(await outcomesFor(app, 'requested_registration', email)).toEqual([
      'link_issued',
      'link_pending',
      'link_issued',
    ])
  })

  test('the owner of a verified account gets a notice', async () => {
    const user = await aUser(store)
    expect((await register(user.email)).view?.page).toBe('check-email')
    const [mail] = await mailTo(outbox, user.email)
    expect(mail?.subject).toBe('You already have a Example <App> account')
    expect(linkIn(mail)).toBe('/forgot-password')
    expect(await outcomesFor(app, 'requested_registration', user.email)).toEqual(['notice_issued'])
  })

  test.each([
    ['unverified_address', { emailVerified: false }],
    ['account_disabled', { enabled: false }],
    ['account_disabled', { enabled: false, emailVerified: false }],
  ])('%s: nothing is sent', async (outcome, columns) => {
    const user = await aUser(store, columns)
    expect((await register(user.email)).view?.page).toBe('check-email')
    expect(await mailTo(outbox, user.email)).toEqual([])
    expect(await outcomesFor(app, 'requested_registration', user.email)).toEqual([outcome])
  })

  test('known and unknown addresses get the same answer before anything is looked up', async () => {
    const user = await aUser(store)
    const unknown = anAddress()
    const [one, other] = [await register(user.email), await register(unknown)]
    expect(one.status).toBe(other.status)
    expect({ ...one.view, email: '' }).toEqual({ ...other.view, email: '' })
    expect([...one.headers.keys()]).toEqual([...other.headers.keys()])
  })

  test('when the message cannot be sent the next request may try again', async () => {
    const email = anAddress()
    outbox.refuseWith('no such mailbox')
    expect((await register(email)).view?.page).toBe('check-email')
    expect(await mailTo(outbox, email)).toEqual([])
    outbox.refuseWith(null)
    await register(email)
    expect(await mailTo(outbox, email)).toHaveLength(1)
  })

  test.each([
    ['', 'handler.email.required'],
    ['nobody@', 'validator.email.invalid_format'],
  ])('%o is told on the form', async (email, key) => {
    const answer = await register(email)
    expect([answer.status, errorOf(answer)]).toEqual([200, key])
  })
})

describe('limits', () => {
  test('twenty forms in five minutes from one address', async () => {
    const person = visitor(app)
    for (let i = 0; i < 20; i++) {
      expect((await person.post('/account/register', { email: '' })).status).toBe(200)
    }
    const answer = await person.post('/account/register', { email: '' })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.view).toMatchObject({ page: 'error', reason: 'rate_limited' })
  })

  test('five in five minutes for one email, however it is written', async () => {
    const email = anAddress()
    for (let i = 0; i < 5; i++) expect((await register(email)).status).toBe(200)
    expect((await register(` ${email.toUpperCase()}`)).status).toBe(429)
    expect((await register(anAddress())).status).toBe(200)
  })
})

describe('the form', () => {
  test('is refused from another site', async () => {
    const answer = await visitor(app).post(
      '/account/register',
      { email: anAddress() },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(answer.status).toBe(403)
  })

  test('takes nothing from the query', async () => {
    const answer = await visitor(app).post(`/account/register?email=${anAddress()}`, {})
    expect(errorOf(answer)).toBe('handler.email.required')
  })
})
