import { afterAll, beforeEach, expect, test } from 'vitest'
import { provesPresentFactor } from '#lib/domain/sign-in/session-proof.ts'
import { readJwt, redeem, responseOf, signIn } from '#tests/support/oauth.ts'
import { aClient, unique } from '#tests/support/people.ts'
import { recoveryCodesOf } from '#tests/support/recovery-codes.ts'
import { server } from '#tests/support/server.ts'
import { openStandIn } from '#tests/support/stand-in.ts'
import { aUserWithOtp, begin, interactionOf, onlySessionOf } from '../authorize/fixture.ts'
import { standInClient, standInScene } from './stand-in-fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ identityProvidersEnabled: true, recoveryCodesEnabled: true })
beforeEach(() => app.clock.set(new Date()))

const standIn = await openStandIn({ clientId: standInClient })
afterAll(standIn.close)
const { register, enter } = await standInScene(app, standIn)
const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })

/** Signs somebody with an app in, with a provider that is one factor and with a recovery code. */
async function byRecoveryCode() {
  const provider = await register({ secondFactor: 'ours' })
  const user = await aUserWithOtp(app)
  const [code = ''] = await recoveryCodesOf(user)
  const sub = unique('person')
  await store.userIdentities.insert({
    createdAt: new Date(),
    userId: user.id,
    providerId: provider.id,
    issuer: standIn.origin,
    subject: sub,
  })
  const { browser, last } = await enter({ sub }, { client })
  await browser.visit(`/auth/recovery-code?ceremony=${interactionOf(last)}`)
  const page = await browser.submit({ code })
  // Of ten codes, nine are left: no new ones are offered.
  expect(responseOf(page)?.code).toBeDefined()
  return { user, browser }
}

test('a recovery code after a provider is no sign-in by a provider that is trusted with both factors', async () => {
  const { user, browser } = await byRecoveryCode()
  const session = await onlySessionOf(app, user)
  const owner = (await store.users.findById(user.id)) ?? user
  expect(provesPresentFactor(session, owner)).toBe(true)
  const { body } = await redeem(app, client, await signIn(app, client, user, { browser }))
  expect(readJwt(body.id_token ?? '').payload).toMatchObject({
    acr: 'urn:authserver:level2_mandatory',
    amr: ['mfa', 'fed'],
  })
})

test('a session that a provider and a recovery code proved owes the second factor again after a change of it', async () => {
  const { user, browser } = await byRecoveryCode()
  await store.users.disableOtp(user.id)
  const secret = new Uint8Array(Buffer.from(user.otpSecretEncrypted ?? ''))
  await store.users.enableOtp(user.id, secret)
  const owner = (await store.users.findById(user.id)) ?? user
  expect(provesPresentFactor(await onlySessionOf(app, user), owner)).toBe(false)
  expect((await begin(browser, client)).view?.page).toBe('otp')
})
