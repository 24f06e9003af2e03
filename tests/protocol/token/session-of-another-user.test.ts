import { beforeAll, describe, expect, test } from 'vitest'
import { aSession } from '#tests/support/granted.ts'
import { redeem, refresh } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { aCode } from './world.ts'

describe('what names the session of another user is refused', () => {
  let app: TestServer
  let client: TestClient
  let user: TestUser
  let other: TestUser

  beforeAll(async () => {
    app = await server()
    client = await aClient(app.store)
    user = await aUser(app.store)
    other = await aUser(app.store)
  })

  test.each(['openid', 'openid offline_access'])('a code for %s', async (scope) => {
    const now = app.clock.now()
    const times = { started: now, lastAccessed: now, authTime: now }
    const session = await aSession(app.store, other, [client], times)
    const answer = await redeem(app, client, await aCode(app, client, user, { session, scope }))
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Code is invalid.' },
    })
  })

  test.each(['openid', 'openid offline_access'])('a refresh token for %s', async (scope) => {
    await app.store.consents.save(user.id, client.id, scope, app.clock.now())
    const issued = await aCode(app, client, user, { scope })
    const { body } = await redeem(app, client, issued)
    await app.store.sessions.update(issued.session?.id ?? 0, { userId: other.id })
    expect(await refresh(app, client, body.refresh_token ?? '')).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description: 'The user session has expired or has been terminated.',
      },
    })
  })
})
