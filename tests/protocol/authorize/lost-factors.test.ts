import { expect, test } from 'vitest'
import { apiUser, call } from '#tests/support/api.ts'
import type { Authenticator } from '#tests/support/authenticator.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToUser, type TestUser } from '#tests/support/people.ts'
import { recoveryCodesOf } from '#tests/support/recovery-codes.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, credentials, enter, interactionOf } from './fixture.ts'
import { answerByPasskey, createPasskey, enterByPasskey } from './passkey-fixture.ts'

/* Each way back of docs/sign-in-methods.md "A lost phone or passkey", for an application that demands both factors. */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({
  passkeysEnabled: true,
  passkeyOfferEnabled: true,
  recoveryCodesEnabled: true,
})
const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })

interface Owner {
  readonly user: TestUser
  readonly key: Authenticator
  readonly otpSecret: string
  readonly codes: readonly string[]
}

/** Somebody with an app, a passkey that is asked for after the password, and recovery codes. */
async function anOwner(): Promise<Owner> {
  const user = await aUserWithOtp(app)
  const key = authenticator()
  const person = visitor(app)
  await begin(person, client)
  await person.submit({ ...credentials(user), passkeySupport: '1' })
  const offer = await person.submit({ otp: codeAt(app, user.otpSecret) })
  await createPasskey(person, offer, key, { ask: true })
  app.clock.advance(60)
  const { otpSecret } = user
  return { user, key, otpSecret, codes: await recoveryCodesOf(user) }
}

/** Signs in with the password and a recovery code. */
async function byRecoveryCode({ user, codes: [code = ''] }: Owner) {
  const { person, last } = await enter(app, client, user)
  await person.visit(`/auth/recovery-code?ceremony=${interactionOf(last)}`)
  return person.submit({ code })
}

test.each<[string, string, (owner: Owner) => ReturnType<typeof byRecoveryCode>]>([
  [
    'the phone',
    'the passkey alone',
    async ({ key }) => (await enterByPasskey(app, client, key)).last,
  ],
  [
    'the phone',
    'the password and the passkey',
    async ({ user, key }) => {
      const person = visitor(app)
      await begin(person, client)
      const page = await person.submit({ ...credentials(user), passkeySupport: '1' })
      return answerByPasskey(person, page, key)
    },
  ],
  ['the phone', 'the password and a recovery code', byRecoveryCode],
  [
    'the passkey',
    'the password and the app',
    async ({ user, otpSecret }) => {
      const { person } = await enter(app, client, user)
      return person.submit({ otp: codeAt(app, otpSecret) })
    },
  ],
  ['the passkey', 'the password and a recovery code', byRecoveryCode],
  ['both', 'the password and a recovery code', byRecoveryCode],
])('whoever has lost %s gets in by %s', async (_, __, way) => {
  const owner = await anOwner()
  expect(responseOf(await way(owner))?.code).toBeDefined()
  const [session] = (await sessionsOf(store, owner.user.id)).toSorted((a, b) => b.id - a.id)
  expect(session).toMatchObject({ acrLevel: 'urn:authserver:level2_mandatory' })
})

test('whoever has lost both and the codes gets in after an administrator has taken the factors back', async () => {
  const { user } = await anOwner()
  const { last } = await enter(app, client, user)
  expect(['otp', 'passkey']).toContain(last.view?.page)
  const manager = await aUser(store)
  await grantToUser(store, manager, 'authserver:manage')
  const token = await apiUser(app, manager, ['manage'])
  const path = `/users/${user.id}`
  expect((await call(token, 'POST', `${path}/second-factor/reset`)).status).toBe(200)
  const [lost] = await store.passkeys.findOfUser(user.id)
  expect((await call(token, 'DELETE', `${path}/passkeys/${lost?.id}`)).status).toBe(200)
  const again = await enter(app, client, user)
  expect(again.last.view?.page).toBe('otp-enrollment')
  if (again.last.view?.page !== 'otp-enrollment') return
  const code = codeAt(app, again.last.view.secret)
  const shown = await again.person.submit({ otp: code })
  expect(shown.view?.page).toBe('new-recovery-codes')
  expect(responseOf(await again.person.submit({ saved: 'on' }))?.code).toBeDefined()
})
