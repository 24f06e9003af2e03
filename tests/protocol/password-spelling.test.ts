import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { apiUser, call, outcome } from '#tests/support/api.ts'
import { hashCheaply, makeHashesReal } from '#tests/support/hashing.ts'
import { requestToken, responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { begin, enter } from './authorize/fixture.ts'

const composed = 'P\u00e4ssw\u00f6rter-19'
const decomposed = 'Pa\u0308sswo\u0308rter-19'
makeHashesReal()
const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })

/** A user whose password was hashed as typed, without normalization. */
async function storedAsTyped(typed: string): Promise<TestUser> {
  const passwordHash = await hash(typed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  return aUser(store, { password: typed, passwordHash })
}

async function isSignedIn(user: TestUser, password: string): Promise<boolean> {
  const { last } = await enter(app, client, { ...user, password })
  return responseOf(last)?.code !== undefined
}

const granted = (user: TestUser, password: string) =>
  requestToken(app, client, { grant_type: 'password', username: user.email, password })

async function hashOf({ id }: TestUser): Promise<string> {
  return (await store.users.findById(id))?.passwordHash ?? ''
}

test('a password that the Admin API set signs in in any spelling', async () => {
  const token = await apiUser(app, await aUser(store), ['manage'])
  const spellings = [
    [composed, decomposed],
    [decomposed, composed],
    [
      '\ud55c\uad6d\uc5b4 \uc554\ud638-7',
      '\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165 \u110b\u1161\u11b7\u1112\u1169-7',
    ],
    ['long\u00a0quiet\u3000river', 'long quiet river'],
  ] as const
  for (const [newPassword, typed] of spellings) {
    const user = await aUser(store)
    const path = `/api/v1/admin/users/${user.id}/password`
    expect(await outcome(call(token, 'PUT', path, { newPassword }))).toEqual([200, ''])
    expect(await isSignedIn(user, typed)).toBe(true)
    expect((await granted(user, typed)).status).toBe(200)
  }
})

test('so does the one a user was created with', async () => {
  const token = await apiUser(app, await aUser(store), ['manage'])
  const email = 'spelt@example.org'
  const body = { email, password: decomposed, setPasswordType: 'now' }
  expect((await call(token, 'POST', '/api/v1/admin/users/create', body)).status).toBe(201)
  const user = await store.users.findByEmail(email)
  expect(user && (await isSignedIn({ ...user, password: '' }, composed))).toBe(true)
})

test('the two new passwords of a registration may be typed in two spellings', async () => {
  await app.changeSettings({ selfRegistrationEnabled: true })
  const person = visitor(app)
  await person.visit('/account/register')
  const email = 'typed-twice@example.org'
  const last = await person.submit({ email, password: composed, passwordConfirmation: decomposed })
  expect(last.view?.page).toBe('registered')
  const user = await store.users.findByEmail(email)
  expect(user && (await isSignedIn({ ...user, password: '' }, decomposed))).toBe(true)
})

describe('a hash of what was typed, from before passwords were normalized,', () => {
  test('is accepted at the sign-in once as typed, and replaced', async () => {
    const user = await storedAsTyped(decomposed)
    expect(await isSignedIn(user, composed)).toBe(false)
    expect(await isSignedIn(user, decomposed)).toBe(true)
    expect(await hashOf(user)).not.toBe(user.passwordHash)
    expect(await isSignedIn(user, composed)).toBe(true)
  })

  test('and by the password grant', async () => {
    const user = await storedAsTyped('two\u00a0old words')
    expect((await granted(user, 'two\u00a0old words')).status).toBe(200)
    expect(await hashOf(user)).not.toBe(user.passwordHash)
    expect((await granted(user, 'two old words')).status).toBe(200)
  })

  test('and where the Account API asks for it', async () => {
    const user = await storedAsTyped(decomposed)
    const token = await apiUser(app, user, ['manage-account'])
    await store.users.change(user.id, { passwordHash: user.passwordHash })
    const body = { currentPassword: decomposed, email: `new-${user.email}` }
    expect(await outcome(call(token, 'PUT', '/api/v1/account/email', body))).toEqual([200, ''])
    expect(await hashOf(user)).not.toBe(user.passwordHash)
    const next = { currentPassword: composed, newPassword: 'Twelve-lanterns-4' }
    expect(await outcome(call(token, 'PUT', '/api/v1/account/password', next))).toEqual([200, ''])
  })

  test('is left alone by a composed one that already fits', async () => {
    const user = await storedAsTyped(composed)
    expect(await isSignedIn(user, decomposed)).toBe(true)
    expect(await hashOf(user)).toBe(user.passwordHash)
  })

  test('never takes the place of a password that was set meanwhile', async () => {
    const user = await storedAsTyped(decomposed)
    const newer = await hashCheaply('Twelve-lanterns-4')
    await store.users.change(user.id, { passwordHash: newer })
    expect(await store.users.rehash(user.id, user.passwordHash, 'renewed')).toBe(0)
    expect(await hashOf(user)).toBe(newer)
  })
})

test.each(['P\u00e4sswo\u0308rter-18', 'Passworter-19', composed.toLowerCase(), ` ${decomposed}`])(
  '%j is another password',
  async (typed) => {
    const user = await storedAsTyped(composed)
    const person = visitor(app)
    await begin(person, client)
    const last = await person.submit({ email: user.email, password: typed })
    expect(errorOf(last)).toBe('handler.login.auth_failed')
  },
)

test('the present password of the Account API may be typed in any spelling', async () => {
  const user = await aUser(store, { password: composed })
  const token = await apiUser(app, user, ['manage-account'])
  const body = { currentPassword: decomposed, newPassword: 'Twelve-lanterns-4' }
  expect(await outcome(call(token, 'PUT', '/api/v1/account/password', body))).toEqual([200, ''])
})

test('the policy counts the letters of the normal form', async () => {
  const token = await apiUser(app, await aUser(store), ['manage'])
  const { id } = await aUser(store)
  const set = (newPassword: string) =>
    outcome(call(token, 'PUT', `/api/v1/admin/users/${id}/password`, { newPassword }))
  expect(await set('a\u0308o\u0308u\u0308e\u0301')).toEqual([400, 'validator.password.too_short'])
  expect(await set('\u00e4\u00f6\u00fc\u00e9'.repeat(2))).not.toEqual([
    400,
    'validator.password.too_short',
  ])
  expect(await set(`${'o\u0302\u0309'.repeat(100)}lantern`)).not.toEqual([
    400,
    'validator.password.too_long',
  ])
})
