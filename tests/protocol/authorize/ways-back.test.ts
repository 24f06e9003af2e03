import { Secret } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { transaction } from '#lib/context.ts'
import { otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import { makeRecoveryCodes, storeRecoveryCodes } from '#lib/domain/sign-in/recovery-codes.ts'
import { initialSignInSettings } from '#lib/domain/sign-in/sign-in-settings.ts'
import { apiClient, call } from '#tests/support/api.ts'
import type { Authenticator } from '#tests/support/authenticator.ts'
import { testContext } from '#tests/support/context.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { visitor } from '#tests/support/visitor.ts'
import { codeAt, enter, interactionOf } from './fixture.ts'
import { aPasskey, enterByPasskey } from './passkey-fixture.ts'

/** With what a new installation has switched on, and passkeys. */
const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const mandatory = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
const level1 = await aClient(store, { defaultAcrLevel: 'urn:authserver:level1' })
const administrator = await apiClient(app, ['manage'])
const outbox = await openOutbox()
afterAll(() => outbox.close())

beforeEach(async () => {
  app.clock.set(testStart)
  await app.changeSettings({
    ...initialSignInSettings,
    passkeysEnabled: true,
    passkeyOfferEnabled: true,
    smtpEnabled: true,
    smtpHost: outbox.host,
    smtpPort: outbox.port,
    smtpEncryption: 'none',
    smtpFromEmail: 'from@example.org',
  })
})

interface Owner {
  readonly user: TestUser
  readonly otpSecret: string
  readonly key: Authenticator | null
  readonly codes: readonly string[]
}

/** Sets the app up as people do: at an application that demands the second step. */
async function setUpApp(user: TestUser): Promise<readonly string[]> {
  const { person, last } = await enter(app, mandatory, user)
  const otpSecret = last.view?.page === 'otp-enrollment' ? last.view.secret : ''
  const page = await person.submit({ otp: codeAt(app, otpSecret) })
  const codes = page.view?.page === 'new-recovery-codes' ? page.view.codes : []
  if (codes.length > 0) await person.submit({ saved: 'on' })
  return codes
}

test('in a new installation, setting the app up ends with ten recovery codes, saved once', async () => {
  const user = await aUser(store)
  const codes = await setUpApp(user)
  expect(new Set(codes).size).toBe(10)
  expect(await store.recoveryCodes.findOfUser(user.id)).toHaveLength(10)
  await responsesFollowedUp()
  const subjects = outbox.messages.filter(({ to }) => to.includes(user.email))
  expect(subjects.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/recovery/i))
})

test('in a new installation, a sign-in with a new browser is mailed to its owner', async () => {
  const user = await aUser(store)
  const at = (address: string, agent: string) =>
    visitor(app, { 'x-test-peer': address, 'user-agent': agent })
  await enter(app, level1, user, { browser: at('8.8.4.4', 'Mozilla/5.0 Firefox/140.0') })
  await enter(app, level1, user, { browser: at('9.9.9.9', 'Mozilla/5.0 Chrome/156.0.0.0') })
  await responsesFollowedUp()
  const told = outbox.messages.filter(
    ({ to, subject }) => to.includes(user.email) && /sign-in/i.test(subject),
  )
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain('9.9.9.9')
})

const allWays = ['code of the app', 'passkey', 'recovery code', 'mailed link'] as const
type Way = (typeof allWays)[number]

/** Tries to sign in where the second step is demanded. */
const tries: Record<Way, (owner: Owner) => Promise<boolean>> = {
  'code of the app': async ({ user, otpSecret }) => {
    const { person, last } = await enter(app, mandatory, user)
    const page =
      last.view?.page === 'otp'
        ? last
        : await person.visit(`/auth/otp?ceremony=${interactionOf(last)}`)
    if (page.view?.page !== 'otp') return false
    return responseOf(await person.submit({ otp: codeAt(app, otpSecret) }))?.code !== undefined
  },
  passkey: async ({ key }) => {
    if (!key) return false
    const { last } = await enterByPasskey(app, mandatory, key)
    return responseOf(last)?.code !== undefined
  },
  'recovery code': async ({ user, codes: [code = ''] }) => {
    const { person, last } = await enter(app, mandatory, user)
    const page = await person.visit(`/auth/recovery-code?ceremony=${interactionOf(last)}`)
    if (page.view?.page !== 'recovery-code') return false
    return responseOf(await person.submit({ code }))?.code !== undefined
  },
  'mailed link': async ({ user }) => {
    const person = visitor(app)
    await person.visit('/forgot-password')
    await person.submit({ email: user.email })
    await responsesFollowedUp()
    const own = outbox.messages.filter(({ to }) => to.includes(user.email))
    const links = own.flatMap(({ text }) => /https?:\/\/\S+\/reset-password\S*/.exec(text) ?? [])
    await person.visit(links.at(-1) ?? '/')
    const password = 'Violet-harbour-42!'
    await person.submit({ password, passwordConfirmation: password })
    const { last } = await enter(app, mandatory, { ...user, password })
    return responseOf(last)?.code !== undefined
  },
}

/** A user with everything: password, app, passkey and codes. */
async function anOwner(): Promise<Owner> {
  const user = await aUser(store)
  const key = await aPasskey(app, level1, user)
  const otpSecret = new Secret({ size: 20 }).base32
  const own = (await testContext()).ctx
  const set = await makeRecoveryCodes(own)
  await transaction(own, async (tx) => {
    await tx.store.users.enableOtp(user.id, tx.cipher.seal(otpSecret, otpSecretPlace(user.id)))
    await storeRecoveryCodes(tx, user, set, null)
  })
  return { user, otpSecret, key, codes: set.codes }
}

const otherSecret = new Secret({ size: 20 }).base32

/** What is lost does not exist for the person any more. */
describe.each<[string, Partial<Owner>, readonly Way[]]>([
  ['nothing', {}, ['code of the app', 'passkey', 'recovery code']],
  ['the phone', { otpSecret: otherSecret }, ['passkey', 'recovery code']],
  ['the passkey', { key: null }, ['code of the app', 'recovery code']],
  ['both', { otpSecret: otherSecret, key: null }, ['recovery code']],
  ['both and the codes', { otpSecret: otherSecret, key: null, codes: [] }, []],
])('who has lost %s', (_, lost, ways) => {
  test(`gets in by: ${ways.join(', ') || 'nothing'}; a mailbox replaces no factor`, async () => {
    const owner = { ...(await anOwner()), ...lost }
    const found: Way[] = []
    for (const way of allWays) {
      app.clock.advance(60)
      if (await tries[way](owner)) found.push(way)
    }
    expect(found).toEqual(ways)
  })

  test('is let in by an administrator, and sets a second step up again', async () => {
    const { user } = await anOwner()
    await call(administrator, 'POST', `/users/${user.id}/second-factor/reset`)
    for (const { id } of await store.passkeys.findOfUser(user.id)) {
      await call(administrator, 'DELETE', `/users/${user.id}/passkeys/${id}`)
    }
    expect((await enter(app, mandatory, user)).last.view?.page).toBe('otp-enrollment')
  })
})
