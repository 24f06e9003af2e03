import { describe, expect, test } from 'vitest'
import { defaultLifetimes } from '#lib/domain/settings/lifetimes.ts'
import { call } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { reader } = await fixture()

describe('200', () => {
  test('a new installation’s settings', async () => {
    const { status, body } = await call(reader, 'GET', '/settings/sessions')
    expect([status, body]).toEqual([
      200,
      {
        userSessionIdleTimeoutInSeconds: defaultLifetimes.sessionIdle,
        userSessionMaxLifetimeInSeconds: defaultLifetimes.sessionMax,
      },
    ])
  })
})
