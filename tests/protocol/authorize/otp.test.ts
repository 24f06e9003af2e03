import { describe, expect, test } from 'vitest'
import { otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testCipher } from '#tests/support/settings.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, enter, interactionOf, reasonOf } from './fixture.ts'

const app = await server()
const { store } = app
const optional = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })
const mandatory = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
const plain = await aClient(store)

/** A code in the ten digits of a script. */
function inDigits(code: string, digits: string): string {
  return code.replace(/\d/g, (digit) => digits[Number(digit)] ?? '')
}

async function sessionOf(user: { id: number }) {
  const [session] = await sessionsOf(store, user.id)
  if (!session) throw new Error('There is no session.')
  return session
}

describe('the prompt', () => {
  test('follows the password and takes the code', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user)
    expect(last.view).toEqual({
      page: 'otp',
      uiLocales: [],
      ceremonyId: interactionOf(last),
      requestCopy: expect.any(String),
      client: { name: optional.clientIdentifier, unverified: false },
      account: expect.objectContaining({ name: 'Ada Lovelace', email: user.email }),
    })
    const answer = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect(responseOf(answer)?.code).toBeDefined()
    expect(await entriesOf(app, 'auth_success_otp', { userId: user.id })).toHaveLength(1)
    expect(await sessionOf(user)).toMatchObject({
      authMethods: 'pwd otp',
      acrLevel: 'urn:authserver:level2_optional',
    })
  })

  test.each([
    ['urn:authserver:level1', 'openid profile email'],
    ['urn:authserver:level1 urn:authserver:level2_mandatory', 'openid'],
    ['urn:unknown urn:authserver:level1', 'openid offline_access'],
    ['urn:authserver:level1', 'openid authserver:manage-account'],
  ])('comes where acr_values are %s, too', async (acr_values, scope) => {
    const user = await aUserWithOtp(app)
    await grantToUser(store, user, 'authserver:manage-account')
    const { last } = await enter(app, optional, user, { request: { acr_values, scope } })
    expect(last.view?.page).toBe('otp')
  })

  test.each([-1, 0, 1])('takes the code of step %i', async (step) => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    const answer = await person.submit({ otp: ` ${codeAt(app, user.otpSecret, step)} ` })
    expect(responseOf(answer)?.code).toBeDefined()
  })

  test.each([
    ['full width', (code: string) => inDigits(code, '０１２３４５６７８９')],
    ['Arabic-Indic', (code: string) => inDigits(code, '٠١٢٣٤٥٦٧٨٩')],
    ['Devanagari', (code: string) => inDigits(code, '०१२३४५६७८९')],
    ['with a hyphen', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['with a mark that nobody sees', (code: string) => `\u200e${code}\u200b`],
    ['in a message', (code: string) => `Your code is ${code.slice(0, 3)} ${code.slice(3)}, 30 s`],
  ])('takes a code typed %s', async (_, typed) => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    const answer = await person.submit({ otp: typed(codeAt(app, user.otpSecret)) })
    expect(responseOf(answer)?.code).toBeDefined()
  })

  test.each([-2, 2])('refuses the code of step %i', async (step) => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    const answer = await person.submit({ otp: codeAt(app, user.otpSecret, step) })
    expect(errorOf(answer)).toBe('handler.otp.incorrect_code')
    expect(await entriesOf(app, 'auth_failed_otp', { userId: user.id })).toHaveLength(1)
  })

  test('asks for a code, and spends no step on anything else', async () => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    expect(errorOf(await person.submit({ otp: '  ' }))).toBe('handler.otp.code_required')
    for (const otp of ['12345', '1234567', 'code', '9'.repeat(5000)]) {
      expect(errorOf(await person.submit({ otp }))).toBe('handler.otp.incorrect_code')
    }
    expect((await store.users.findById(user.id))?.lastOtpStep).toBe(0)
    expect(
      responseOf(await person.submit({ otp: codeAt(app, user.otpSecret) }))?.code,
    ).toBeDefined()
  })

  test('takes no code twice', async () => {
    const user = await aUserWithOtp(app)
    const first = await enter(app, optional, user)
    const code = codeAt(app, user.otpSecret)
    await first.person.submit({ otp: code })
    const second = await enter(app, optional, user)
    expect(errorOf(await second.person.submit({ otp: code }))).toBe('handler.otp.incorrect_code')
    expect(await entriesOf(app, 'otp_code_replay_detected', { userId: user.id })).toHaveLength(1)
    expect(await entriesOf(app, 'auth_failed_otp', { userId: user.id })).toHaveLength(1)
    const next = await second.person.submit({ otp: codeAt(app, user.otpSecret, 1) })
    expect(responseOf(next)?.code).toBeDefined()
  })

  test('takes a code once, however often it is sent at the same moment', async () => {
    const user = await aUserWithOtp(app)
    const otp = codeAt(app, user.otpSecret)
    const people = await Promise.all(Array.from({ length: 4 }, () => enter(app, optional, user)))
    const answers = await Promise.all(people.map(({ person }) => person.submit({ otp })))
    expect(answers.filter((answer) => responseOf(answer)?.code)).toHaveLength(1)
    const others = answers.filter((answer) => !responseOf(answer))
    expect(others.map(errorOf)).toEqual(Array(3).fill('handler.otp.incorrect_code'))
  })

  test('five failures of a user, then 429 even for the right code', async () => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    for (let i = 0; i < 5; i++) await person.submit({ otp: '000000' })
    const refused = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect([refused.status, reasonOf(refused)]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('is skipped by a user without second factor where it is optional', async () => {
    const user = await aUser(store)
    const { last } = await enter(app, optional, user)
    expect(responseOf(last)?.code).toBeDefined()
    expect(await sessionOf(user)).toMatchObject({
      authMethods: 'pwd',
      acrLevel: 'urn:authserver:level2_optional',
    })
  })

  test('Back to it says it is finished', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user, { request: { prompt: 'consent' } })
    const consent = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect(consent.view?.page).toBe('consent')
    expect(reasonOf(await person.visit(last.url))).toBe('state_mismatch')
    const fields = { ceremonyId: interactionOf(last), otp: codeAt(app, user.otpSecret, 1) }
    expect(reasonOf(await person.post('/auth/otp', fields))).toBe('state_mismatch')
    expect((await person.visit(consent.url)).view?.page).toBe('consent')
  })

  test('before the password it leads to the password', async () => {
    const person = visitor(app)
    const page = await begin(person, optional)
    const answer = await person.post('/auth/otp', {
      ceremonyId: interactionOf(page),
      otp: '123456',
    })
    expect(answer.view?.page).toBe('sign-in')
  })
})

