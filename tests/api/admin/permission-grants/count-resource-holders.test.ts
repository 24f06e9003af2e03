import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { countResourceHolders } from '#lib/api/contract/admin/permission-holders.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToClient,
  grantToGroup,
  grantToUser,
} from '#tests/support/people.ts'
import { fixture } from '../fixture.ts'

const { ask, refusal, store } = await fixture()

describe('200', () => {
  test('each permission counts its users once, its groups and its clients', async () => {
    const resource = await aResource(store, 'shop', ['buy', 'sell'])
    const user = await aUser(store)
    const group = await aGroup(store, {}, [user, await aUser(store)])
    await grantToGroup(store, group, 'shop:buy')
    await grantToUser(store, user, 'shop:buy')
    await grantToClient(store, await aClient(store), 'shop:buy')
    const path = `/permissions/holders?resourceId=${resource.id}`
    const { body } = await ask<z.output<typeof countResourceHolders.response>>('GET', path)
    expect(body.resource.resourceIdentifier).toBe('shop')
    const counted = body.permissions.map((one) => [one.permissionIdentifier, one.holders])
    expect(counted).toEqual([
      ['buy', 4],
      ['sell', 0],
    ])
  })
})

describe('400', () => {
  test.each(['', '?resourceId=x', '?resourceId=0'])('the query %j', async (query) => {
    expect(await refusal('GET', `/permissions/holders${query}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test('an unknown resource', async () => {
    const path = '/permissions/holders?resourceId=999999'
    expect(await refusal('GET', path)).toEqual([404, 'NOT_FOUND'])
  })
})
