import { expect, test } from 'vitest'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { begin } from './fixture.ts'

const app = await server()
const client = await aClient(app.store)

/** The sign-in page's answer to the right password. */
async function signedInWith(password: string) {
  const user = await aUser(app.store, { password })
  const person = visitor(app)
  await begin(person, client)
  return person.submit({ email: user.email, password: user.password })
}

test.each(['x'.repeat(128), '🦆'.repeat(128)])(
  'a password of 128 characters signs in, however many bytes it has',
  async (password) => {
    expect(responseOf(await signedInWith(password))?.code).toBeTruthy()
  },
)

test.each([129, 200, 5_000])(
  'one of %i characters is refused for its length, even if it is the right one',
  async (characters) => {
    const answer = await signedInWith('x'.repeat(characters))
    expect(errorOf(answer)).toBe('validator.password.too_long')
  },
)
