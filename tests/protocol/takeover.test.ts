import { afterAll, beforeEach, expect, test } from 'vitest'
import type { UserRecord } from '#lib/persistence/store.ts'
import { apiUser, call } from '#tests/support/api.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { type Browser, hiddenFields } from '#tests/support/browser.ts'
import { aClient, aUser, grantToUser, type TestUser, unique } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { recoveryCodesOf } from '#tests/support/recovery-codes.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, credentials, interactionOf } from './authorize/fixture.ts'
import { answerByPasskey, aPasskey } from './authorize/passkey-fixture.ts'
import { goodPassword, linkIn, mailTo, twice, withMail } from './self-service/fixture.ts'
import { aSecondProvider, register, roundTrip } from './upstream/fixture.ts'

/*
 * Who can end up in whose account: every kind of account against everything that somebody else may hold. The attacker has
 * an account of their own here, an account at a provider, and what the row names. No row leads into the victim's account,
 * and none changes it. `upstream/takeover.test.ts` has the address of the victim at a provider.
 */

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const outbox = await withMail(app)
const second = await aSecondProvider()
afterAll(() => Promise.all([outbox.close(), second.close()]))
await app.changeSettings({
  identityProvidersEnabled: true,
  passkeysEnabled: true,
  passkeyOfferEnabled: true,
  recoveryCodesEnabled: true,
  selfRegistrationEnabled: true,
  signInPage: 'identifier_first',
})
const elsewhere = await aProvider(store, { displayName: 'Elsewhere' })
// The provider's clock goes on.
beforeEach(() => app.clock.set(new Date()))
const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })

const address = () => `${unique('person')}@firma.example`

const victims: Readonly<Record<string, () => Promise<UserRecord>>> = {
  'an account with a password': () => aUser(store, { email: address() }),
  'an account without a password': () => aUser(store, { email: address(), passwordHash: '' }),
  'an account with two-factor': () => aUserWithOtp(app, { email: address() }),
  'an account with a passkey': async () => {
    const user = await aUser(store, { email: address() })
    await aStoredPasskey(store, user.id)
    return (await store.users.findById(user.id)) ?? user
  },
  'an account at another provider': async () => {
    const user = await aUser(store, { email: address(), passwordHash: '' })
    await store.userIdentities.insert({
      createdAt: app.clock.now(),
      userId: user.id,
      providerId: elsewhere.id,
      issuer: elsewhere.issuer,
      subject: String(user.id),
    })
    return user
  },
  'an unverified account': () => aUser(store, { email: address(), emailVerified: false }),
  'an administrator': async () => {
    const user = await aUser(store, { email: address() })
    await grantToUser(store, user, 'authserver:manage')
    return user
  },
}

/** Tries to get in, with something that is the attacker's own. */
type Way = (person: Browser, own: TestUser, victim: UserRecord) => Promise<unknown>

async function atSignIn(person: Browser) {
  return begin(person, client)
}

