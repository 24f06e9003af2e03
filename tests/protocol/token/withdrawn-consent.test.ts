import { beforeAll, describe, expect, test } from 'vitest'
import { refresh } from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { tokensOf, userinfoStatus } from './world.ts'

/** The promises about a withdrawn consent in the guides to the Account API and to mobile apps. */
describe('a withdrawn consent', () => {
  const scope = 'openid authserver:manage-account'
  let app: TestServer
  let client: TestClient
  let user: TestUser

  beforeAll(async () => {
    app = await server()
    client = await aClient(app.store)
    user = await aUser(app.store)
    await grantToUser(app.store, user, 'authserver:manage-account')
  })

  test('does not keep a refresh from leaving its scope out', async () => {
    const { refresh_token } = await tokensOf(app, client, user, { scope })
    expect((await refresh(app, client, refresh_token)).status).toBe(400)
    expect((await refresh(app, client, refresh_token, { scope: 'openid' })).status).toBe(200)
  })

  test.each([
    ['tokens of offline_access', {}, `${scope} offline_access`],
    ['a client that requires consent', { consentRequired: true }, scope],
  ])('counts for every scope: %s', async (_, settings, asked) => {
    const asking = await aClient(app.store, settings)
    const { refresh_token } = await tokensOf(app, asking, user, { scope: asked })
    const { status, body } = await refresh(app, asking, refresh_token, { scope: 'openid' })
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  test('ends no token, and what cannot be renewed can be after another approval', async () => {
    const asked = 'openid offline_access'
    const { access_token, refresh_token } = await tokensOf(app, client, user, { scope: asked })
    expect((await refresh(app, client, refresh_token)).status).toBe(400)
    expect(await userinfoStatus(app, access_token)).toBe(200)
    await app.store.consents.save(user.id, client.id, asked, app.clock.now())
    expect((await refresh(app, client, refresh_token)).status).toBe(200)
  })
})
