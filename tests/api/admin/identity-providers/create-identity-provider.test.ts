import { afterAll, describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, grantToGroup } from '#tests/support/people.ts'
import { openSecondProvider } from '#tests/support/second-provider.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { brokenBodies } from '../fixture.ts'
import { newProvider, type ProviderAnswer, providersFixture } from './fixture.ts'

const { app, add, ask, refusal, store, manager, granular, entriesOf } = await providersFixture()
const second = await openSecondProvider({ redirectUri: `${baseUrl}/auth/provider/x/callback` })
afterAll(second.close)

describe('201', () => {
  test('off, for nobody new, and with its secret sealed', async () => {
    const sent = newProvider({ clientSecret: 'a+b/c%d:e~ü', domains: ['Firma.example'] })
    let body: Partial<ProviderAnswer> = {}
    const entries = await entriesOf(async () => {
      const answer = await ask<ProviderAnswer>('POST', '/identity-providers', sent)
      expect(answer.status).toBe(201)
      body = answer.body
    })
    expect(body.warning).toBe('metadata_unreachable')
    expect(body.identityProvider).toMatchObject({
      alias: sent.alias,
      redirectUri: `${baseUrl}/auth/provider/${sent.alias}/callback`,
      enabled: false,
      createUsers: 'never',
      linking: 'ask',
      emailTrust: 'preset',
      secondFactor: 'ours',
      scopes: 'openid profile email',
      hasClientSecret: true,
      domains: ['firma.example'],
      links: 0,
    })
    expect(JSON.stringify(body)).not.toContain('a+b/c')
    const stored = await store.identityProviders.findByAlias(sent.alias)
    expect(Buffer.from(stored?.clientSecretEncrypted ?? []).toString()).not.toContain('a+b/c')
    const details = {
      providerId: stored?.id,
      alias: sent.alias,
      loggedInUser: manager.client.clientIdentifier,
    }
    expect(entries).toEqual([{ event: 'created_identity_provider', details }])
  })

  test('the issuer as the provider writes it', async () => {
    const { status, body } = await ask<ProviderAnswer>(
      'POST',
      '/identity-providers',
      newProvider({ issuer: second.issuer }),
    )
    expect([status, body.warning]).toEqual([201, ''])
  })

  test('a mapping, which is answered as it was sent', async () => {
    const group = await aGroup(store)
    const mapping = {
      profile: { nickname: ' preferred.name ', website: 'https://firma.example/site', locale: '' },
      groupsClaim: 'groups',
      groups: { staff: group.id, '{"name": "α, β"}': group.id },
    }
    const sent = newProvider({ mapping, syncProfile: 'always' })
    const { body } = await ask<ProviderAnswer>('POST', '/identity-providers', sent)
    expect(body.identityProvider).toMatchObject({
      mapping: {
        ...mapping,
        profile: { nickname: 'preferred.name', website: 'https://firma.example/site' },
      },
      syncProfile: 'always',
      groupsMissing: 0,
      groupsMissingAt: null,
      groupsMissingWhy: '',
    })
  })

  test('without one, the name of a new account alone', async () => {
    expect(await add()).toMatchObject({
      mapping: {
        profile: { givenName: 'given_name', familyName: 'family_name' },
        groupsClaim: '',
        groups: {},
      },
      syncProfile: 'creation',
    })
  })

  test.each([
    ['google', 'https://accounts.google.com', 'openid profile email'],
    ['github', 'https://github.com', 'read:user user:email'],
  ])('%s by its name alone', async (preset, issuer, scopes) => {
    const sent = newProvider({ preset, issuer: null })
    const { body } = await ask<ProviderAnswer>('POST', '/identity-providers', sent)
    expect(body.identityProvider).toMatchObject({ issuer, scopes })
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %s', async (body) => {
    expect(await refusal('POST', '/identity-providers', body)).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ])
  })

  test('one slash more or less than the provider writes', async () => {
    const sent = newProvider({ issuer: `${second.issuer}/` })
    const answer = await ask('POST', '/identity-providers', sent)
    expect(answer.body).toMatchObject({
      error_code: 'validator.provider.issuer_mismatch',
      error_description: expect.stringContaining(second.issuer),
    })
    expect(await store.identityProviders.findByAlias(sent.alias)).toBeNull()
  })

  test.each([
    ['alias', 'A'],
    ['alias', '1st'],
    ['alias', 'a'.repeat(31)],
    ['preset', 'saml'],
    ['displayName', ' '],
    ['displayName', 'n'.repeat(41)],
    ['displayName', '<b>'],
    ['issuer', 'http://partner.example'],
    ['issuer', 'https://user:pass@partner.example'],
    ['issuer', 'https://partner.example/?a=b'],
    ['issuer', 'https://partner.example/#a'],
    ['issuer', 'https://partner.example/{tenantid}'],
    ['issuer', 'nonsense'],
    ['clientId', ''],
    ['clientId', 'ü'],
    ['clientSecret', 'a\nb'],
    ['secretExpiresAt', '2031-13-01'],
    ['secretExpiresAt', '2031-02-31'],
    ['secretExpiresAt', '0000-01-01'],
    ['tokenEndpointAuthMethod', 'private_key_jwt'],
    ['scopes', 'profile'],
    ['parameters', { redirect_uri: 'https://evil.example' }],
    ['parameters', { State: 'x' }],
    ['parameters', { a: 'x'.repeat(201) }],
    ['createUsers', 'all'],
    ['linking', 'always'],
    ['emailTrust', 'yes'],
    ['secondFactor', 'claimed'],
    ['domains', ['-a.example']],
    ['domains', ['*.firma.example']],
  ])('the field %s: %j', async (field, value) => {
    const sent = newProvider({ [field]: value })
    expect(await refusal('POST', '/identity-providers', sent)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([
    ['https://login.microsoftonline.com/firma.onmicrosoft.com/v2.0'],
    ['https://login.microsoftonline.com/{tenantid}/v2.0'],
    ['https://login.microsoftonline.com/common'],
  ])('the Microsoft issuer %s', async (issuer) => {
    const sent = newProvider({ preset: 'microsoft', issuer })
    expect(await refusal('POST', '/identity-providers', sent)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('the word of a public provider is never trusted as one’s own', async () => {
    const sent = newProvider({ preset: 'google', issuer: null, emailTrust: 'always' })
    expect(await refusal('POST', '/identity-providers', sent)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('anybody on earth, while nobody can register, needs to be confirmed', async () => {
    await app.changeSettings({ selfRegistrationEnabled: false })
    const open = newProvider({ preset: 'github', issuer: null, createUsers: 'any' })
    expect(await refusal('POST', '/identity-providers', open)).toEqual([400, 'VALIDATION_ERROR'])
    expect((await ask('POST', '/identity-providers', { ...open, confirmed: true })).status).toBe(
      201,
    )
    const own = newProvider({ createUsers: 'any' })
    expect((await ask('POST', '/identity-providers', own)).status).toBe(201)
  })

  const withGroups = (groups: object) => ({ groupsClaim: 'groups', groups })
  test.each<[string, object]>([
    ['the email', { profile: { email: 'email' } }],
    ['the username', { profile: { username: 'preferred_username' } }],
    ['whether the address is proven', { profile: { emailVerified: 'email_verified' } }],
    ['an unknown field', { profile: { __proto__2: 'x' } }],
    ['a claim with a space', { profile: { nickname: 'nick name' } }],
    ['a claim four objects deep', { profile: { nickname: 'a.b.c.d' } }],
    ['a claim that is too long', { groupsClaim: 'x'.repeat(201) }],
    ['groups without a claim', { groups: { staff: 1 } }],
    ['a group that does not exist', withGroups({ staff: 2_147_483_647 })],
    ['a group that is no number here', withGroups({ staff: -1 })],
    ['a value of two lines', withGroups({ 'a\nb': 1 })],
    ['an empty value', withGroups({ ' ': 1 })],
    ['a value that is too long', withGroups({ ['x'.repeat(201)]: 1 })],
    [
      'more than a hundred groups',
      withGroups(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`g${i}`, 1]))),
    ],
  ])('a mapping of %s, and nothing is stored', async (_, mapping) => {
    const sent = newProvider({ mapping })
    expect(await refusal('POST', '/identity-providers', sent)).toEqual([400, 'VALIDATION_ERROR'])
    expect(await store.identityProviders.findByAlias(sent.alias)).toBeNull()
  })

  test('a mapping to a group that makes administrators: a provider never does', async () => {
    const group = await aGroup(store)
    await grantToGroup(store, group, 'authserver:manage-users')
    const sent = newProvider({ mapping: withGroups({ admins: group.id }) })
    expect(await refusal('POST', '/identity-providers', sent)).toEqual([400, 'VALIDATION_ERROR'])
    expect(await store.identityProviders.findByAlias(sent.alias)).toBeNull()
  })

  test('groups of GitHub, which names none', async () => {
    const sent = newProvider({ preset: 'github', issuer: null, mapping: { groupsClaim: 'groups' } })
    expect(await refusal('POST', '/identity-providers', sent)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('an alias, or a domain, that another one has', async () => {
    const sent = newProvider({ domains: ['taken.example'] })
    expect((await ask('POST', '/identity-providers', sent)).status).toBe(201)
    const alike = newProvider({ domains: ['taken.example'] })
    for (const body of [{ ...newProvider(), alias: sent.alias }, alike]) {
      expect(await refusal('POST', '/identity-providers', body)).toEqual([400, 'VALIDATION_ERROR'])
    }
    expect(await store.identityProviders.findByAlias(alike.alias)).toBeNull()
  })
})

describe('403', () => {
  test('a granular scope adds nobody who can become anybody', async () => {
    const sent = newProvider()
    const answer = outcome(call(granular, 'POST', '/identity-providers', sent))
    expect(await answer).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.identityProviders.findByAlias(sent.alias)).toBeNull()
  })
})
