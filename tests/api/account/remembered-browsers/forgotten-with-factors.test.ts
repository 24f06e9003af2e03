import { expect, test } from 'vitest'
import { apiUser, call } from '#tests/support/api.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { aUser } from '#tests/support/people.ts'
import { aRememberedBrowser } from '#tests/support/remembered-browser.ts'
import { fixture } from '../passkeys/fixture.ts'

const { app, store, withPasskey, optionsOf } = await fixture()
await app.changeSettings({ rememberBrowserDays: 30 })
const administrator = await apiUser(app, await aUser(store), ['manage'])

type Owner = Awaited<ReturnType<typeof withPasskey>>

async function remembered(userId: number): Promise<number> {
  const path = `/users/${userId}/sign-in-methods`
  const { body } = await call<{ rememberedBrowsers: number }>(administrator, 'GET', path)
  return body.rememberedBrowsers
}

/** Somebody whose passkey is asked for after the password, with two remembered browsers. */
async function withBrowsers(): Promise<Owner> {
  const owner = await withPasskey()
  const { one, confirmed } = owner
  const asked = await one.ask('PUT', '/second-factor', {
    askAfterPassword: true,
    ...(await confirmed()),
  })
  expect(asked.status).toBe(200)
  const user = await store.users.findById(one.user.id)
  if (!user) throw new Error('There is no user.')
  for (let i = 0; i < 2; i++) await aRememberedBrowser(store, user, app.clock.now())
  expect(await remembered(user.id)).toBe(2)
  return owner
}

test.each<[string, (owner: Owner) => Promise<{ readonly status: number }>]>([
  [
    'the owner removes the passkey',
    async ({ one, confirmed, id }) => one.ask('DELETE', `/passkeys/${id}`, await confirmed()),
  ],
  [
    'the owner removes one of two passkeys',
    async ({ one, confirmed, id }) => {
      const credential = authenticator().create(await optionsOf(one, await confirmed()))
      expect((await one.ask('POST', '/passkeys', { credential })).status).toBe(201)
      expect(await remembered(one.user.id)).toBe(2)
      return one.ask('DELETE', `/passkeys/${id}`, await confirmed())
    },
  ],
  [
    'the owner is no longer asked for the passkey',
    async ({ one, confirmed }) =>
      one.ask('PUT', '/second-factor', { askAfterPassword: false, ...(await confirmed()) }),
  ],
  [
    'the owner makes new recovery codes',
    async ({ one, confirmed }) => one.ask('POST', '/recovery-codes', await confirmed()),
  ],
  [
    'an administrator removes the passkey',
    ({ one, id }) => call(administrator, 'DELETE', `/users/${one.user.id}/passkeys/${id}`),
  ],
  [
    'an administrator resets the second factor',
    ({ one }) => call(administrator, 'POST', `/users/${one.user.id}/second-factor/reset`),
  ],
  [
    'an administrator switches the app off',
    async ({ one }) => {
      await store.users.change(one.user.id, { otpEnabled: true })
      return call(administrator, 'PUT', `/users/${one.user.id}/otp`, { enabled: false })
    },
  ],
])('remembered browsers are forgotten when %s', async (_, change) => {
  const owner = await withBrowsers()
  expect((await change(owner)).status).toBeLessThan(300)
  expect(await remembered(owner.one.user.id)).toBe(0)
})

test.each<[string, (owner: Owner) => Promise<{ readonly status: number }>]>([
  [
    'the owner',
    async ({ one, confirmed, id }) => one.ask('DELETE', `/passkeys/${id}`, await confirmed()),
  ],
  [
    'an administrator',
    ({ one, id }) => call(administrator, 'DELETE', `/users/${one.user.id}/passkeys/${id}`),
  ],
])(
  'so they are when %s removes a passkey that is not asked for after the password',
  async (_, remove) => {
    const owner = await withPasskey()
    const user = await store.users.findById(owner.one.user.id)
    if (!user) throw new Error('There is no user.')
    await aRememberedBrowser(store, user, app.clock.now())
    expect(await remembered(user.id)).toBe(1)
    expect((await remove(owner)).status).toBe(200)
    expect(await remembered(user.id)).toBe(0)
  },
)
