import { describe, expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal } = await fixture()

describe('200', () => {
  test.each([
    [null, null],
    ['', []],
    ['openid tasks:*', ['openid', 'tasks:*']],
  ])('the stored list %j is %j', async (allowedScopes, shown) => {
    const { id } = await aClient(store, { allowedScopes })
    const { body } = await ask<object>('GET', `/clients/${id}/restrictions`)
    expect(body).toEqual({
      allowedScopes: shown,
      pushedRequestsRequired: false,
      dpopRequired: false,
      deviceGrantEnabled: false,
    })
  })

  test('the client itself has no such field', async () => {
    const { id } = await aClient(store, { allowedScopes: 'openid' })
    const { body } = await ask('GET', `/clients/${id}`)
    expect(body.client).not.toHaveProperty('allowedScopes')
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/restrictions`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/restrictions`)).toEqual([404, 'NOT_FOUND'])
  })
})
