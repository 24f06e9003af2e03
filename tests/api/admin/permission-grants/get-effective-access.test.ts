import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { getEffectiveAccess } from '#lib/api/contract/admin/effective-access.ts'
import { apiClient, call, outcome } from '#tests/support/api.ts'
import { readJwt, redeem, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToGroup,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { randomSource } from '#tests/support/random-source.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { app, ask, refusal, store, database, entries } = await fixture()
await aResource(store, 'billing', ['read', 'approve', 'export'])

type Answer = z.output<typeof getEffectiveAccess.response>

async function accessOf(user: { id: number }, query = ''): Promise<Answer> {
  const { status, body } = await ask<Answer>('GET', `/users/${user.id}/effective-access${query}`)
  expect(status).toBe(200)
  return body
}

async function previewOf(user: { id: number }, client: { id: number }, scope?: string) {
  const query = new URLSearchParams({ clientId: String(client.id), ...(scope && { scope }) })
  const { client: preview } = await accessOf(user, `?${query}`)
  if (!preview) throw new Error('There is no preview.')
  return preview
}

const missingOf = (preview: Awaited<ReturnType<typeof previewOf>>) =>
  Object.fromEntries(preview.missing.map(({ scope, reason }) => [scope, reason]))

describe('200: what a user may do', () => {
  test('a permission names every way in which the user has it: direct, through a group, both', async () => {
    const user = await aUser(store)
    const finance = await aGroup(store, { groupIdentifier: 'finance' }, [user])
    await grantToUser(store, user, 'billing:read', 'billing:export')
    await grantToGroup(store, finance, 'billing:read', 'billing:approve')
    const { permissions, administrator, usable, reasons } = await accessOf(user)
    const group = { id: finance.id, groupIdentifier: 'finance' }
    const since = testStart.toISOString()
    const direct = { kind: 'direct', group: null, since }
    const through = { kind: 'group', group, since }
    expect(permissions.map(({ scope, sources }) => [scope, sources])).toEqual([
      ['billing:approve', [through]],
      ['billing:export', [direct]],
      ['billing:read', [direct, through]],
    ])
    expect({ administrator, usable, reasons }).toEqual({
      administrator: false,
      usable: true,
      reasons: [],
    })
  })

  test('an administrator through a group is one, and the permission is marked', async () => {
    const user = await aUser(store)
    const group = await aGroup(store, {}, [user])
    await grantToGroup(store, group, 'authserver:admin-read', 'billing:read')
    const { administrator, permissions } = await accessOf(user)
    expect(administrator).toBe(true)
    expect(permissions.map(({ scope, administrative }) => [scope, administrative])).toEqual([
      ['authserver:admin-read', true],
      ['billing:read', false],
    ])
  })

  test('attributes come in the order in which tokens replace them', async () => {
    const user = await aUser(store)
    const marked = { includeInIdToken: true, includeInAccessToken: true }
    const own = { userId: user.id, key: 'cost', value: 'own', ...marked }
    await database.userAttribute.create({ data: own })
    const group = await aGroup(store, {}, [user])
    const data = { groupId: group.id, key: 'cost', value: 'group' }
    await database.groupAttribute.create({ data: { ...data, includeInIdToken: true } })
    const client = await aClient(store)
    const { attributes } = await accessOf(user)
    const name = { id: group.id, groupIdentifier: group.groupIdentifier }
    expect(attributes).toEqual([
      {
        ...{ key: 'cost', value: 'own', group: null },
        ...{ inIdToken: false, inAccessToken: true, overriddenBy: name },
      },
      {
        ...{ key: 'cost', value: 'group', group: name },
        ...{ inIdToken: true, inAccessToken: false, overriddenBy: null },
      },
    ])
    const preview = await previewOf(user, client, 'openid attributes')
    expect(preview.idToken?.attributes).toEqual({ cost: 'group' })
    expect(preview.accessToken?.attributes).toEqual({ cost: 'own' })
  })

  test('a disabled user gets nothing, and the answer says so', async () => {
    const user = await aUser(store, { enabled: false })
    await grantToUser(store, user, 'billing:read')
    expect(await accessOf(user)).toMatchObject({ usable: false, reasons: ['user_disabled'] })
    expect(await previewOf(user, await aClient(store))).toMatchObject({
      ...{ usable: false, reasons: ['user_disabled'] },
      ...{ idToken: null, accessToken: null, userInfo: null },
    })
  })

  test('nothing is written', async () => {
    const user = await aUser(store)
    const client = await aClient(store, { consentRequired: true })
    const before = [
      await entries(),
      await database.userConsent.count(),
      await database.grant.count(),
    ]
    await previewOf(user, client, 'openid offline_access')
    const after = [
      await entries(),
      await database.userConsent.count(),
      await database.grant.count(),
    ]
    expect(after).toEqual(before)
  })

  test('1,000 groups are all named', async () => {
    const user = await aUser(store)
    const groups = Array.from({ length: 1_000 }, (_, i) => ({ groupIdentifier: `many-${i}` }))
    await database.group.createMany({ data: groups })
    const made = await database.group.findMany({
      where: { groupIdentifier: { startsWith: 'many-' } },
    })
    await store.memberships.add(
      user.id,
      made.map(({ id }) => id),
      testStart,
    )
    const { id: permissionId } = (await store.permissions.find('billing', 'read')) ?? { id: 0 }
    await database.groupPermission.createMany({
      data: made.map(({ id: groupId }) => ({ groupId, permissionId })),
    })
    const { groups: named, permissions } = await accessOf(user)
    expect([named.length, permissions[0]?.sources.length]).toEqual([1_000, 1_000])
  })
})

describe('200: what a client receives', () => {
  test('says why each scope is missing', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'billing:read', 'billing:export', 'authserver:manage-users')
    const client = await aClient(store, { allowedScopes: 'openid billing:read email' })
    const preview = await previewOf(
      user,
      client,
      'openid profile billing:read billing:approve billing:none what authserver:manage-users',
    )
    expect(preview.scopes).toEqual(['openid', 'billing:read'])
    expect(missingOf(preview)).toEqual({
      profile: 'not_allowed',
      'billing:approve': 'not_allowed',
      'billing:none': 'unknown',
      what: 'unknown',
      'authserver:manage-users': 'administrative_not_allowed',
      'billing:export': 'not_allowed',
    })
  })

  test('a scope that the user does not hold, one not asked for, and no openid', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'billing:read', 'billing:export')
    const preview = await previewOf(user, await aClient(store), 'billing:read billing:approve')
    expect(missingOf(preview)).toEqual({
      'billing:approve': 'not_held',
      'billing:export': 'not_requested',
      openid: 'not_requested',
    })
    expect(preview).toMatchObject({ idToken: null, userInfo: null })
    expect(preview.accessToken).toMatchObject({ scope: 'billing:read', aud: 'billing' })
  })

  test('what was approved, where the client asks for approval', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'billing:read')
    const client = await aClient(store, { consentRequired: true })
    const first = await previewOf(user, client, 'openid billing:read')
    expect(first).toMatchObject({ consented: null, wouldAsk: true })
    expect(first.scopes).toEqual(['openid', 'billing:read'])
    await store.consents.save(user.id, client.id, 'openid', testStart)
    const second = await previewOf(user, client, 'openid billing:read')
    expect(second).toMatchObject({ wouldAsk: true, scopes: ['openid'] })
    expect(missingOf(second)).toEqual({ 'billing:read': 'not_consented' })
    expect(second.consented?.scopes).toEqual(['openid'])
    const asApproved = await previewOf(user, client)
    expect(asApproved).toMatchObject({ wouldAsk: false, scopes: ['openid'] })
    expect(missingOf(asApproved)).toEqual({ 'billing:read': 'not_requested' })
  })

  test('a client that is disabled, or has no flow for users', async () => {
    const user = await aUser(store)
    const off = { enabled: false, authorizationCodeEnabled: false }
    expect(await previewOf(user, await aClient(store, off))).toMatchObject({
      usable: false,
      reasons: ['client_disabled', 'no_user_flow'],
      accessToken: null,
    })
  })

  test('equals the tokens and UserInfo of real sign-ins, for 20 random pairs', async () => {
    const random = randomSource(20_261_126)
    for (let round = 0; round < 20; round++) {
      const { user, client } = await randomPair(random)
      const possible = ['profile', 'email', 'address', 'phone', 'groups', 'attributes']
      const asked = ['openid', ...random.some([...possible, 'billing:read', 'billing:approve'], 6)]
      const scope = [...new Set(asked)].join(' ')
      const real = await tokensOf(user, client, scope)
      const { idToken, accessToken, userInfo, scopes } = await previewOf(user, client, scope)
      expect(real.scope, scope).toBe(scopes.join(' '))
      expect(accessToken).toEqual(real.accessToken)
      expect(idToken).toEqual(real.idToken)
      expect(userInfo).toEqual(real.userInfo)
    }
  })
})

