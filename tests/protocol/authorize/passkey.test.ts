import { describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { maxPasskeyOffers } from '#lib/domain/passkeys/offer.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { hiddenFields } from '#tests/support/browser.ts'
import { approval, readJwt, redeem, responseOf, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, enter, reasonOf } from './fixture.ts'
import {
  answerByPasskey,
  aPasskey,
  createPasskey,
  enterByPasskey,
  optionsFor,
} from './passkey-fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({
  passkeysEnabled: true,
  passkeyOfferEnabled: true,
  recoveryCodesEnabled: false,
})
const level1 = await aClient(store, { defaultAcrLevel: 'urn:authserver:level1' })
const optional = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })
const mandatory = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })

const supported = (user: { email: string; password: string }) => ({
  email: user.email,
  password: user.password,
  passkeySupport: '1',
})

describe('a passkey at the sign-in', () => {
  test.each([
    ['level1', level1],
    ['level2_optional', optional],
    ['level2_mandatory', mandatory],
  ])('is both factors at once, where %s is asked for', async (_, client) => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    const { last } = await enterByPasskey(app, client, key)
    expect(responseOf(last)?.code).toBeDefined()
    const [session] = (await sessionsOf(store, user.id)).filter(({ passkeyId }) => passkeyId)
    expect(session).toMatchObject({
      authMethods: 'pop user mfa',
      acrLevel: 'urn:authserver:level2_mandatory',
    })
    expect(await entriesOf(app, 'auth_success_passkey', { userId: user.id })).toHaveLength(1)
  })

  test('is told to the application, and lasts for the next one', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    const person = visitor(app)
    const page = await begin(person, level1)
    await answerByPasskey(person, page, key)
    const next = await signIn(app, mandatory, user, { browser: person })
    const { body } = await redeem(app, mandatory, next)
    expect(readJwt(body.id_token ?? '').payload).toMatchObject({
      acr: 'urn:authserver:level2_mandatory',
      amr: ['pop', 'user', 'mfa'],
    })
  })

  test('asks no credential by name, whatever was typed', async () => {
    const person = visitor(app)
    const page = await begin(person, level1)
    expect(await optionsFor(person, page)).toMatchObject({
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    })
  })

  test('of another user than the hint names is refused as a password is', async () => {
    const [user, other] = [await aUser(store), await aUser(store)]
    const key = await aPasskey(app, level1, other)
    const token = (await redeem(app, level1, await signIn(app, level1, user))).body.id_token ?? ''
    const { last } = await enterByPasskey(app, level1, key, { request: { id_token_hint: token } })
    expect(responseOf(last)).toMatchObject({ error: 'login_required' })
  })

  test('signs in to its own account, where one browser has those of several', async () => {
    const [one, other] = [await aUser(store), await aUser(store)]
    const keys = [await aPasskey(app, level1, one), await aPasskey(app, level1, other)]
    const browser = visitor(app)
    for (const [index, key] of [...keys, ...keys].entries()) {
      browser.cookies.delete('authserver-session')
      const page = await begin(browser, level1, { prompt: 'login' })
      expect(responseOf(await answerByPasskey(browser, page, key))?.code).toBeDefined()
      const { id } = index % 2 === 0 ? one : other
      const entries = await entriesOf(app, 'auth_success_passkey', { userId: id })
      expect(entries).toHaveLength(Math.floor(index / 2) + 1)
    }
  })

  test('answers prompt=login and max_age=0', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    for (const request of [{ prompt: 'login' }, { max_age: '0' }]) {
      const { last } = await enterByPasskey(app, level1, key, { request })
      expect(responseOf(last)?.code).toBeDefined()
    }
  })
})

