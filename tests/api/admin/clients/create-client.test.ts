import { describe, expect, test } from 'vitest'
import { languages } from '#lib/i18n/languages.ts'
import { call, outcome } from '#tests/support/api.ts'
import { storedSecretOf } from '#tests/support/people.ts'
import { brokenBodies } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal, manager, granular, lastEntries, database } = await fixture()

const valid = {
  clientIdentifier: 'my-shop',
  description: ' A shop ',
  displayName: ' Shop ',
  authorizationCodeEnabled: true,
}
/** In the form of a user's subject: to an API that checks only `sub`, such a client would be that user. */
const userSubject = 'e5f92111-225d-460a-84e0-19c437b3a5a2'
let next = 0
const body = (changes: object = {}) => ({ ...valid, clientIdentifier: `shop${++next}`, ...changes })

describe('201', () => {
  test('what the application is, and the guide that connects it', async () => {
    const sent = body({ kind: 'web', framework: 'nextjs' })
    const { body: answer } = await ask('POST', '/clients', sent)
    expect(answer.client).toMatchObject({ kind: 'web', framework: 'nextjs' })
    const path = `/clients/${answer.client.id}`
    const settings = { ...sent, enabled: true }
    expect(
      (await ask('PUT', path, { ...settings, kind: undefined, framework: undefined })).body.client,
    ).toMatchObject({ kind: 'web', framework: 'nextjs' })
    expect(
      (await ask('PUT', path, { ...settings, kind: 'spa', framework: '' })).body.client,
    ).toMatchObject({ kind: 'spa', framework: '' })
  })

  test('a confidential client that follows the settings', async () => {
    const { status, body } = await ask('POST', '/clients', valid)
    expect(status).toBe(201)
    expect(body.client).toEqual({
      id: expect.any(Number),
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      clientIdentifier: 'my-shop',
      description: 'A shop',
      websiteUrl: '',
      displayName: 'Shop',
      enabled: true,
      consentRequired: false,
      createdViaDcr: false,
      administrativeScopesAllowed: false,
      showLogo: false,
      showDisplayName: true,
      showDescription: false,
      showWebsiteUrl: false,
      isPublic: false,
      isSystemLevelClient: false,
      authorizationCodeEnabled: true,
      clientCredentialsEnabled: false,
      pkceRequired: null,
      implicitGrantEnabled: null,
      resourceOwnerPasswordCredentialsEnabled: null,
      tokenExpirationInSeconds: 0,
      refreshTokenOfflineIdleTimeoutInSeconds: 0,
      refreshTokenOfflineMaxLifetimeInSeconds: 0,
      includeOpenIDConnectClaimsInAccessToken: 'default',
      includeOpenIDConnectClaimsInIdToken: 'default',
      defaultAcrLevel: 'urn:authserver:level2_optional',
      kind: '',
      framework: '',
      redirectURIs: [],
      webOrigins: null,
    })
    const stored = await store.clients.findByIdentifier('my-shop')
    expect(storedSecretOf(stored)).toMatch(/^[0-9A-Za-z._-]{60}$/)
    expect(await lastEntries(1)).toEqual([
      {
        event: 'created_client',
        details: {
          clientId: body.client.id,
          clientIdentifier: 'my-shop',
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('an identifier is all it needs', async () => {
    const { status, body } = await ask('POST', '/clients', { clientIdentifier: 'bare' })
    expect(status).toBe(201)
    expect(body.client).toMatchObject({
      showDisplayName: false,
      authorizationCodeEnabled: false,
      clientCredentialsEnabled: false,
    })
  })

  test('texts are stored byte for byte', async () => {
    const description = `&amp; "x" ${'\u{1f600}'.repeat(90)}`
    const { status, body: answer } = await ask('POST', '/clients', body({ description }))
    expect([status, answer.client.description]).toEqual([201, description])
  })

  test('needs no more than the scope of the domain', async () => {
    expect((await call(granular, 'POST', '/clients', body())).status).toBe(201)
  })

  test('nothing read-only can be sent along', async () => {
    const { body: answer } = await ask('POST', '/clients', {
      ...body(),
      id: 7,
      administrativeScopesAllowed: true,
      isSystemLevelClient: true,
      createdViaDcr: true,
      isPublic: true,
      enabled: false,
    })
    expect(answer.client).toMatchObject({
      administrativeScopesAllowed: false,
      isSystemLevelClient: false,
      createdViaDcr: false,
      isPublic: false,
      enabled: true,
    })
    expect(answer.client.id).not.toBe(7)
  })

  test('of many with one identifier exactly one is created', async () => {
    const same = body()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refusal('POST', '/clients', same)),
    )
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1)
    const refused = answers.filter(([status]) => status !== 201)
    expect(new Set(refused.map(String))).toEqual(new Set(['400,VALIDATION_ERROR']))
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (text) => {
    expect(await refusal('POST', '/clients', text)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test('what is wrong with an identifier like those of users, in the caller’s language', async () => {
    const told = languages.map(async (language) => {
      const answer = await app.fetch('/api/v1/admin/clients', {
        method: 'POST',
        headers: { authorization: `Bearer ${manager.value}`, 'accept-language': language },
        body: JSON.stringify(body({ clientIdentifier: userSubject })),
      })
      const { error_code: code, error_description: description } = await answer.json()
      expect(code).toBe('validator.identifier.invalid_format')
      expect(description).toContain('UUID')
      return description
    })
    expect(new Set(await Promise.all(told)).size).toBe(languages.length)
  })

  test.each([
    [{ clientIdentifier: 7 }],
    [{ description: ['x'] }],
    [{ description: 'a\u0000b' }],
    [{ authorizationCodeEnabled: 'true' }],
    [{ clientCredentialsEnabled: 1 }],
  ])('%j is of the wrong type', async (changes) => {
    expect(await refusal('POST', '/clients', body(changes))).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    [{ clientIdentifier: '' }, 'VALIDATION_ERROR'],
    [{ clientIdentifier: '  ' }, 'VALIDATION_ERROR'],
    [{ clientIdentifier: null }, 'VALIDATION_ERROR'],
    [{ clientIdentifier: 'ab' }, 'validator.identifier.too_short'],
    [{ clientIdentifier: 'a'.repeat(39) }, 'validator.identifier.too_long'],
    [{ clientIdentifier: '1abc' }, 'validator.identifier.invalid_format'],
    [{ clientIdentifier: ' abc' }, 'validator.identifier.invalid_format'],
    [{ clientIdentifier: 'a--b' }, 'validator.identifier.invalid_format'],
    [{ clientIdentifier: 'abc-' }, 'validator.identifier.invalid_format'],
    [{ clientIdentifier: userSubject }, 'validator.identifier.invalid_format'],
    [{ clientIdentifier: 'admin-console-client' }, 'VALIDATION_ERROR'],
    [{ description: 'x'.repeat(101) }, 'VALIDATION_ERROR'],
    [{ description: 'a<b' }, 'validator.description.angle_brackets'],
    [{ displayName: 'x'.repeat(101) }, 'VALIDATION_ERROR'],
    [{ displayName: 'a\nb' }, 'VALIDATION_ERROR'],
    [{ displayName: 'a>b' }, 'validator.display_name.angle_brackets'],
  ])('%j', async (changes, code) => {
    const before = await database.client.count()
    expect(await refusal('POST', '/clients', body(changes))).toEqual([400, code])
    expect(await database.client.count()).toBe(before)
  })

  test.each([
    [{ clientIdentifier: '', description: '<' }, 'VALIDATION_ERROR'],
    [{ description: '<', displayName: '<' }, 'validator.description.angle_brackets'],
    [{ clientIdentifier: '1', displayName: '<' }, 'validator.display_name.angle_brackets'],
  ])('%j tells the first fault', async (changes, code) => {
    expect(await outcome(ask('POST', '/clients', body(changes)))).toEqual([400, code])
  })
})
