import { expect, test, vi } from 'vitest'
import { refresh, requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { tokensOf, userinfoStatus } from './world.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const refused = {
  error: 'invalid_grant',
  error_description:
    'The user has two-factor authentication enabled, which the resource owner password credentials flow does not support.',
}

const askWithPassword = (client: TestClient, user: TestUser, scope = 'openid') =>
  requestToken(app, client, {
    grant_type: 'password',
    username: user.email,
    password: user.password,
    scope,
  })

const aPasswordClient = () => aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
const switchOtp = (user: TestUser, otpEnabled: boolean) =>
  store.users.change(user.id, { otpEnabled })

test.each(['openid', 'openid email offline_access'])(
  'a refresh token of the password grant (%s) is refused while two-factor authentication is on, and not spent',
  async (scope) => {
    const [client, user] = [await aPasswordClient(), await aUser(store)]
    const { body } = await askWithPassword(client, user, scope)
    const next = (await refresh(app, client, body.refresh_token ?? '')).body
    await switchOtp(user, true)
    for (const changes of [{}, { scope: 'openid' }])
      expect((await refresh(app, client, next.refresh_token ?? '', changes)).body).toEqual(refused)
    expect(await userinfoStatus(app, next.access_token ?? '')).toBe(200)
    await switchOtp(user, false)
    expect((await refresh(app, client, next.refresh_token ?? '')).status).toBe(200)
  },
)

test('a refresh token of a code is not: its user was asked in the browser', async () => {
  const [client, user] = [await aClient(store), await aUser(store)]
  const scope = 'openid offline_access'
  await store.consents.save(user.id, client.id, scope, app.clock.now())
  const { refresh_token } = await tokensOf(app, client, user, { scope })
  await switchOtp(user, true)
  expect((await refresh(app, client, refresh_token)).status).toBe(200)
})

test('no token is handed out when it is switched on while one is asked for', async () => {
  const [client, user] = [await aPasswordClient(), await aUser(store)]
  const { adminTransaction } = store
  vi.spyOn(store, 'adminTransaction').mockImplementationOnce(async (...work) => {
    await switchOtp(user, true)
    return adminTransaction(...work)
  })
  expect((await askWithPassword(client, user)).body).toEqual(refused)
})

test('no token is handed out when it is switched on while one is refreshed', async () => {
  const [client, user] = [await aPasswordClient(), await aUser(store)]
  const { refresh_token = '' } = (await askWithPassword(client, user)).body
  const { transaction } = store
  vi.spyOn(store, 'transaction').mockImplementationOnce(async (...work) => {
    await switchOtp(user, true)
    return transaction(...work)
  })
  expect((await refresh(app, client, refresh_token)).body).toEqual(refused)
  await switchOtp(user, false)
  expect((await refresh(app, client, refresh_token)).status).toBe(200)
})
