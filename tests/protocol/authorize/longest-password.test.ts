import { expect, test } from 'vitest'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { begin } from './fixture.ts'

const app = await server()
const client = await aClient(app.store)

/** The sign-in page's answer to a right password of this length. */
async function signedInWith(characters: number) {
  const user = await aUser(app.store, { password: 'x'.repeat(characters) })
  const person = visitor(app)
  await begin(person, client)
  return person.submit({ email: user.email, password: user.password })
}

test('a password of 1,024 characters is looked at', async () => {
  expect(responseOf(await signedInWith(1_024))?.code).toBeTruthy()
})

test('of a longer one no hash is made: it is a wrong one, although it is the right one', async () => {
  expect(errorOf(await signedInWith(1_025))).toBe('handler.login.auth_failed')
})
