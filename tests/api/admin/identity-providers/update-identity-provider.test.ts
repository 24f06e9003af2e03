import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, aUser } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { type ProviderAnswer, providersFixture } from './fixture.ts'

const { add, ask, refusal, store, granular, manager, entriesOf } = await providersFixture()
const pathOf = (id: number | string) => `/identity-providers/${id}`

async function linked() {
  const provider = await add()
  const user = await aUser(store)
  await store.userIdentities.insert({
    createdAt: new Date(),
    userId: user.id,
    providerId: provider.id,
    issuer: 'http://localhost:9',
    subject: '42',
  })
  return { provider, user }
}

describe('200', () => {
  test('fields that are left out stay, the secret too; the entry names what changed', async () => {
    const provider = await add({ clientSecret: 'first', domains: ['stays.example'] })
    const stored = await store.identityProviders.findById(provider.id)
    const entries = await entriesOf(async () => {
      const { body } = await ask<ProviderAnswer>('PUT', pathOf(provider.id), {
        displayName: 'Renamed',
        enabled: true,
      })
      expect(body.identityProvider).toMatchObject({
        displayName: 'Renamed',
        enabled: true,
        clientId: 'client-there',
        domains: ['stays.example'],
        hasClientSecret: true,
      })
    })
    const { alias } = provider
    const changed = ['displayName', 'enabled']
    const loggedInUser = manager.client.clientIdentifier
    const details = { providerId: provider.id, alias, changed, loggedInUser }
    expect(entries).toEqual([{ event: 'updated_identity_provider', details }])
    const now = await store.identityProviders.findById(provider.id)
    expect(now?.clientSecretEncrypted).toEqual(stored?.clientSecretEncrypted)
  })

  test('a mapping is replaced as a whole, and sign-ins without groups are counted anew', async () => {
    const [former, next] = [await aGroup(store), await aGroup(store)]
    const provider = await add({
      mapping: { profile: { nickname: 'nick' }, groupsClaim: 'groups', groups: { a: former.id } },
    })
    const missing = { at: new Date(), why: 'absent' }
    await store.identityProviders.noteMissingGroups(provider.id, missing)
    const mapping = { profile: {}, groupsClaim: 'roles', groups: { b: next.id } }
    const [entry] = await entriesOf(async () => {
      const { body } = await ask<ProviderAnswer>('PUT', pathOf(provider.id), { mapping })
      expect(body.identityProvider).toMatchObject({ mapping, groupsMissing: 0 })
    })
    expect(entry?.details).toMatchObject({ changed: ['profileClaims', 'groupsClaim', 'groups'] })
    await store.identityProviders.noteMissingGroups(provider.id, missing)
    expect(await entriesOf(() => ask('PUT', pathOf(provider.id), { mapping }))).toEqual([])
    const kept = await ask<ProviderAnswer>('GET', pathOf(provider.id))
    expect(kept.body.identityProvider).toMatchObject({ mapping, groupsMissing: 1 })
  })

  test('what is the same leaves no entry, and an empty secret removes it', async () => {
    const provider = await add({ clientSecret: 'first' })
    const same = await entriesOf(() => ask('PUT', pathOf(provider.id), { displayName: 'Partner' }))
    expect(same).toEqual([])
    const { body } = await ask<ProviderAnswer>('PUT', pathOf(provider.id), { clientSecret: '' })
    expect(body.identityProvider).toMatchObject({ hasClientSecret: false })
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %s', async (body) => {
    const { id } = await add()
    expect(await refusal('PUT', pathOf(id), body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test('another alias: it is in the redirect URI', async () => {
    const { id } = await add()
    // The field is not of this operation: it counts as left out.
    const { body } = await ask<ProviderAnswer>('PUT', pathOf(id), { alias: 'another' })
    expect(body.identityProvider.alias).not.toBe('another')
  })

  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf(id), {})).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope changes nothing', async () => {
    const { id } = await add()
    const answer = outcome(call(granular, 'PUT', pathOf(id), { enabled: true }))
    expect(await answer).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.identityProviders.findById(id)).toMatchObject({ enabled: false })
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf(id), {})).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test('another issuer, while people are connected: their subjects would be other people’s', async () => {
    const { provider, user } = await linked()
    const issuer = 'http://localhost:10'
    const answer = await ask('PUT', pathOf(provider.id), { issuer })
    expect([answer.status, answer.body.error_code]).toEqual([409, 'CONCURRENT_UPDATE'])
    expect(answer.body.error_description).toContain('1 accounts')
    expect(await store.userIdentities.findOfUser(user.id)).toHaveLength(1)
    const sent = { issuer, forgetLinks: true }
    expect((await ask('PUT', pathOf(provider.id), sent)).status).toBe(200)
    expect(await store.userIdentities.findOfUser(user.id)).toEqual([])
  })
})
