import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store, manager, granular, entriesOf, anAdministrator } = await fixture()

async function anAttribute(owner?: { id: number }) {
  const { id: userId } = owner ?? (await aUser(store))
  return store.userAttributes.insert({ userId, key: 'old', value: 'o' })
}

describe('200', () => {
  test('removes it', async () => {
    const { id, userId } = await anAttribute()
    const entries = await entriesOf(async () => {
      const { body } = await ask('DELETE', `/user-attributes/${id}`)
      expect(body).toEqual({ success: true })
    })
    const loggedInUser = manager.client.clientIdentifier
    expect(await store.userAttributes.findById(id)).toBe(null)
    expect(entries).toEqual([
      { event: 'deleted_user_attribute', details: { userId, userAttributeId: id, loggedInUser } },
    ])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/user-attributes/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope and an administrator', async () => {
    const attribute = await anAttribute(await anAdministrator())
    const answer = call(granular, 'DELETE', `/user-attributes/${attribute.id}`)
    expect(await outcome(answer)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.userAttributes.findById(attribute.id)).toEqual(attribute)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/user-attributes/${id}`)).toEqual([404, 'NOT_FOUND'])
  })

  test('for all but one of 20 who remove it at once', async () => {
    const { id } = await anAttribute()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('DELETE', `/user-attributes/${id}`)),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'NOT_FOUND')).toHaveLength(19)
  })
})
