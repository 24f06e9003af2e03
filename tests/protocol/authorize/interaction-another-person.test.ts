import { expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { cookieAfterProof } from '#lib/protocol/authorize/browser-binding.ts'
import type { Browser, Visit } from '#tests/support/browser.ts'
import { testContext } from '#tests/support/context.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, credentials, interactionOf } from './fixture.ts'

const app = await server()
const { store } = app
const { ctx } = await testContext()

/**
 * Revokes the first user's proof, so that the password page returns, and signs the second user in there.
 * @returns the next page's view
 */
async function enteredByAnother(
  person: Browser,
  page: Visit,
  first: TestUser,
  second: TestUser,
): Promise<Visit['view']> {
  await store.users.advanceAuthState(first.id)
  const again = await person.visit(`/auth/pwd?ceremony=${interactionOf(page)}`)
  expect(again.view?.page).toBe('sign-in')
  return (await person.submit(credentials(second))).view
}

test('a code that one person proved is not that of the next one who enters a password', async () => {
  const client = await aClient(store, {
    consentRequired: true,
    defaultAcrLevel: 'urn:authserver:level2_mandatory',
  })
  const [first, second] = [await aUserWithOtp(app), await aUserWithOtp(app)]
  const person = visitor(app)
  await begin(person, client)
  await person.submit(credentials(first))
  const page = await person.submit({ otp: codeAt(app, first.otpSecret) })
  expect(page.view).toMatchObject({ page: 'consent', account: { email: first.email } })
  const asked = await enteredByAnother(person, page, first, second)
  expect(asked).toMatchObject({ page: 'otp', account: { email: second.email } })
})

test('a secret that was shown to one person is not offered to the next one', async () => {
  const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
  const [first, second] = [await aUser(store), await aUser(store)]
  const person = visitor(app)
  await begin(person, client)
  const page = await person.submit(credentials(first))
  const seen = page.view?.page === 'otp-enrollment' ? page.view.secret : ''
  expect(seen).not.toBe('')
  const asked = await enteredByAnother(person, page, first, second)
  expect(asked).toMatchObject({ page: 'otp-enrollment', account: { email: second.email } })
  expect(asked).not.toMatchObject({ secret: seen })
})

test('what one person approved is not the approval of the next one', async () => {
  const client = await aClient(store, { consentRequired: true })
  const [first, second] = [await aUser(store), await aUser(store)]
  const person = visitor(app)
  await begin(person, client)
  const page = await person.submit(credentials(first))
  expect(page.view).toMatchObject({ page: 'consent', account: { email: first.email } })
  // The state after an approval whose response could no longer be issued.
  const row = await store.interactions.findByIdentifier(interactionOf(page))
  if (!row) throw new Error('The interaction is gone.')
  await store.interactions.change(row, { consentedScope: 'openid' })
  const asked = await enteredByAnother(person, page, first, second)
  expect(asked).toMatchObject({ page: 'consent', account: { email: second.email } })
})

test('the cookie that follows a proof is that of the browser, the person, their present password and the proof', async () => {
  const [user, other] = [await aUser(store), await aUser(store)]
  const after = cookieAfterProof(ctx, 'planted', user, 'password')
  expect(cookieAfterProof(ctx, 'planted', user, 'password')).toBe(after)
  const changed = { ...user, authStateGeneration: await store.users.advanceAuthState(user.id) }
  const others = [
    cookieAfterProof(ctx, 'another', user, 'password'),
    cookieAfterProof(ctx, 'planted', other, 'password'),
    cookieAfterProof(ctx, 'planted', changed, 'password'),
    cookieAfterProof(ctx, 'planted', user, 'code'),
    cookieAfterProof({ ...ctx, now: addSeconds(ctx.now, 300) }, 'planted', user, 'password'),
  ]
  expect(new Set([after, ...others]).size).toBe(6)
})