const ways: Readonly<Record<string, Way>> = {
  'the attacker’s password, for the victim’s address': async (person, own, { email }) => {
    await atSignIn(person)
    await person.submit({ email: own.email })
    await person.submit({ email, password: own.password })
  },
  'the victim’s address first, then the attacker’s account': async (person, own, { email }) => {
    await atSignIn(person)
    await person.submit({ email })
    await person.submit(credentials(own))
  },
  'a passkey of the attacker, under the victim’s handle': async (person, own, victim) => {
    const key = await aPasskey(app, client, own)
    const handle = Buffer.from(victim.passkeyUserHandle ?? `${victim.id}`).toString('base64url')
    const page = await atSignIn(person)
    await answerByPasskey(person, page, key, { userHandle: handle })
  },
  'a passkey that this server never saw': async (person, _, victim) => {
    const handle = Buffer.from(victim.passkeyUserHandle ?? `${victim.id}`).toString('base64url')
    const key = authenticator()
    key.create({ challenge: 'x', rp: { id: 'localhost' }, user: { id: handle } })
    await answerByPasskey(person, await atSignIn(person), key)
  },
  'a recovery code of the attacker, for the victim’s address': async (person, _, victim) => {
    const guarded = await aUserWithOtp(app)
    const [code = ''] = await recoveryCodesOf(guarded)
    const page = await atSignIn(person)
    await person.submit({ email: victim.email })
    await person.submit({ email: victim.email, password: 'a-guess' })
    await person.visit(`/auth/recovery-code?ceremony=${interactionOf(page)}`)
    await person.post('/auth/recovery-code', [...hiddenFields(page.view), ['code', code]])
  },
  'a registration of the victim’s address': async (person, _, { email }) => {
    for (const typed of [email, ` ${email.toUpperCase()} `, `\u200B${email}`]) {
      await person.visit('/account/register')
      await person.submit({ email: typed, ...twice(goodPassword) })
    }
  },
  'a reset link of the attacker, with the victim’s address': async (person, own, { email }) => {
    await person.visit('/forgot-password')
    await person.submit({ email: own.email })
    await person.visit(linkIn((await mailTo(outbox, own.email)).at(-1)))
    await person.submit({ email, ...twice(goodPassword) })
  },
  'a link that an administrator sent to the attacker': async (person, own, { email, id }) => {
    const manager = await aUser(store)
    const token = await apiUser(app, manager, ['manage'])
    await call(token, 'POST', `/api/v1/admin/users/${own.id}/password-link`)
    await person.visit(linkIn((await mailTo(outbox, own.email)).at(-1)))
    await person.submit({ email, userId: String(id), ...twice(goodPassword) })
  },
  'an account at the provider of the victim’s domain': async (person) => {
    const sub = unique('attacker')
    const page = await atSignIn(person)
    const inside = { sub, email: `${sub}@firma.example`, email_verified: true }
    await roundTrip(person, page, second, inside)
  },
  'the victim’s address typed, and another one at the provider': async (person, _, { email }) => {
    await atSignIn(person)
    const page = await person.submit({ email })
    const sub = unique('attacker')
    await roundTrip(person, page, second, {
      sub,
      email: `${sub}@firma.example`,
      email_verified: true,
    })
  },
  'the number that the victim has at another provider': async (person, _, victim) => {
    const page = await atSignIn(person)
    await roundTrip(person, page, second, {
      sub: String(victim.id),
      email: `${unique('attacker')}@firma.example`,
      email_verified: true,
    })
  },
  'the address of a connection, opened in another browser': async (person, own, victim) => {
    const token = await apiUser(app, own, ['manage-account'], visitor(app))
    const path = '/api/v1/account/identities/second/link'
    const confirmation = { password: own.password }
    const { body } = await call<{ url: string }>(token, 'POST', path, { confirmation })
    await atSignIn(person)
    await person.submit({ email: victim.email })
    await person.visit(body.url)
  },
}

const rows = Object.keys(victims).flatMap((victim) =>
  Object.keys(ways).map((way) => [victim, way] as const),
)

/** All by which somebody gets into an account. */
async function doorsOf({ id }: UserRecord) {
  const user = await store.users.findById(id)
  if (!user) throw new Error('The account is gone.')
  const { passwordHash, email, emailVerified, enabled, otpEnabled, otpSecretEncrypted } = user
  return {
    ...{ passwordHash, email, emailVerified, enabled, otpEnabled, otpSecretEncrypted },
    generations: [user.authStateGeneration, user.otpConfigGeneration],
    passkeys: await store.passkeys.findOfUser(id),
    identities: await store.userIdentities.findOfUser(id),
    codes: await store.recoveryCodes.findOfUser(id),
  }
}

test.each(rows)('nobody gets into %s by %s', async (kind, way) => {
  await register(app, second, {
    createUsers: 'any',
    linking: 'trusted',
    domains: ['firma.example'],
  })
  const victim = await victims[kind]?.()
  if (!victim) throw new Error('No victim.')
  const own = await aUser(store, { password: 'Attackers-own-7' })
  const before = await doorsOf(victim)
  await ways[way]?.(visitor(app), own, victim)
  expect(await sessionsOf(store, victim.id)).toEqual([])
  expect(await doorsOf(victim)).toEqual(before)
  expect(await store.users.findByEmail(victim.email)).toMatchObject({ id: victim.id })
})

test('the owner’s own proof leads in, and the table would see it', async () => {
  const owner = await aUser(store, { email: address() })
  const before = await doorsOf(owner)
  const person = visitor(app)
  await atSignIn(person)
  await person.submit({ email: owner.email })
  await person.submit(credentials(owner))
  expect(await sessionsOf(store, owner.id)).toHaveLength(1)
  await aStoredPasskey(store, owner.id)
  expect(await doorsOf(owner)).not.toEqual(before)
})
