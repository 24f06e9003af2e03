import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { reader } = await fixture()

describe('200', () => {
  test('nothing is set on a new installation: the theme gives everything', async () => {
    const { status, body } = await call(reader, 'GET', '/settings/branding')
    expect([status, body]).toEqual([
      200,
      {
        primaryColor: '',
        primaryColorDark: '',
        corners: 'theme',
        supportUrl: '',
        privacyUrl: '',
        termsUrl: '',
        statusUrl: '',
        footerText: '',
        logoLightUrl: '',
        logoDarkUrl: '',
        iconUrl: '',
        warnings: [],
      },
    ])
  })
})