describe('refused, and nothing is issued:', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }, 'handler.passkey.failed'],
    ['a host beside this one', { origin: 'http://other.localhost:3000' }, 'handler.passkey.failed'],
    ['another relying party', { rpId: 'evil.example' }, 'handler.passkey.failed'],
    ['another type', { type: 'webauthn.create' }, 'handler.passkey.failed'],
    ['a frame of another site', { crossOrigin: true }, 'handler.passkey.failed'],
    ['a made-up challenge', { challenge: 'A'.repeat(75) }, 'handler.passkey.failed'],
    ['a broken signature', { signature: 'AAAA' }, 'handler.passkey.failed'],
    ['nobody present', { userPresent: false }, 'handler.passkey.failed'],
    ['a user who was not verified', { userVerified: false }, 'handler.passkey.user_not_verified'],
    ['no user handle', { userHandle: null }, 'handler.passkey.failed'],
    ['the handle of somebody else', { userHandle: 'AAAA' }, 'handler.passkey.failed'],
    ['a synced key that is not any more', { backupEligible: false }, 'handler.passkey.changed'],
  ])('%s', async (_, falsified, error) => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    const { last } = await enterByPasskey(app, level1, key, { falsified })
    expect(last.view?.page).toBe('sign-in')
    expect(errorOf(last)).toBe(error)
    expect((await sessionsOf(store, user.id)).every(({ passkeyId }) => !passkeyId)).toBe(true)
  })

  test.each(['', '{}', '[]', 'null', '{"id":', 'x'.repeat(9_000)])(
    'the credential %#',
    async (credential) => {
      const person = visitor(app)
      const page = await begin(person, level1)
      const fields = [...hiddenFields(page.view), ['credential', credential]] as const
      const last = await person.post('/auth/passkey', fields)
      expect(errorOf(last)).toBe('handler.passkey.failed')
    },
  )

  test('a key that was never here; the device may keep it', async () => {
    const { last } = await enterByPasskey(app, level1, authenticator())
    expect(errorOf(last)).toBe('handler.passkey.unknown')
  })

  test('a key that was removed here; only then may the device forget it', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    await store.removedPasskeys.insert(sha256Hex(key.id), new Date('2040-01-01'))
    const [row] = await store.passkeys.findOfUser(user.id)
    await store.passkeys.remove(row?.id ?? 0)
    const { last } = await enterByPasskey(app, level1, key)
    expect(errorOf(last)).toBe('handler.passkey.removed')
  })

  test('a key of a former relying party, which the device keeps', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    await app.changeSettings({ passkeyRelyingPartyId: 'login.example' })
    const { last } = await enterByPasskey(app, level1, key)
    await app.changeSettings({ passkeyRelyingPartyId: '' })
    expect(errorOf(last)).toBe('handler.passkey.unknown')
  })

  test('a challenge of another sign-in, of another use, and one that has expired', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    const person = visitor(app)
    const first = await begin(person, level1)
    const foreign = await optionsFor<Parameters<typeof key.get>[0]>(person, first)
    const second = await begin(person, level1)
    const { challenge } = foreign
    expect(errorOf(await answerByPasskey(person, second, key, { challenge }))).toBe(
      'handler.passkey.failed',
    )
    const third = await begin(person, level1)
    const options = await optionsFor<Parameters<typeof key.get>[0]>(person, third)
    const credential = JSON.stringify(key.get(options))
    app.clock.advance(361)
    const fields = [...hiddenFields(third.view), ['credential', credential]] as const
    expect(errorOf(await person.post('/auth/passkey', fields))).toBe('handler.passkey.expired')
  })

  test('the answer of another browser, though it has the challenge and the sign-in', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    const [person, other] = [visitor(app), visitor(app)]
    const page = await begin(person, level1)
    await begin(other, level1)
    const options = await optionsFor<Parameters<typeof key.get>[0]>(person, page)
    const credential = JSON.stringify(key.get(options))
    const fields = [...hiddenFields(page.view), ['credential', credential]] as const
    const stolen = await other.post('/auth/passkey', fields)
    expect([stolen.view?.page, responseOf(stolen)]).toEqual(['sign-in', null])
    expect((await sessionsOf(store, user.id)).some(({ passkeyId }) => passkeyId)).toBe(false)
    expect(responseOf(await person.post('/auth/passkey', fields))?.code).toBeDefined()
  })

  test('the same answer twice: one code', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    const person = visitor(app)
    const page = await begin(person, level1)
    const options = await optionsFor<Parameters<typeof key.get>[0]>(person, page)
    const credential = JSON.stringify(key.get(options))
    const fields = [...hiddenFields(page.view), ['credential', credential]] as const
    const answers = await Promise.all([
      person.copy().post('/auth/passkey', fields),
      person.copy().post('/auth/passkey', fields),
    ])
    expect(answers.filter((visit) => responseOf(visit)?.code)).toHaveLength(1)
  })

  test('a disabled owner is told so, and the device keeps the key', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    await store.users.change(user.id, { enabled: false })
    const { last } = await enterByPasskey(app, level1, key)
    expect(errorOf(last)).toBe('handler.login.account_disabled')
  })
})

