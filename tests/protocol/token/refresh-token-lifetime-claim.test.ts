import { expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { refresh } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { readToken, tokensOf } from './world.ts'

const app = await server()

test.each([
  ['later', addSeconds(app.clock.now(), 400 * 86_400)],
  ['sooner', addSeconds(app.clock.now(), 86_400)],
  ['absent', null],
])('a refresh token whose stored maximum lifetime is another (%s) is invalid', async (_, end) => {
  const client = await aClient(app.store)
  const user = await aUser(app.store)
  await app.store.consents.save(user.id, client.id, 'openid offline_access', app.clock.now())
  const { refresh_token } = await tokensOf(app, client, user, { scope: 'openid offline_access' })
  const jti = String(readToken(refresh_token).payload.jti)
  await app.runtime.database.prisma.refreshToken.update({
    where: { jti },
    data: { maxLifetime: end },
  })
  const { status, body } = await refresh(app, client, refresh_token)
  expect([status, body]).toEqual([
    400,
    { error: 'invalid_grant', error_description: 'The refresh token is invalid.' },
  ])
})