describe('step-up', () => {
  test('asks only for the code, keeps the session, renews its cookie, moves auth_time', async () => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, plain, user)
    const before = await sessionOf(user)
    const cookie = person.cookies.get('authserver-session')
    app.clock.advance(60)
    expect((await begin(person, mandatory)).view?.page).toBe('otp')
    const browserCookie = person.cookies.get('authserver-browser')
    const answer = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect(responseOf(answer)?.code).toBeDefined()
    const after = await sessionOf(user)
    expect(after).toMatchObject({
      id: before.id,
      sessionIdentifier: before.sessionIdentifier,
      acrLevel: 'urn:authserver:level2_mandatory',
      authMethods: 'pwd otp',
      authTime: app.clock.now(),
    })
    expect(person.cookies.get('authserver-session')).not.toBe(cookie)
    expect(person.cookies.get('authserver-browser')).not.toBe(browserCookie)
    expect(responseOf(await begin(person, mandatory))?.code).toBeDefined()
  })

  test('is owed again after two-factor settings changed', async () => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, mandatory, user)
    await person.submit({ otp: codeAt(app, user.otpSecret) })
    await app.runtime.database.prisma.user.update({
      where: { id: user.id },
      data: { otpConfigGeneration: { increment: 1 }, lastOtpStep: 0 },
    })
    expect((await begin(person, mandatory)).view?.page).toBe('otp')
    await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect(responseOf(await begin(person, mandatory))?.code).toBeDefined()
  })
})

