import { describe, expect, test } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { setSecondFactorDue } from '#lib/domain/sessions/user-sessions.ts'
import { acrLevels, isAtLeast } from '#lib/domain/sign-in/acr.ts'
import { otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import { decide } from '#lib/protocol/authorize/decide.ts'
import { decideSilently } from '#lib/protocol/authorize/decide-silently.ts'
import { issueGrant } from '#lib/protocol/authorize/issue.ts'
import { loadInteraction } from '#lib/protocol/authorize/load-interaction.ts'
import type { AuthorizationRequest } from '#lib/protocol/authorize/request.ts'
import type { Browser } from '#tests/support/browser.ts'
import { testContext } from '#tests/support/context.ts'
import { readJwt, redeem, refresh, responseOf, signIn } from '#tests/support/oauth.ts'
import { aClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testCipher } from '#tests/support/settings.ts'
import { errorOf } from '#tests/support/visitor.ts'
import { everyState } from './every-state.ts'
import { aUserWithOtp, begin, codeAt, enter } from './fixture.ts'

const app = await server()
const { store } = app
const { prisma: database } = app.runtime.database
const { ctx } = await testContext()
const [level1, optional, mandatory] = acrLevels
const plain = await aClient(store, { defaultAcrLevel: level1 })
const lenient = await aClient(store, { defaultAcrLevel: optional })
const strict = await aClient(store, { defaultAcrLevel: mandatory })
const silent = { prompt: 'none' }

type Proof = Readonly<{ acrLevel: string; authMethods: string }>

const both = { acrLevel: mandatory, authMethods: 'pwd otp' }
const passwordOnly = { acrLevel: optional, authMethods: 'pwd' }

/** A request for a code, as the endpoint accepts it. */
function requestOf(client: typeof plain): AuthorizationRequest {
  return {
    client,
    redirectUri: client.redirectUri,
    responseType: 'code',
    responseMode: 'query',
    codeChallenge: 'a'.repeat(43),
    dpopJkt: '',
    scopes: ['openid'],
    resources: [],
    state: '',
    nonce: '',
    prompt: [],
    maxAgeSeconds: null,
    targetAcr: level1,
    hintSubject: '',
    uiLocales: [],
    loginHint: '',
  }
}

/** A browser whose session proved a password and a code. */
async function signedOn() {
  const user = await aUserWithOtp(app)
  const { person } = await enter(app, strict, user)
  await person.submit({ otp: codeAt(app, user.otpSecret) })
  expect(await sessionOf(user)).toMatchObject(both)
  return { user, person }
}

/** The same, after two-factor authentication was disabled. */
async function signedOnBefore() {
  const before = await signedOn()
  await store.users.disableOtp(before.user.id)
  return before
}

async function enrolAgain({ id }: { id: number }, secret: string) {
  await store.users.enableOtp(id, testCipher.seal(secret, otpSecretPlace(id)))
}

async function sessionOf({ id }: { id: number }) {
  const [session, ...more] = await sessionsOf(store, id)
  if (!session || more.length > 0) throw new Error('Not one session.')
  return session
}

/** The client's response to a request without pages. */
async function told(
  person: Browser,
  client: typeof plain,
  user: { id: number },
  request = {},
): Promise<Proof | string | undefined> {
  const response = responseOf(await begin(person, client, request))
  return response?.code ? newestProof(user) : response?.error
}

/** The authentication that a user's newest code records. */
async function newestProof({ id }: { id: number }): Promise<Proof> {
  const code = await database.code.findFirst({ where: { userId: id }, orderBy: { id: 'desc' } })
  if (!code) throw new Error('No code.')
  return { acrLevel: code.acrLevel, authMethods: code.authMethods }
}

describe('a session whose authenticator was removed', () => {
  test('claims a password alone at level 1, from its next use on', async () => {
    const { user, person } = await signedOnBefore()
    const cookie = person.cookies.get('authserver-session')
    expect(await told(person, plain, user)).toEqual(passwordOnly)
    expect(await sessionOf(user)).toMatchObject({ ...passwordOnly, otpConfigGeneration: 0 })
    expect(person.cookies.get('authserver-session')).toBe(cookie)
    expect(await told(person, plain, user, silent)).toEqual(passwordOnly)
  })

  test('claims a password alone where level 2 is optional, and ever after', async () => {
    const { user, person } = await signedOnBefore()
    expect(await told(person, lenient, user)).toEqual(passwordOnly)
    expect(await sessionOf(user)).toMatchObject({ ...passwordOnly, otpConfigGeneration: 1 })
    for (const client of [plain, lenient]) {
      expect(await told(person, client, user)).toEqual(passwordOnly)
      expect(await told(person, client, user, silent)).toEqual(passwordOnly)
    }
    expect(await told(person, strict, user, silent)).toBe('interaction_required')
  })

  test.each([
    [level1, { acrLevel: level1, authMethods: 'pwd' }],
    [optional, passwordOnly],
  ])('falls by a password entered again at %s', async (targetAcr, proof) => {
    const { user, person } = await signedOnBefore()
    await begin(person, plain, { prompt: 'login', acr_values: targetAcr })
    const { email, password } = user
    expect(responseOf(await person.submit({ email, password }))?.code).toBeDefined()
    expect(await newestProof(user)).toEqual(proof)
    expect(await sessionOf(user)).toMatchObject(passwordOnly)
    expect(await told(person, plain, user, silent)).toEqual(passwordOnly)
  })

  test('is mandatory level 2 again only with a new authenticator', async () => {
    const { user, person } = await signedOnBefore()
    await told(person, plain, user)
    const page = await begin(person, strict)
    const secret = page.view?.page === 'otp-enrollment' ? page.view.secret : ''
    expect(await sessionOf(user)).toMatchObject(passwordOnly)
    expect(responseOf(await person.submit({ otp: codeAt(app, secret) }))?.code).toBeDefined()
    expect(await newestProof(user)).toEqual(both)
    expect(await sessionOf(user)).toMatchObject({ ...both, otpConfigGeneration: 2 })
  })

  test('claims nothing of it when a page answered later was opened before', async () => {
    const { user, person } = await signedOn()
    expect((await begin(person, plain, { prompt: 'consent' })).view?.page).toBe('consent')
    await store.users.disableOtp(user.id)
    await person.submit({ consent0: 'on', btnSubmit: 'submit' })
    expect(await newestProof(user)).toEqual(passwordOnly)
    expect(await sessionOf(user)).toMatchObject(passwordOnly)
  })

  test('is refused to a silent request even where it names the settings of now', async () => {
    const { user, person } = await signedOnBefore()
    // As an earlier version stored it.
    await store.sessions.update((await sessionOf(user)).id, { otpConfigGeneration: 1 })
    expect(await told(person, plain, user, silent)).toBe('login_required')
    expect(await told(person, lenient, user, silent)).toBe('login_required')
    expect(await told(person, lenient, user)).toEqual(passwordOnly)
    expect(await sessionOf(user)).toMatchObject(passwordOnly)
  })
})

describe('a session whose authenticator was replaced', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const byPassword = { acrLevel: level1, authMethods: 'pwd' }

  test('claims a password at level 1 until the new one is proven', async () => {
    const { user, person } = await signedOnBefore()
    await enrolAgain(user, secret)
    expect(await told(person, plain, user)).toEqual(byPassword)
    expect((await begin(person, lenient)).view?.page).toBe('otp')
    const old = await person.submit({ otp: codeAt(app, user.otpSecret) })
    expect(errorOf(old)).toBe('handler.otp.incorrect_code')
    expect(await sessionOf(user)).toMatchObject(byPassword)
    expect(responseOf(await person.submit({ otp: codeAt(app, secret) }))?.code).toBeDefined()
    const proven = { acrLevel: optional, authMethods: 'pwd otp' }
    expect(await newestProof(user)).toEqual(proven)
    expect(await sessionOf(user)).toMatchObject({ ...proven, otpConfigGeneration: 2 })
    expect(await told(person, plain, user, silent)).toEqual(proven)
  })

  test('keeps what another tab proves while this one ends', async () => {
    const { user, person } = await signedOnBefore()
    await enrolAgain(user, secret)
    const interaction = { request: requestOf(plain), row: null }
    const session = person.cookies.get('authserver-session') ?? null
    const cookies = { session, browser: null, known: null, device: null }
    const loaded = await loadInteraction(ctx, interaction, cookies)
    const decision = decide(loaded.state)
    if (decision.step !== 'issue') throw new Error(`The next step is ${decision.step}.`)
    await begin(person, strict)
    await person.submit({ otp: codeAt(app, secret) })
    expect(await issueGrant(ctx, interaction, loaded, decision, cookies)).not.toBeNull()
    expect(await newestProof(user)).toEqual(byPassword)
    expect(await sessionOf(user)).toMatchObject({ ...both, otpConfigGeneration: 2 })
  })
})

