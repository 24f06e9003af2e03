import { expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { signIn } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { goodPassword, twice } from './fixture.ts'

const app = await server()
const { store } = app

test('the form of a followed link goes on after a sign-in in the same browser renewed its cookie', async () => {
  const code = randomToken(24)
  await aUser(store, {
    forgotPasswordCodeHash: sha256Hex(code),
    forgotPasswordCodeIssuedAt: app.clock.now(),
  })
  const person = visitor(app)
  await person.visit(`/reset-password?code=${code}`)
  const before = person.cookies.get('authserver-browser')
  const client = await aClient(store, { pkceRequired: false })
  await signIn(app, client, await aUser(store), { browser: person })
  expect(person.cookies.get('authserver-browser')).not.toBe(before)
  expect((await person.visit('/reset-password')).view?.page).toBe('reset-password')
  expect((await person.submit(twice(goodPassword))).view?.page).toBe('password-set')
})
