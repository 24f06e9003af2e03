import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { reader } = await fixture()

describe('200', () => {
  test('a new installation’s settings', async () => {
    const { status, body } = await call(reader, 'GET', '/settings/tokens')
    expect(status).toBe(200)
    expect(body).toEqual({
      tokenExpirationInSeconds: 300,
      refreshTokenOfflineIdleTimeoutInSeconds: 2_592_000,
      refreshTokenOfflineMaxLifetimeInSeconds: 31_536_000,
      includeOpenIDConnectClaimsInAccessToken: false,
      includeOpenIDConnectClaimsInIdToken: true,
    })
  })
})
