import { beforeEach, describe, expect, test } from 'vitest'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { storedSecretOf } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { native, registrationFixture, web } from './client-registration-fixture.ts'

const { app, database, register, stored } = await registrationFixture()

beforeEach(async () => {
  await app.changeSettings({ dynamicClientRegistrationEnabled: true })
})

describe('an accepted registration', () => {
  test('answers 201 with the defaults filled in', async () => {
    const { status, headers, body } = await register({ ...web, client_name: 'My app' })
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toEqual({
      client_id: expect.stringMatching(/^dcr_[0-9a-f]{8}-[0-9a-f-]{27}$/),
      client_secret: expect.stringMatching(/^[0-9A-Za-z._-]{60}$/),
      client_id_issued_at: epochSeconds(testStart),
      client_secret_expires_at: 0,
      redirect_uris: ['https://app.example/cb'],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code'],
      client_name: 'My app',
    })
  })

  test('of a public client carries no secret', async () => {
    const { body } = await register(native)
    expect(body).toEqual({
      client_id: expect.any(String),
      client_id_issued_at: epochSeconds(testStart),
      client_secret_expires_at: 0,
      redirect_uris: ['com.example.app:/cb'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
    })
  })

  test('stores a confidential client that can do nothing unasked', async () => {
    await app.changeSettings({
      tokenExpirationInSeconds: 111,
      refreshTokenOfflineIdleTimeoutInSeconds: 222,
      refreshTokenOfflineMaxLifetimeInSeconds: 333,
    })
    const { body } = await register({ ...web, client_name: 'My app' })
    const client = await stored(body.client_id)
    expect(client).toMatchObject({
      enabled: true,
      consentRequired: true,
      createdViaDcr: true,
      administrativeScopesAllowed: false,
      isSystemLevelClient: false,
      isPublic: false,
      description: 'My app',
      displayName: '',
      showLogo: false,
      showDisplayName: false,
      showDescription: false,
      showWebsiteUrl: false,
      authorizationCodeEnabled: true,
      clientCredentialsEnabled: false,
      pkceRequired: null,
      implicitGrantEnabled: false,
      resourceOwnerPasswordCredentialsEnabled: false,
      defaultAcrLevel: 'urn:authserver:level2_optional',
      includeOpenIDConnectClaimsInAccessToken: 'default',
      includeOpenIDConnectClaimsInIdToken: 'default',
      tokenExpirationInSeconds: 111,
      refreshTokenOfflineIdleTimeoutInSeconds: 222,
      refreshTokenOfflineMaxLifetimeInSeconds: 333,
    })
    expect(client?.redirectUris.map((row) => row.uri)).toEqual(web.redirect_uris)
    expect(storedSecretOf(client)).toBe(body.client_secret)
    expect(await app.store.clients.heldPermissions(client?.id ?? 0)).toEqual([])
  })

  test('gets access tokens of the lifetime for applications that register themselves', async () => {
    await app.changeSettings({ selfRegisteredClientTokenExpirationInSeconds: 3_600 })
    const { body } = await register(web)
    await app.changeSettings({ selfRegisteredClientTokenExpirationInSeconds: 0 })
    const client = await app.store.clients.findByIdentifier(body.client_id ?? '')
    expect(client?.tokenExpirationInSeconds).toBe(3_600)
  })

  test('stores a public client that must use PKCE', async () => {
    const { body } = await register(native)
    expect(await stored(body.client_id)).toMatchObject({
      isPublic: true,
      pkceRequired: true,
      clientSecretEncrypted: null,
      clientCredentialsEnabled: false,
    })
  })

  test('is audited', async () => {
    const { body } = await register({ ...native, grant_types: ['authorization_code'] })
    const client = await stored(body.client_id)
    expect((await auditEntries(database)).at(-1)).toEqual({
      event: 'dynamic_client_registration',
      details: {
        clientId: client?.id,
        clientIdentifier: body.client_id,
        grantTypes: ['authorization_code'],
        isPublic: true,
        sourceIP: '127.0.0.1',
      },
    })
  })

  test('ignores unknown fields, and null counts as absent', async () => {
    const { status, body } = await register({
      ...web,
      scope: 'authserver:manage',
      client_id: 'mine',
      logo_uri: 7,
      client_name: null,
      grant_types: null,
      token_endpoint_auth_method: null,
    })
    expect(status).toBe(201)
    expect(body.grant_types).toEqual(['authorization_code'])
    expect(body.client_id).not.toBe('mine')
    expect(body).not.toHaveProperty('client_name')
    expect(body).not.toHaveProperty('scope')
  })
})