describe('a sign-in page that stays open', () => {
  type Options = Parameters<ReturnType<typeof authenticator>['get']>[0]

  test('takes the first of three challenges, for a minute longer than browsers ask', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    const person = visitor(app)
    const page = await begin(person, level1)
    const options = await optionsFor<Options>(person, page)
    await optionsFor(person, page)
    await optionsFor(person, page)
    app.clock.advance(301)
    const credential = JSON.stringify(key.get(options))
    const fields = [...hiddenFields(page.view), ['credential', credential]] as const
    expect(responseOf(await person.post('/auth/passkey', fields))?.code).toBeDefined()
  })

  test('signs in after 40 minutes, by a challenge that its script fetched since', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    const person = visitor(app)
    const page = await begin(person, level1)
    await optionsFor(person, page)
    app.clock.advance(2_400)
    expect(responseOf(await answerByPasskey(person, page, key))?.code).toBeDefined()
  })

  test('signs in with the next answer after a refused one', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    const person = visitor(app)
    const page = await begin(person, level1)
    const refused = await answerByPasskey(person, page, key, { signature: 'AAAA' })
    expect(errorOf(refused)).toBe('handler.passkey.failed')
    expect(responseOf(await answerByPasskey(person, refused, key))?.code).toBeDefined()
  })
})

describe('the count', () => {
  test('of a key of one device must grow; a copy is refused, with an entry', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user, { kind: 'device' })
    const count = 7
    await enterByPasskey(app, level1, key, { falsified: { count } })
    const { last } = await enterByPasskey(app, level1, key, { falsified: { count } })
    expect(errorOf(last)).toBe('handler.passkey.failed')
    expect(await entriesOf(app, 'passkey_counter_regressed', { userId: user.id })).toHaveLength(1)
  })

  test('of a key that becomes synced no longer matters', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user, { kind: 'device' })
    for (let i = 0; i < 2; i++) {
      const falsified = { backupEligible: true, count: 0 }
      const { last } = await enterByPasskey(app, level1, key, { falsified })
      expect(responseOf(last)?.code).toBeDefined()
    }
    expect((await store.passkeys.findOfUser(user.id))[0]).toMatchObject({ backupEligible: true })
    expect(await entriesOf(app, 'passkey_became_synced', { userId: user.id })).toHaveLength(1)
  })
})