test('a session told to repeat its second factor claims none until it did', async () => {
  const { user, person } = await signedOn()
  await store.sessions.update((await sessionOf(user)).id, { otpConfigGeneration: -1 })
  expect(await told(person, plain, user)).toEqual({ acrLevel: level1, authMethods: 'pwd' })
  expect((await begin(person, lenient)).view?.page).toBe('otp')
})

describe('an administrator who takes back that a session owes its second factor', () => {
  const takeBack = async (user: { id: number }) => {
    const { sessionIdentifier } = await sessionOf(user)
    await adminTransaction(ctx, (tx) => setSecondFactorDue(tx, sessionIdentifier, false))
  }

  test('gives back what it proved, while its authenticator is there', async () => {
    const { user, person } = await signedOn()
    const { sessionIdentifier } = await sessionOf(user)
    for (let i = 0; i < 2; i++) {
      await adminTransaction(ctx, (tx) => setSecondFactorDue(tx, sessionIdentifier, true))
    }
    await takeBack(user)
    expect(await told(person, strict, user)).toEqual(both)
    expect(await told(person, plain, user, silent)).toEqual(both)
  })

  test.each([false, true])(
    'gives no code back once it was replaced (told to repeat: %s)',
    async (isTold) => {
      const { user, person } = await signedOnBefore()
      await enrolAgain(user, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
      const { sessionIdentifier } = await sessionOf(user)
      if (isTold)
        await adminTransaction(ctx, (tx) => setSecondFactorDue(tx, sessionIdentifier, true))
      await takeBack(user)
      expect(await sessionOf(user)).toMatchObject({ acrLevel: level1, authMethods: 'pwd' })
      expect(await told(person, plain, user)).toEqual({ acrLevel: level1, authMethods: 'pwd' })
      expect((await begin(person, lenient)).view?.page).toBe('otp')
    },
  )

  test('gives no code back once it was removed', async () => {
    const { user, person } = await signedOnBefore()
    await takeBack(user)
    expect(await sessionOf(user)).toMatchObject(passwordOnly)
    expect(await told(person, strict, user, silent)).toBe('interaction_required')
  })
})

test('a grant keeps what it claimed when the authenticator is removed, its session does not', async () => {
  const { user, person } = await signedOn()
  const signed = await signIn(app, plain, user, { browser: person })
  const { body } = await redeem(app, plain, signed)
  await store.users.disableOtp(user.id)
  const again = await refresh(app, plain, body.refresh_token ?? '')
  for (const token of [body.id_token, again.body.id_token]) {
    expect(readJwt(token ?? '').payload).toMatchObject({ acr: mandatory, amr: ['pwd', 'otp'] })
  }
  const next = await redeem(app, plain, await signIn(app, plain, user, { browser: person }))
  expect(readJwt(next.body.id_token ?? '').payload).toMatchObject({ acr: optional, amr: ['pwd'] })
})

test('whatever the state: no code is claimed, nor mandatory level 2, without an authenticator that is there', () => {
  const combinations = everyState().map((state) => ({
    ...state,
    session: state.session && { ...state.session, authMethods: 'pwd otp' },
  }))
  let claims = 0
  for (const state of combinations) {
    const decisions = [decide(state)]
    if (state.first.state === 'none' && state.second === 'none')
      decisions.push(decideSilently(state))
    for (const decision of decisions) {
      if (decision.step !== 'issue') continue
      const { acrLevel, authMethods } = decision.proof
      expect(isAtLeast(acrLevel, state.targetAcr)).toBe(true)
      if (authMethods === 'pwd' && acrLevel !== mandatory) continue
      claims++
      expect(authMethods).toBe('pwd otp')
      if (state.second === 'otp') continue
      expect(state.user).toMatchObject({ otpEnabled: true })
      expect(state.session).toMatchObject({ otpConfigurationCurrent: true })
    }
  }
  expect(claims).toBeGreaterThan(500)
})
