import { describe, expect, test } from 'vitest'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, errorOf } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, enter, interactionOf, reasonOf } from './fixture.ts'

const app = await server()
const { store } = app
const plain = await aClient(store)
const asking = await aClient(store, { consentRequired: true })
const optional = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })
const mandatory = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
const otherAccount = { btnRestart: 'restart' }

describe('another account, asked for on the page of the code', () => {
  test('leads to the password, and signs that account in', async () => {
    const [user, other] = [await aUserWithOtp(app), await aUser(store)]
    const { person, last } = await enter(app, optional, user)
    const page = await person.submit(otherAccount)
    expect([page.view?.page, interactionOf(page)]).toEqual(['sign-in', interactionOf(last)])
    expect(page.view).toMatchObject({ email: '' })
    const answer = await person.submit({ email: other.email, password: other.password })
    expect(responseOf(answer)?.code).toBeDefined()
    expect(await sessionsOf(store, user.id)).toEqual([])
    expect(await sessionsOf(store, other.id)).toHaveLength(1)
  })

  test('forgets the password: no code signs in without it', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user)
    await person.submit(otherAccount)
    const fields = { ceremonyId: interactionOf(last), otp: codeAt(app, user.otpSecret) }
    expect((await person.post('/auth/otp', fields)).view?.page).toBe('sign-in')
    expect((await person.visit(last.url)).view?.page).toBe('sign-in')
    expect((await store.users.findById(user.id))?.lastOtpStep).toBe(0)
    const again = await person.submit({ email: user.email, password: user.password })
    expect(again.view?.page).toBe('otp')
    expect(responseOf(await person.submit({ otp: fields.otp }))?.code).toBeDefined()
  })

  test('is not the account of the session that the code was to raise', async () => {
    const [user, other] = [await aUserWithOtp(app), await aUser(store)]
    const { person } = await enter(app, plain, user)
    expect((await begin(person, optional)).view?.page).toBe('otp')
    expect((await person.submit(otherAccount)).view?.page).toBe('sign-in')
    expect(await sessionsOf(store, user.id)).toHaveLength(1)
    const { email, password } = other
    expect(responseOf(await person.submit({ email, password }))?.code).toBeDefined()
    const about = { userId: other.id, previousUserId: user.id }
    expect(await entriesOf(app, 'cross_user_session_replaced', about)).toHaveLength(1)
  })

  test('is offered where two-factor authentication is set up, whose secret is forgotten', async () => {
    const user = await aUser(store)
    const { person, last } = await enter(app, mandatory, user)
    const secret = last.view?.page === 'otp-enrollment' ? last.view.secret : ''
    await person.submit(otherAccount)
    const again = await person.submit({ email: user.email, password: user.password })
    expect(again.view).toMatchObject({ page: 'otp-enrollment', account: { email: user.email } })
    expect(errorOf(await person.submit({ otp: codeAt(app, secret) }))).toBe(
      'handler.otp.incorrect_code',
    )
  })

  test('is granted although the account of the code was disabled or changed meanwhile', async () => {
    const changes = [{ enabled: false }, { otpConfigGeneration: { increment: 1 } }]
    for (const data of changes) {
      const user = await aUserWithOtp(app)
      const { person } = await enter(app, optional, user)
      await app.runtime.database.prisma.user.update({ where: { id: user.id }, data })
      expect((await person.submit(otherAccount)).view?.page).toBe('sign-in')
    }
  })

  test('pressed twice leads to the same password page', async () => {
    const { person, last } = await enter(app, optional, await aUserWithOtp(app))
    const fields = { ceremonyId: interactionOf(last), ...otherAccount }
    await person.post('/auth/otp', fields)
    expect((await person.post('/auth/otp', fields)).view?.page).toBe('sign-in')
  })

  test('comes too late when the code was accepted', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user, { request: { prompt: 'consent' } })
    const consent = await person.submit({ otp: codeAt(app, user.otpSecret) })
    const fields = { ceremonyId: interactionOf(last), ...otherAccount }
    expect(reasonOf(await person.post('/auth/otp', fields))).toBe('state_mismatch')
    expect((await person.visit(consent.url)).view?.page).toBe('consent')
  })

  test('and the code, sent at the same moment: one of them counts', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user)
    const ceremonyId = interactionOf(last)
    const answers = await Promise.all([
      person.copy().post('/auth/otp', { ceremonyId, ...otherAccount }),
      person.copy().post('/auth/otp', { ceremonyId, otp: codeAt(app, user.otpSecret) }),
    ])
    const isSignedIn = answers.some((answer) => responseOf(answer)?.code)
    const isRestarted = answers.some(({ view }) => view?.page === 'sign-in')
    expect([isSignedIn, isRestarted].filter(Boolean)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    expect(await sessionsOf(store, user.id)).toHaveLength(isSignedIn ? 1 : 0)
  })

  test('costs nothing of the budget for wrong codes', async () => {
    const user = await aUserWithOtp(app)
    const { person } = await enter(app, optional, user)
    for (let i = 0; i < 6; i++) {
      await person.submit(otherAccount)
      await person.submit({ email: user.email, password: user.password })
    }
    const answer = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect(responseOf(answer)?.code).toBeDefined()
  })

  test('is for the browser of the sign-in alone', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user)
    const { person: stranger } = await enter(app, optional, await aUserWithOtp(app))
    const fields = { ceremonyId: interactionOf(last), ...otherAccount }
    expect(reasonOf(await stranger.post('/auth/otp', fields))).toBe('ceremony_mismatch')
    expect((await person.visit(last.url)).view?.page).toBe('otp')
  })
})

