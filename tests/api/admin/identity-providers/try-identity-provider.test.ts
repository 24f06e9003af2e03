import { describe, expect, test } from 'vitest'
import { apiUser, call, outcome } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { providersFixture } from './fixture.ts'

const { app, add, store, granular, manager } = await providersFixture()
const pathOf = (id: number | string) => `/identity-providers/${id}/trial`
const owner = await apiUser(app, await aUser(store), ['manage'])

describe('200', () => {
  test('an address for the browser, although provider and feature are off', async () => {
    const { id } = await add()
    const { status, body } = await call<{ url: string }>(owner, 'POST', pathOf(id))
    expect(status).toBe(200)
    expect(body.url).toMatch(new RegExp(`^${baseUrl}/auth/provider\\?handle=[\\w-]{43}$`))
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await outcome(call(owner, 'POST', pathOf(id)))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope does not suffice', async () => {
    const { id } = await add()
    expect(await outcome(call(granular, 'POST', pathOf(id)))).toEqual([
      403,
      'MANAGE_SCOPE_REQUIRED',
    ])
  })

  test('a client on its own behalf has no browser', async () => {
    const { id } = await add()
    expect(await outcome(call(manager, 'POST', pathOf(id)))).toEqual([403, 'USER_CONTEXT_REQUIRED'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await outcome(call(owner, 'POST', pathOf(id)))).toEqual([404, 'NOT_FOUND'])
  })
})
