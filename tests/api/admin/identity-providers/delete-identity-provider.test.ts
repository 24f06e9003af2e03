import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { providersFixture } from './fixture.ts'

const { add, ask, refusal, store, granular, manager, entriesOf } = await providersFixture()
const pathOf = (id: number | string) => `/identity-providers/${id}`

describe('200', () => {
  test('with the links of its people, who stay', async () => {
    const provider = await add({ domains: ['gone.example'] })
    const user = await aUser(store)
    await store.userIdentities.insert({
      createdAt: new Date(),
      userId: user.id,
      providerId: provider.id,
      issuer: 'http://localhost:9',
      subject: '42',
    })
    const entries = await entriesOf(async () => {
      expect((await ask('DELETE', pathOf(provider.id))).status).toBe(200)
    })
    const about = { providerId: provider.id, alias: provider.alias, links: 1 }
    const details = { ...about, loggedInUser: manager.client.clientIdentifier }
    expect(entries).toEqual([{ event: 'deleted_identity_provider', details }])
    expect(await store.userIdentities.findOfUser(user.id)).toEqual([])
    expect(await store.users.findById(user.id)).not.toBeNull()
    await add({ domains: ['gone.example'] })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope removes nothing', async () => {
    const { id } = await add()
    const answer = outcome(call(granular, 'DELETE', pathOf(id)))
    expect(await answer).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.identityProviders.findById(id)).not.toBeNull()
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', pathOf(id))).toEqual([404, 'NOT_FOUND'])
  })
})
