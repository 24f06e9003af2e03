import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aSession } from '#tests/support/granted.ts'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { store, granular, ask, refusal, entriesOf, manager } = await fixture()

async function withIdentity() {
  const user = await aUser(store)
  const provider = await aProvider(store)
  const identity = await store.userIdentities.insert({
    createdAt: new Date(),
    userId: user.id,
    providerId: provider.id,
    issuer: provider.issuer,
    subject: '42',
  })
  return { user, provider, identity, path: `/users/${user.id}/identities/${identity.id}` }
}

describe('200', () => {
  test('ends the sessions that began with it, though it is the last way in', async () => {
    const { user, provider, identity, path } = await withIdentity()
    await store.users.change(user.id, { passwordHash: '' })
    await aSession(store, user, [], { providerId: provider.id })
    const other = await aSession(store, user)
    const entries = await entriesOf(async () => {
      expect((await ask('DELETE', path)).status).toBe(200)
    })
    expect(entries[0]).toEqual({
      event: 'unlinked_provider',
      details: {
        userId: user.id,
        providerId: provider.id,
        alias: provider.alias,
        identityId: identity.id,
        loggedInUser: manager.client.clientIdentifier,
      },
    })
    expect(await store.userIdentities.findOfUser(user.id)).toEqual([])
    const left = await sessionsOf(store, user.id)
    expect(left.map(({ id }) => id)).toEqual([other.id])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    const { user } = await withIdentity()
    expect(await refusal('DELETE', `/users/${user.id}/identities/${id}`)).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

describe('403', () => {
  test('an administrator’s, with a granular scope', async () => {
    const { user, path } = await withIdentity()
    await grantToUser(store, user, 'authserver:manage')
    const answer = outcome(call(granular, 'DELETE', path))
    expect(await answer).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.userIdentities.findOfUser(user.id)).toHaveLength(1)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, of the user or the identity', async (id) => {
    const { user, identity } = await withIdentity()
    for (const path of [
      `/users/${id}/identities/${identity.id}`,
      `/users/${user.id}/identities/${id}`,
    ])
      expect(await refusal('DELETE', path)).toEqual([404, 'NOT_FOUND'])
  })

  test('the identity of another user', async () => {
    const { identity } = await withIdentity()
    const other = await aUser(store)
    const foreign = `/users/${other.id}/identities/${identity.id}`
    expect(await refusal('DELETE', foreign)).toEqual([404, 'NOT_FOUND'])
  })
})
