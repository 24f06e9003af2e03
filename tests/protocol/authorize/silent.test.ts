import { describe, expect, test } from 'vitest'
import { acrLevels } from '#lib/domain/sign-in/acr.ts'
import type { InteractionState } from '#lib/protocol/authorize/decide.ts'
import { decideSilently } from '#lib/protocol/authorize/decide-silently.ts'
import { redeem, responseOf, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { session, state, user } from './every-state.ts'
import { aUserWithOtp, begin, codeAt, enter } from './fixture.ts'

const app = await server()
const { store } = app
const client = await aClient(store)
const silent = { prompt: 'none', state: 's' }
const [, optional, mandatory] = acrLevels
const consent = { required: false, manageAccountExempt: false, stored: null, answered: null }
const manage = 'authserver:manage-account'

describe('the decision, first failure first', () => {
  const signedOut = 'login_required: The user is not signed in.'
  const notApproved = 'consent_required: The user has not approved this client.'
  const partly = 'consent_required: The user has not approved every requested scope.'

  test.each<[string, Partial<InteractionState>, string]>([
    ['no session', { session: null, user: null }, signedOut],
    [
      'session over',
      { session: session({ live: false, recent: false }), user: user({ enabled: false }) },
      'login_required: The session is no longer valid.',
    ],
    [
      'max_age',
      { session: session({ recent: false }), user: user({ enabled: false }) },
      'login_required: The last sign-in is older than max_age allows.',
    ],
    [
      'disabled',
      { user: user({ enabled: false, hinted: false }) },
      'access_denied: This user account is disabled.',
    ],
    [
      'hint',
      { user: user({ hinted: false }), targetAcr: mandatory },
      'login_required: The signed-in user is not the one named by id_token_hint.',
    ],
    [
      'level',
      { targetAcr: optional, scopes: [] },
      'interaction_required: The session does not meet the requested authentication level.',
    ],
    [
      'no second factor',
      { targetAcr: mandatory, session: session({ acrLevel: mandatory }) },
      'interaction_required: The user has to set up two-factor authentication.',
    ],
    [
      'two-factor settings changed',
      {
        targetAcr: optional,
        scopes: [],
        session: session({ acrLevel: optional, otpConfigurationCurrent: false }),
      },
      'interaction_required: Two-factor settings changed since the last sign-in.',
    ],
    [
      'scope',
      { scopes: ['offline_access'], consent: { ...consent, required: true } },
      'access_denied: The user holds none of the requested scopes.',
    ],
    ['consent never given', { consent: { ...consent, required: true } }, notApproved],
    [
      'consent to another scope',
      { consent: { ...consent, required: true, stored: ['email'] } },
      partly,
    ],
    ['offline access never approved', { scopes: ['openid', 'offline_access'] }, notApproved],
    [
      'offline access approved, the rest not',
      {
        scopes: ['openid', 'offline_access'],
        consent: { ...consent, stored: ['offline_access'] },
      },
      partly,
    ],
    ['account scope never approved', { scopes: ['openid', manage] }, notApproved],
    [
      'account scope not approved',
      { scopes: ['openid', manage], consent: { ...consent, stored: ['openid'] } },
      partly,
    ],
    [
      'the authenticator of the session is gone',
      { session: session({ authMethods: 'pwd otp', otpConfigurationCurrent: false }) },
      signedOut,
    ],
  ])('%s', (_, change, expected) => {
    const decision = decideSilently(state(change))
    expect(decision.step).toBe('refuse')
    expect(decision).toMatchObject({ error: expected.split(': ')[0] })
    expect('description' in decision && decision.description).toBe(expected.split(': ')[1])
  })

  test.each<[string, Partial<InteractionState>]>([
    ['nothing to ask', {}],
    ['consent given', { consent: { ...consent, required: true, stored: ['openid'] } }],
    [
      'offline access approved',
      {
        scopes: ['openid', 'offline_access'],
        consent: { ...consent, stored: ['openid', 'offline_access'] },
      },
    ],
    [
      'only the account scope needs approval',
      { scopes: ['openid', manage], consent: { ...consent, stored: [manage] } },
    ],
    [
      "the console's client",
      { scopes: [manage], consent: { ...consent, manageAccountExempt: true } },
    ],
  ])('%s: issued', (_, change) => {
    expect(decideSilently(state(change))).toMatchObject({
      step: 'issue',
      proof: { kind: 'reused' },
    })
  })
})

describe('prompt=none through the endpoint', () => {
  test('answers an error at once, without a page, a row or a cookie', async () => {
    const rows = await app.runtime.database.prisma.interaction.count()
    const person = visitor(app)
    const answer = await begin(person, client, silent)
    expect(responseOf(answer)).toEqual({
      error: 'login_required',
      error_description: 'The user is not signed in.',
      state: 's',
    })
    expect(person.cookies.size).toBe(0)
    expect(await app.runtime.database.prisma.interaction.count()).toBe(rows)
  })

  test('gives a code of the session as it is, and bumps it', async () => {
    const own = await aUser(store)
    const { person } = await enter(app, client, own)
    const [before] = await sessionsOf(store, own.id)
    const cookies = new Map(person.cookies)
    app.clock.advance(300)
    expect(responseOf(await begin(person, client, silent))?.code).toHaveLength(128)
    const [after] = await sessionsOf(store, own.id)
    expect(after).toMatchObject({ authTime: before?.authTime, lastAccessed: app.clock.now() })
    expect(person.cookies).toEqual(cookies)
    expect(await entriesOf(app, 'bumped_user_session', { userId: own.id })).toHaveLength(1)
  })

  test('asks for level 2 by an error', async () => {
    const own = await aUserWithOtp(app)
    const { person } = await enter(app, client, own)
    const stepUp = { ...silent, acr_values: optional }
    expect(responseOf(await begin(person, client, stepUp))?.error).toBe('interaction_required')
    await begin(person, client, { acr_values: optional })
    await person.submit({ otp: codeAt(app, own.otpSecret) })
    expect(responseOf(await begin(person, client, stepUp))?.code).toBeDefined()
  })

  test('max_age=0 is never met', async () => {
    const { person } = await enter(app, client, await aUser(store))
    const answer = await begin(person, client, { ...silent, max_age: '0' })
    expect(responseOf(answer)?.error).toBe('login_required')
  })

  test('a disabled user is refused and audited', async () => {
    const own = await aUser(store)
    const { person } = await enter(app, client, own)
    const data = { enabled: false }
    await app.runtime.database.prisma.user.update({ where: { id: own.id }, data })
    expect(responseOf(await begin(person, client, silent))?.error).toBe('access_denied')
    expect(await entriesOf(app, 'user_disabled', { userId: own.id })).toHaveLength(1)
  })

  test('a hint for the signed-in user is fine, for another one it is not', async () => {
    const confidential = await aClient(store)
    const [ada, bob] = [await aUser(store), await aUser(store)]
    const adas = await signIn(app, confidential, ada, { browser: visitor(app) })
    const bobs = await signIn(app, confidential, bob, { browser: visitor(app) })
    const hint = (await redeem(app, confidential, adas)).body.id_token ?? ''
    const request = { ...silent, id_token_hint: hint }
    expect(responseOf(await begin(adas.browser, client, request))?.code).toBeDefined()
    expect(responseOf(await begin(bobs.browser, client, request))?.error).toBe('login_required')
    const shown = await begin(bobs.browser, client, { id_token_hint: hint })
    expect(shown.view?.page).toBe('sign-in')
  })

  test('tells a self-registered client at once', async () => {
    const registered = await aClient(store, { createdViaDcr: true, consentRequired: true })
    const { person } = await enter(app, client, await aUser(store))
    const answer = await begin(person, registered, silent)
    expect(responseOf(answer)?.error).toBe('consent_required')
  })
})