describe('as a second factor', () => {
  test('it is asked for after the password once its owner wants that', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user, { ask: true })
    const { person, last } = await enter(app, optional, user)
    expect(last.view?.page).toBe('passkey')
    const done = await answerByPasskey(person, last, key)
    expect(responseOf(done)?.code).toBeDefined()
    const words = (await sessionsOf(store, user.id)).map(({ authMethods }) => authMethods)
    expect(words).toContain('pwd pop user mfa')
  })

  test('it is asked for where a second factor is mandatory, and not where it is optional', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user)
    const free = await enter(app, optional, user)
    expect(responseOf(free.last)?.code).toBeDefined()
    const { person, last } = await enter(app, mandatory, user)
    expect(last.view?.page).toBe('passkey')
    expect(responseOf(await answerByPasskey(person, last, key))?.code).toBeDefined()
  })

  test('the key of another user is refused', async () => {
    const [user, other] = [await aUser(store), await aUser(store)]
    await aPasskey(app, level1, user, { ask: true })
    const foreign = await aPasskey(app, level1, other)
    const { person, last } = await enter(app, optional, user)
    const refused = await answerByPasskey(person, last, foreign)
    expect([refused.view?.page, errorOf(refused)]).toEqual(['passkey', 'handler.passkey.failed'])
  })

  test('the app comes first unless the browser can use the passkey that is asked for', async () => {
    const user = await aUserWithOtp(app)
    const key = authenticator()
    const person = visitor(app)
    await begin(person, optional)
    await person.submit(supported(user))
    const offer = await person.submit({ otp: codeAt(app, user.otpSecret) })
    await createPasskey(person, offer, key, { ask: true })
    app.clock.advance(60)
    expect((await enter(app, optional, user)).last.view?.page).toBe('otp')
    const other = visitor(app)
    await begin(other, optional)
    const asked = await other.submit(supported(user))
    expect(asked.view?.page).toBe('passkey')
    const code = await other.visit(`/auth/otp?ceremony=${asked.url.searchParams.get('ceremony')}`)
    expect(code.view?.page).toBe('otp')
    expect(responseOf(await other.submit({ otp: codeAt(app, user.otpSecret) }))?.code).toBeDefined()
  })

  test('a mandatory one is set up by a passkey, which counts at once', async () => {
    const user = await aUser(store)
    const { person, last } = await enter(app, mandatory, user)
    expect(last.view).toMatchObject({ page: 'otp-enrollment', canUsePasskey: true })
    const key = authenticator()
    expect(responseOf(await createPasskey(person, last, key))?.code).toBeDefined()
    expect((await sessionsOf(store, user.id))[0]).toMatchObject({
      authMethods: 'pwd pop user mfa',
      acrLevel: 'urn:authserver:level2_mandatory',
    })
  })
})

