import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'

const path = '/.well-known/openid-configuration'
const { fetch, changeSettings } = await server()

const expected = {
  issuer: 'http://localhost:3000',
  authorization_endpoint: 'http://localhost:3000/auth/authorize',
  token_endpoint: 'http://localhost:3000/auth/token',
  userinfo_endpoint: 'http://localhost:3000/userinfo',
  end_session_endpoint: 'http://localhost:3000/auth/logout',
  jwks_uri: 'http://localhost:3000/certs',
  grant_types_supported: [
    'authorization_code',
    'refresh_token',
    'client_credentials',
    'password',
    'implicit',
  ],
  response_types_supported: ['code', 'token', 'id_token', 'id_token token'],
  response_modes_supported: ['query', 'fragment', 'form_post'],
  prompt_values_supported: ['none', 'login', 'consent'],
  acr_values_supported: [
    'urn:authserver:level1',
    'urn:authserver:level2_optional',
    'urn:authserver:level2_mandatory',
  ],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: 'openid profile email address phone groups attributes offline_access'.split(
    ' ',
  ),
  claims_supported: [
    ...'iss iat nbf auth_time jti acr amr sid aud exp nonce at_hash sub'.split(' '),
    ...'name given_name middle_name family_name nickname preferred_username profile'.split(' '),
    ...'picture website gender birthdate zoneinfo locale updated_at email'.split(' '),
    ...'email_verified address phone_number phone_number_verified groups attributes'.split(' '),
  ],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
  code_challenge_methods_supported: ['S256'],
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
}

/** The members of a new installation's additions, in their order. */
const additions = {
  revocation_endpoint: 'http://localhost:3000/auth/revoke',
  revocation_endpoint_auth_methods_supported: expected.token_endpoint_auth_methods_supported,
  introspection_endpoint: 'http://localhost:3000/auth/introspect',
  introspection_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
}

describe('the discovery document', () => {
  it('has every field of the table, in its order, then those of what is switched on', async () => {
    expect(await (await fetch(path)).text()).toBe(JSON.stringify({ ...expected, ...additions }))
  })

  it('has no other field than those of the table while every addition is off', async () => {
    await changeSettings(everythingOff)
    const response = await fetch(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(await response.text()).toBe(JSON.stringify(expected))
  })

  it('is described by the OpenAPI document with every field that it can have', async () => {
    const { properties } = parse(await (await fetch('/openapi.yaml')).text()).components.schemas
      .Discovery
    const on = Object.entries(everythingOff).map(([name, off]) => [name, off === false || off])
    await changeSettings({
      ...Object.fromEntries(on),
      clientIdMetadataDocumentHosts: 'app.example.com',
      dynamicClientRegistrationEnabled: true,
    })
    const body = await (await fetch(path)).json()
    await changeSettings({ ...everythingOff, dynamicClientRegistrationEnabled: false })
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(properties).toSorted())
  })

  it('names the registration endpoint, in its place, only while registration is on', async () => {
    await changeSettings({ dynamicClientRegistrationEnabled: true })
    const on = Object.entries(await (await fetch(path)).json())
    await changeSettings({ dynamicClientRegistrationEnabled: false })
    const off = Object.entries(await (await fetch(path)).json())
    expect(on[6]).toEqual(['registration_endpoint', 'http://localhost:3000/connect/register'])
    expect(on.toSpliced(6, 1)).toEqual(off)
  })

  it('lists grants and response types in full even while they are switched off', async () => {
    await changeSettings({
      implicitFlowEnabled: false,
      resourceOwnerPasswordCredentialsEnabled: false,
    })
    const body = await (await fetch(path)).json()
    expect(body.grant_types_supported).toEqual(expected.grant_types_supported)
    expect(body.response_types_supported).toEqual(expected.response_types_supported)
  })

  it('tells the issuer setting as it is now', async () => {
    await changeSettings({ issuer: 'https://issuer.example/tenant' })
    const body = await (await fetch(path)).json()
    await changeSettings({ issuer: expected.issuer })
    expect(body.issuer).toBe('https://issuer.example/tenant')
    expect(body.token_endpoint).toBe(expected.token_endpoint)
  })

  it('builds no address from what the request says about the host', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const response = await fetch(path, { headers })
    expect(await response.text()).not.toContain('evil.example')
  })

  it('answers HEAD with the same headers and no body', async () => {
    const response = await fetch(path, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('')
  })

  it('refuses other methods with 405 and the methods it allows', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(path, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      expect(await response.text()).toBe('')
    }
  })
})