type RandomSource = ReturnType<typeof randomSource>

async function randomPair(random: RandomSource) {
  const user = await aUser(store, {
    nickname: random.pick(['', 'Countess']),
    addressLocality: random.pick(['', 'Lisboa']),
    emailVerified: random.percent(50),
  })
  const group = await aGroup(
    store,
    { includeInIdToken: random.percent(50), includeInAccessToken: random.percent(50) },
    [user],
  )
  if (random.percent(50)) await grantToUser(store, user, 'billing:read')
  if (random.percent(50)) await grantToGroup(store, group, 'billing:approve')
  for (const value of ['a', 'b']) {
    const flags = { includeInIdToken: random.percent(50), includeInAccessToken: random.percent(50) }
    const attribute = { key: `key-${random.below(2)}`, value, ...flags }
    await database.userAttribute.create({ data: { ...attribute, userId: user.id } })
    await database.groupAttribute.create({
      data: { ...attribute, groupId: group.id, value: `${value}-g` },
    })
  }
  const claims = () => random.pick(['default', 'on', 'off'])
  const client = await aClient(store, {
    consentRequired: random.percent(50),
    includeOpenIDConnectClaimsInAccessToken: claims(),
    includeOpenIDConnectClaimsInIdToken: claims(),
  })
  return { user, client }
}

