import { expect, test, vi } from 'vitest'
import { otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import { approval, responseOf } from '#tests/support/oauth.ts'
import { aClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testCipher } from '#tests/support/settings.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, credentials, enter, reasonOf } from './fixture.ts'

const app = await server()
const { store } = app
const client = await aClient(store, {
  consentRequired: true,
  defaultAcrLevel: 'urn:authserver:level2_mandatory',
})
const optional = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })

/** A user on the page that asks for a code. */
async function asked() {
  const user = await aUserWithOtp(app)
  const person = visitor(app)
  await begin(person, client)
  expect((await person.submit(credentials(user))).view?.page).toBe('otp')
  return { user, person, code: codeAt(app, user.otpSecret) }
}

/** Replaces two-factor authentication with another authenticator. */
async function changeAuthenticator(id: number): Promise<void> {
  await store.users.disableOtp(id)
  await store.users.enableOtp(
    id,
    testCipher.seal('ORSXG5BAONSWG4TFOQQG6ZRAORSX', otpSecretPlace(id)),
  )
}

test('a code that was accepted proves nothing once two-factor settings changed', async () => {
  const { user, person, code } = await asked()
  const page = await person.submit({ otp: code })
  expect(page.view?.page).toBe('consent')
  await changeAuthenticator(user.id)
  const answer = await person.submit(approval(page))
  expect(responseOf(answer)).toBeNull()
  expect(reasonOf(answer)).toBe('otp_changed')
})

test('a code of the former authenticator is not accepted while the new one comes', async () => {
  const { user, person, code } = await asked()
  const { transaction } = store
  vi.spyOn(store, 'transaction').mockImplementationOnce(async (work) => {
    await changeAuthenticator(user.id)
    return transaction(work)
  })
  expect(reasonOf(await person.submit({ otp: code }))).toBe('state_mismatch')
  expect(await store.users.findById(user.id)).toMatchObject({ lastOtpStep: user.lastOtpStep })
})

test('once a later code was taken no earlier one is, though its time is not over', async () => {
  const user = await aUserWithOtp(app)
  const [earlier, later] = [codeAt(app, user.otpSecret), codeAt(app, user.otpSecret, 1)]
  const first = await enter(app, optional, user)
  expect(responseOf(await first.person.submit({ otp: later }))?.code).toBeDefined()
  const second = await enter(app, optional, user)
  const answer = await second.person.submit({ otp: earlier })
  expect(errorOf(answer)).toBe('handler.otp.incorrect_code')
  expect(await entriesOf(app, 'otp_code_replay_detected', { userId: user.id })).toHaveLength(1)
})
