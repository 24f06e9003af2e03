import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { searchPermissions } from '#lib/api/contract/admin/permission-holders.ts'
import { call } from '#tests/support/api.ts'
import { aResource } from '#tests/support/people.ts'
import { fixture } from '../fixture.ts'

const { granular, store } = await fixture()
await aResource(store, 'warehouse', ['read', 'write'])
await aResource(store, 'billing', ['read'])

type Answer = z.output<typeof searchPermissions.response>

const scopesOf = async (query: string) => {
  const path = `/permissions/search?${new URLSearchParams({ query })}`
  const { body } = await call<Answer>(granular, 'GET', path)
  return body.permissions.map(({ scope }) => scope)
}

describe('200', () => {
  test('manage-users finds permissions of every resource by words in any order', async () => {
    expect(await scopesOf('read')).toEqual([
      'authserver:admin-read',
      'billing:read',
      'warehouse:read',
    ])
    expect(await scopesOf('WRITE ware')).toEqual(['warehouse:write'])
    expect(await scopesOf('billing:read')).toEqual(['billing:read'])
    expect(await scopesOf('may read in billing')).toEqual(['billing:read'])
    expect(await scopesOf('%')).toEqual([])
  })

  test('administrative ones are marked; pages are counted', async () => {
    const { body } = await call<Answer>(granular, 'GET', '/permissions/search?size=2')
    expect(body).toMatchObject({ total: 10, page: 1, size: 2 })
    expect(body.permissions.map(({ scope, administrative }) => [scope, administrative])).toEqual([
      ['authserver:admin-read', true],
      ['authserver:browser-sessions', true],
    ])
  })
})