async function tokensOf(user: TestUser, client: TestClient, scope: string) {
  const signedIn = await signIn(app, client, user, { request: { scope } })
  const { body } = await redeem(app, client, signedIn)
  const authorization = `Bearer ${body.access_token}`
  const userInfo = await app.fetch('/userinfo', { headers: { authorization } })
  return {
    scope: body.scope,
    accessToken: lasting(body.access_token),
    idToken: lasting(body.id_token),
    userInfo: await userInfo.json(),
  }
}

/** The claims of a token without those of this one sign-in. */
function lasting(token = ''): Record<string, unknown> {
  const { payload } = readJwt(token)
  const ofThisOne = ['iat', 'nbf', 'exp', 'jti', 'auth_time', 'acr', 'amr', 'sid', 'grant_id']
  for (const name of [...ofThisOne, 'auth_state_generation']) delete payload[name]
  return payload
}

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/users/${id}/effective-access`)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('a scope with NUL, which no database holds', async () => {
    const [{ id: userId }, { id: clientId }] = await Promise.all([aUser(store), aClient(store)])
    for (const scope of ['billing:a%00', 'a%00:read']) {
      const path = `/users/${userId}/effective-access?clientId=${clientId}&scope=${scope}`
      expect(await refusal('GET', path)).toEqual([400, 'VALIDATION_ERROR'])
    }
  })
})

describe('403', () => {
  test('a token of another domain', async () => {
    const { id } = await aUser(store)
    const other = await apiClient(app, ['manage-clients'])
    const answer = outcome(call(other, 'GET', `/users/${id}/effective-access`))
    expect(await answer).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/users/${id}/effective-access`)).toEqual([404, 'NOT_FOUND'])
  })

  test('an unknown client', async () => {
    const { id } = await aUser(store)
    const path = `/users/${id}/effective-access?clientId=999999`
    expect(await refusal('GET', path)).toEqual([404, 'NOT_FOUND'])
  })
})
