import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { reader } = await fixture()

describe('200', () => {
  test('a new installation’s settings, and nothing else of the row', async () => {
    const { status, body } = await call(reader, 'GET', '/settings/general')
    expect(status).toBe(200)
    expect(body).toEqual({
      appName: 'authserver',
      issuer: 'http://localhost:3000',
      passwordPolicy: 'low',
      selfRegistrationEnabled: false,
      selfRegistrationRequiresEmailVerification: false,
      dynamicClientRegistrationEnabled: false,
      pkceRequired: true,
      implicitFlowEnabled: false,
      resourceOwnerPasswordCredentialsEnabled: false,
    })
  })
})
