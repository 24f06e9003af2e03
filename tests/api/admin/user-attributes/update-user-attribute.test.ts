import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { brokenBodies, fixture, malformedIds, unknownIds } from '../fixture.ts'
import { badFields } from './fields.ts'

const { ask, refusal, store, manager, granular, entriesOf, anAdministrator } = await fixture()
const fields = { key: 'badge', value: 'eight', includeInAccessToken: true }

async function anAttribute(owner?: { id: number }) {
  const { id: userId } = owner ?? (await aUser(store))
  return store.userAttributes.insert({ userId, key: 'old', value: 'o', includeInIdToken: true })
}

describe('200', () => {
  test('replaces everything but the owner', async () => {
    const { id, userId } = await anAttribute()
    const entries = await entriesOf(async () => {
      const sent = { ...fields, userId: 1 }
      const { body } = await ask<object>('PUT', `/user-attributes/${id}`, sent)
      expect(body).toMatchObject({ attribute: { ...fields, id, userId, includeInIdToken: false } })
    })
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([
      { event: 'updated_user_attribute', details: { userId, userAttributeId: id, loggedInUser } },
    ])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    const answer = refusal('PUT', `/user-attributes/${id}`, fields)
    expect(await answer).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(brokenBodies)('the body %j, before the attribute is looked for', async (body) => {
    const answer = refusal('PUT', '/user-attributes/999999', body)
    expect(await answer).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(badFields)('%o → %s', async (changes, code) => {
    const { id } = await anAttribute()
    const answer = refusal('PUT', `/user-attributes/${id}`, { ...fields, ...changes })
    expect(await answer).toEqual([400, code])
  })
})

describe('403', () => {
  test('a granular scope and an administrator', async () => {
    const attribute = await anAttribute(await anAdministrator())
    const answer = call(granular, 'PUT', `/user-attributes/${attribute.id}`, fields)
    expect(await outcome(answer)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.userAttributes.findById(attribute.id)).toEqual(attribute)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/user-attributes/${id}`, fields)).toEqual([404, 'NOT_FOUND'])
  })
})