describe('enrolment', () => {
  test('is asked where level 2 is mandatory; the secret survives reloads and wrong codes', async () => {
    const user = await aUser(store)
    const { person, last } = await enter(app, mandatory, user)
    if (last.view?.page !== 'otp-enrollment') throw new Error('No enrolment.')
    const { secret, qrCode } = last.view
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(qrCode).toMatch(/^data:image\/png;base64,/)
    expect((await person.visit(last.url)).view).toMatchObject({ secret })
    const wrong = await person.submit({ otp: codeAt(app, secret, 5) })
    expect(errorOf(wrong)).toBe('handler.otp.incorrect_code')
    expect(wrong.view).toMatchObject({ secret })
    expect(responseOf(await person.submit({ otp: codeAt(app, secret) }))?.code).toBeDefined()
    const stored = await store.users.findById(user.id)
    expect(stored).toMatchObject({ otpEnabled: true, otpConfigGeneration: 1 })
    expect(
      testCipher.open(stored?.otpSecretEncrypted ?? new Uint8Array(), otpSecretPlace(user.id)),
    ).toBe(secret)
    expect(await entriesOf(app, 'enabled_otp', { userId: user.id })).toHaveLength(1)
    expect(await entriesOf(app, 'auth_success_otp', { userId: user.id })).toHaveLength(1)
    expect(await sessionOf(user)).toMatchObject({
      authMethods: 'pwd otp',
      acrLevel: 'urn:authserver:level2_mandatory',
      otpConfigGeneration: 1,
    })
  })

  test('its code is spent like any other', async () => {
    const user = await aUser(store)
    const { person, last } = await enter(app, mandatory, user)
    const secret = last.view?.page === 'otp-enrollment' ? last.view.secret : ''
    const otp = codeAt(app, secret)
    await person.submit({ otp })
    const again = await enter(app, mandatory, user)
    expect(errorOf(await again.person.submit({ otp }))).toBe('handler.otp.incorrect_code')
  })

  test('a form sent without its page proves nothing', async () => {
    const user = await aUser(store)
    const person = visitor(app)
    const page = await begin(person, mandatory)
    const cookie = () => [...person.cookies].map((pair) => pair.join('=')).join('; ')
    const posted = await app.post(
      '/auth/pwd',
      { ceremonyId: interactionOf(page), email: user.email, password: user.password },
      { headers: { cookie: cookie() } },
    )
    const [pair = ''] = (posted.headers.getSetCookie()[0] ?? '').split(';')
    person.cookies.set('authserver-browser', pair.split('=')[1] ?? '')
    const answer = await person.post('/auth/otp', {
      ceremonyId: interactionOf(page),
      otp: '123456',
    })
    expect(reasonOf(answer)).toBe('state_mismatch')
  })
})

