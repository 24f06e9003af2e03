import { describe, expect, test } from 'vitest'
import { aUser } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { type ProviderAnswer, providersFixture } from './fixture.ts'

const { add, ask, refusal, store } = await providersFixture()
const pathOf = (id: number | string) => `/identity-providers/${id}`

describe('200', () => {
  test('with the people who are connected, and those who have no other way in', async () => {
    const provider = await add()
    const users = [await aUser(store), await aUser(store), await aUser(store)]
    for (const [index, user] of users.entries()) {
      await store.userIdentities.insert({
        createdAt: new Date(),
        userId: user.id,
        providerId: provider.id,
        issuer: 'http://localhost:9',
        subject: `s${index}`,
      })
      if (index > 0) await store.users.change(user.id, { passwordHash: '' })
    }
    await store.users.change(users[2]?.id ?? 0, { enabled: false })
    const { body } = await ask<ProviderAnswer>('GET', pathOf(provider.id))
    expect(body.identityProvider).toMatchObject({ id: provider.id, links: 3, dependents: 1 })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', pathOf(id))).toEqual([404, 'NOT_FOUND'])
  })
})
