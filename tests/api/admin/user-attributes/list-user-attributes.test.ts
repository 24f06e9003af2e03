import { describe, expect, test } from 'vitest'
import { aUser } from '#tests/support/people.ts'
import { fixture } from '../users/fixture.ts'

const { ask, store, rulesOf } = await fixture()
const rules = rulesOf('GET', '/attributes')

describe('200', () => {
  test('the attributes of this user, the oldest first', async () => {
    const user = await aUser(store)
    const other = await aUser(store)
    await store.userAttributes.insert({ userId: other.id, key: 'theirs', value: '' })
    for (const key of ['zulu', 'alpha', 'zulu']) {
      await store.userAttributes.insert({
        userId: user.id,
        key,
        value: 'v',
        includeInIdToken: true,
      })
    }
    const { body } = await ask<{ attributes: { key: string }[] }>(
      'GET',
      `/users/${user.id}/attributes`,
    )
    expect(body.attributes.map(({ key }) => key)).toEqual(['zulu', 'alpha', 'zulu'])
    expect(body.attributes[0]).toEqual({
      id: expect.any(Number),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      key: 'zulu',
      value: 'v',
      includeInIdToken: true,
      includeInAccessToken: false,
      userId: user.id,
    })
  })

  test('none', async () => {
    const user = await aUser(store)
    expect((await ask('GET', `/users/${user.id}/attributes`)).body).toEqual({ attributes: [] })
  })
})

describe('400', () => rules.refusesMalformedIds())

describe('404', () => rules.refusesUnknownIds())