describe('what changes while the page waits', () => {
  test('two-factor switched off or on ends the interaction', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user)
    await app.runtime.database.prisma.user.update({
      where: { id: user.id },
      data: { otpConfigGeneration: { increment: 1 } },
    })
    const answer = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'otp_changed'])
    expect(reasonOf(await person.visit(last.url))).toBe('finished')
  })

  test.each([
    ['the form', 'POST', optional],
    ['the form, where level 2 is mandatory', 'POST', mandatory],
    ['the page', 'GET', optional],
    ['the page, where level 2 is mandatory', 'GET', mandatory],
  ] as const)('two-factor switched off ends the interaction: %s', async (_, method, client) => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, client, user)
    await store.users.disableOtp(user.id)
    const code = { otp: codeAt(app, user.otpSecret) }
    const answer = await (method === 'GET' ? person.visit(last.url) : person.submit(code))
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'otp_changed'])
    expect(reasonOf(await person.visit(last.url))).toBe('finished')
    expect(await sessionsOf(store, user.id)).toEqual([])
  })

  test('two-factor switched off in a step-up ends the interaction, not the session', async () => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, plain, user)
    await begin(person, optional)
    await store.users.disableOtp(user.id)
    const answer = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'otp_changed'])
    expect(responseOf(await begin(person, plain))?.code).toBeDefined()
  })

  test('a sign-in that owes no code is not touched by two-factor settings', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, plain, user, { request: { prompt: 'consent' } })
    await store.users.disableOtp(user.id)
    const answer = await person.visit(`/auth/otp?ceremony=${interactionOf(last)}`)
    expect(answer.view?.page).toBe('consent')
  })

  /** As an administrator does: earlier proofs no longer count. */
  const disable = (user: { id: number }) =>
    app.runtime.database.prisma.user.update({
      where: { id: user.id },
      data: { enabled: false, authStateGeneration: { increment: 1 } },
    })

  test.each([
    ['the code', optional],
    ['enrolment', mandatory],
  ])('a disabled user is told so by the page of %s, and stays there', async (_, client) => {
    const user = client === optional ? await aUserWithOtp(app) : await aUser(store)
    const { person, last } = await enter(app, client, user)
    await disable(user)
    for (const otp of ['', '000000', '000000']) {
      const answer = await person.submit({ otp })
      expect(errorOf(answer)).toBe('handler.otp.account_disabled')
      expect([answer.status, answer.view?.page]).toEqual([200, last.view?.page])
    }
    expect((await person.visit(last.url)).view?.page).toBe(last.view?.page)
    expect(await entriesOf(app, 'user_disabled', { userId: user.id })).toHaveLength(1)
    expect(await entriesOf(app, 'auth_failed_otp', { userId: user.id })).toEqual([])
  })

  test('a disabled user’s right code signs nobody in', async () => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    await disable(user)
    const answer = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect(errorOf(answer)).toBe('handler.otp.account_disabled')
    expect((await store.users.findById(user.id))?.lastOtpStep).toBe(0)
    expect(await sessionsOf(store, user.id)).toEqual([])
  })

  test('a disabled user’s failures are not charged', async () => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    await disable(user)
    for (let i = 0; i < 7; i++) expect((await person.submit({ otp: '000000' })).status).toBe(200)
  })

  test('from a disabled user’s code page another account can sign in', async () => {
    const user = await aUserWithOtp(app)
    const other = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    await disable(user)
    await person.submit({ otp: '000000' })
    expect((await person.submit({ btnRestart: 'restart' })).view?.page).toBe('sign-in')
    await person.submit({ email: other.email, password: other.password })
    const answer = await person.submit({ otp: codeAt(app, other.otpSecret) })
    expect(responseOf(answer)?.code).toBeDefined()
  })

  test('a disabled user whose two-factor settings changed too is told of the account', async () => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    await disable(user)
    await app.runtime.database.prisma.user.update({
      where: { id: user.id },
      data: { otpConfigGeneration: { increment: 1 } },
    })
    expect(errorOf(await person.submit({ otp: '000000' }))).toBe('handler.otp.account_disabled')
  })

  test('every other address tells the client of a disabled user', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user)
    await disable(user)
    const answer = await person.visit(`/auth/completed?ceremony=${interactionOf(last)}`)
    expect(responseOf(answer)).toMatchObject({
      error: 'access_denied',
      error_description: 'This user account is disabled.',
    })
    expect(await entriesOf(app, 'user_disabled', { userId: user.id })).toHaveLength(1)
  })

  test('changed credentials lead back to the password', async () => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    await app.runtime.database.prisma.user.update({
      where: { id: user.id },
      data: { authStateGeneration: { increment: 1 } },
    })
    const answer = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect(answer.view?.page).toBe('sign-in')
    const again = await person.submit({ email: user.email, password: user.password })
    expect(again.view?.page).toBe('otp')
  })
})
