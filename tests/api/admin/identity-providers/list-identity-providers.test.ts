import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { providersFixture } from './fixture.ts'

const { add, granular } = await providersFixture()

describe('200', () => {
  test('in the order of the sign-in page, without secrets, for a granular scope too', async () => {
    const first = await add({ clientSecret: 'never-shown' })
    const next = await add()
    const { status, body } = await call<{ identityProviders: { id: number }[] }>(
      granular,
      'GET',
      '/identity-providers',
    )
    expect(status).toBe(200)
    expect(body.identityProviders.map(({ id }) => id)).toEqual([first.id, next.id])
    expect(JSON.stringify(body)).not.toContain('never-shown')
  })
})
