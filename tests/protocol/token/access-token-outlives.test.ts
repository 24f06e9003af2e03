import { expect, test } from 'vitest'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import { longLivedSteps, runStep } from '#lib/domain/retention/retention.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { tokensOf, userinfoStatus } from './world.ts'

const app = await server()

test('an access token that outlives its refresh token is good to its end, whatever the cleaner removes', async () => {
  const { store, limits } = app.runtime
  const client = await aClient(store, {
    tokenExpirationInSeconds: 5 * daySeconds,
    refreshTokenOfflineIdleTimeoutInSeconds: 3600,
    refreshTokenOfflineMaxLifetimeInSeconds: 3600,
  })
  const user = await aUser(store)
  const { access_token } = await tokensOf(app, client, user, {
    scope: 'openid offline_access',
    session: null,
  })
  app.clock.set(addSeconds(app.clock.now(), 4 * daySeconds))
  const settings = await store.settings.find()
  if (!settings) throw new Error('There are no settings.')
  const retention = { store, limits, settings, now: app.clock.now() }
  for (const step of longLivedSteps) await runStep(step, retention)
  expect(await userinfoStatus(app, access_token)).toBe(200)
  app.clock.set(addSeconds(app.clock.now(), daySeconds))
  expect(await userinfoStatus(app, access_token)).toBe(401)
})