describe('another account, asked for on the consent page', () => {
  test('leads to the password, and signs that account in', async () => {
    const [user, other] = [await aUser(store), await aUser(store)]
    const { person, last } = await enter(app, asking, user)
    const page = await person.submit(otherAccount)
    expect([page.view?.page, interactionOf(page)]).toEqual(['sign-in', interactionOf(last)])
    await person.submit({ email: other.email, password: other.password })
    const answer = await person.submit({ consent0: 'on', btnSubmit: 'submit' })
    expect(responseOf(answer)?.code).toBeDefined()
    expect(await sessionsOf(store, user.id)).toEqual([])
    expect(await store.consents.find(user.id, asking.id)).toBeNull()
    expect(await store.consents.find(other.id, asking.id)).not.toBeNull()
  })

  test('forgets the code that was accepted: the next account proves its own', async () => {
    const [user, other] = [await aUserWithOtp(app), await aUserWithOtp(app)]
    const { person } = await enter(app, optional, user, { request: { prompt: 'consent' } })
    await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect((await person.submit(otherAccount)).view?.page).toBe('sign-in')
    const again = await person.submit({ email: other.email, password: other.password })
    expect(again.view).toMatchObject({ page: 'otp', account: { email: other.email } })
    const consent = await person.submit({ otp: codeAt(app, other.otpSecret) })
    expect(consent.view).toMatchObject({ page: 'consent', account: { email: other.email } })
  })

  test('is not the account of the session that spared the password', async () => {
    const user = await aUser(store)
    const { person } = await enter(app, plain, user)
    expect((await begin(person, asking)).view?.page).toBe('consent')
    expect((await person.submit(otherAccount)).view?.page).toBe('sign-in')
    expect(await sessionsOf(store, user.id)).toHaveLength(1)
  })

  test('pressed twice leads to the same password page', async () => {
    const { person, last } = await enter(app, asking, await aUser(store))
    const fields = { ceremonyId: interactionOf(last), ...otherAccount }
    await person.post('/auth/consent', fields)
    expect((await person.post('/auth/consent', fields)).view?.page).toBe('sign-in')
  })

  test('comes too late when the page was answered', async () => {
    const { person, last } = await enter(app, asking, await aUser(store))
    await person.submit({ consent0: 'on', btnSubmit: 'submit' })
    const fields = { ceremonyId: interactionOf(last), ...otherAccount }
    expect(reasonOf(await person.post('/auth/consent', fields))).toBe('finished')
  })

  test('is for the browser of the sign-in alone', async () => {
    const { person, last } = await enter(app, asking, await aUser(store))
    const { person: stranger } = await enter(app, asking, await aUser(store))
    const fields = { ceremonyId: interactionOf(last), ...otherAccount }
    expect(reasonOf(await stranger.post('/auth/consent', fields))).toBe('ceremony_mismatch')
    expect((await person.visit(last.url)).view?.page).toBe('consent')
  })
})