describe('the offer', () => {
  test('comes at most three times, a month apart, to browsers that can make passkeys', async () => {
    const user = await aUser(store)
    const pages: unknown[] = []
    for (let i = 0; i < 5; i++) {
      const person = visitor(app)
      await begin(person, level1)
      const last = await person.submit(supported(user))
      pages.push(last.view?.page)
      if (last.view?.page === 'passkey-offer') {
        expect(responseOf(await person.submit({ btnSkip: 'skip' }))?.code).toBeDefined()
      }
      if (i > 0) app.clock.advance(31 * 86_400)
    }
    expect(pages).toEqual(['passkey-offer', undefined, 'passkey-offer', 'passkey-offer', undefined])
    expect((await enter(app, level1, await aUser(store))).last.view).toBeNull()
  })

  test('never comes after the password alone to who has a second factor', async () => {
    const user = await aUserWithOtp(app)
    const person = visitor(app)
    await begin(person, level1)
    expect(responseOf(await person.submit(supported(user)))?.code).toBeDefined()
    const proven = visitor(app)
    await begin(proven, optional)
    await proven.submit(supported(user))
    const last = await proven.submit({ otp: codeAt(app, user.otpSecret) })
    expect(last.view?.page).toBe('passkey-offer')
  })

  test('does not come again after that wish', async () => {
    const user = await aUser(store)
    const person = visitor(app)
    await begin(person, level1)
    await person.submit(supported(user))
    await person.submit({ btnNever: 'never' })
    app.clock.advance(31 * 86_400)
    const other = visitor(app)
    await begin(other, level1)
    expect(responseOf(await other.submit(supported(user)))?.code).toBeDefined()
  })

  test('does not come again after that wish, though another tab has gone on, or said “Not now”', async () => {
    const user = await aUser(store)
    const person = visitor(app)
    await begin(person, level1)
    const offer = await person.submit(supported(user))
    const later = visitor(app)
    await begin(later, level1)
    await later.submit(supported(user))
    expect(responseOf(await later.submit({ btnSkip: 'skip' }))?.code).toBeDefined()
    await person.post('/auth/passkey-offer', [...hiddenFields(offer.view), ['btnNever', 'never']])
    expect(await store.users.findById(user.id)).toMatchObject({ passkeyOffers: maxPasskeyOffers })
  })

  test.each([
    ['without user verification', { userVerified: false }, 'user_not_verified'],
    ['that cannot be discovered', { discoverable: false }, 'not_discoverable'],
    ['of another origin', { origin: 'https://evil.example' }, 'not_verified'],
    ['of another relying party', { rpId: 'evil.example' }, 'not_verified'],
    ['with a made-up challenge', { challenge: 'A'.repeat(75) }, 'not_verified'],
  ])('refuses a key %s', async (_, falsified, error) => {
    const user = await aUser(store)
    const person = visitor(app)
    await begin(person, level1)
    const offer = await person.submit(supported(user))
    const last = await createPasskey(person, offer, authenticator(), { falsified })
    expect(errorOf(last)).toBe(`validator.passkey.${error}`)
    expect(await store.passkeys.findOfUser(user.id)).toEqual([])
  })

  test('refuses a key that is registered already, for whomever', async () => {
    const [user, other] = [await aUser(store), await aUser(store)]
    const key = await aPasskey(app, level1, user)
    const person = visitor(app)
    await begin(person, level1)
    const offer = await person.submit(supported(other))
    const last = await createPasskey(person, offer, key)
    expect(errorOf(last)).toBe('validator.passkey.already_registered')
  })

  test('keeps transports as they were reported, without unknown ones', async () => {
    const user = await aUser(store)
    await aPasskey(app, level1, user)
    expect((await store.passkeys.findOfUser(user.id))[0]).toMatchObject({
      transports: 'hybrid internal',
      relyingPartyId: 'localhost',
      algorithm: -7,
    })
  })
})

describe('while passkeys are off', () => {
  test('no passkey signs in or is offered, but one that is asked for still counts', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, level1, user, { ask: true })
    await app.changeSettings({ passkeysEnabled: false })
    const person = visitor(app)
    const page = await begin(person, level1)
    expect(page.view).not.toHaveProperty('passkeys')
    const copy = person.copy()
    expect((await copy.post('/auth/passkey/options', hiddenFields(page.view))).status).toBe(400)
    const asked = await enter(app, optional, user)
    expect(asked.last.view?.page).toBe('passkey')
    const done = await answerByPasskey(asked.person, asked.last, key)
    expect(responseOf(done)?.code).toBeDefined()
    await app.changeSettings({ passkeysEnabled: true })
  })
})

test('a sign-in that was moved on refuses the passkey of the former page', async () => {
  const user = await aUser(store)
  const key = await aPasskey(app, level1, user, { ask: true })
  const { person, last } = await enter(app, optional, user)
  const options = await optionsFor<Parameters<typeof key.get>[0]>(person, last)
  const restarted = await person.submit({ btnRestart: 'restart' })
  expect(restarted.view?.page).toBe('sign-in')
  const credential = JSON.stringify(key.get(options))
  const fields = [...hiddenFields(last.view), ['credential', credential]] as const
  expect(errorOf(await person.post('/auth/passkey', fields))).toBe('handler.passkey.failed')
  expect(reasonOf(restarted)).toBe('sign-in')
})

test('consent comes after the passkey', async () => {
  const user = await aUser(store)
  const key = await aPasskey(app, level1, user)
  const asking = await aClient(store, {
    consentRequired: true,
    defaultAcrLevel: 'urn:authserver:level1',
  })
  const { person, last } = await enterByPasskey(app, asking, key)
  expect(last.view?.page).toBe('consent')
  expect(responseOf(await person.submit(approval(last)))?.code).toBeDefined()
})
