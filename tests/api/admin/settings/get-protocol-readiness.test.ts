import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { aResource } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { app, store, reader, ask } = await fixture()

interface Readiness {
  readonly checks: readonly { name: string; state: string; detail: string }[]
  readonly ready: boolean
}

const read = async () => (await call<Readiness>(reader, 'GET', '/settings/protocol/readiness')).body
const stateOf = async (name: string) =>
  (await read()).checks.find((check) => check.name === name)?.state

describe('200', () => {
  test('a new installation is not ready: what is off fails', async () => {
    const { checks, ready } = await read()
    expect(ready).toBe(false)
    expect(checks.filter(({ state }) => state === 'failed').map(({ name }) => name)).toEqual([
      'iss',
      'documents',
      'resources',
    ])
  })

  test('what requests to other servers are for is told when the last ten reached none', async () => {
    const failed = () =>
      store.outboundReach.noteUnreached('metadata_document', 'timeout', app.clock.now())
    for (let sent = 0; sent < 9; sent++) await failed()
    expect(await stateOf('outbound')).toBe('ok')
    await failed()
    const told = { name: 'outbound', state: 'warning', detail: 'metadata_document: timeout' }
    expect((await read()).checks).toContainEqual(told)
    await store.outboundReach.noteReached('metadata_document')
    expect(await stateOf('outbound')).toBe('ok')
  })

  test('the agent-ready settings with an address of an API are ready', async () => {
    const { id } = await aResource(store, 'tools', ['use'])
    await ask('PUT', `/resources/${id}/indicators`, { indicators: ['https://mcp.example/'] })
    await app.changeSettings({
      authorizationResponseIssEnabled: true,
      resourceIndicatorsEnabled: true,
      clientIdMetadataDocumentsEnabled: true,
      clientIdMetadataDocumentOtherHosts: 'approve',
      unusedSelfRegisteredClientDays: 90,
    })
    const { checks, ready } = await read()
    expect(ready).toBe(true)
    expect(checks.filter(({ state }) => state !== 'ok').map(({ name }) => name)).toEqual([
      'base_url_https',
    ])
  })

  test.each([
    ['issuer', 'warning', { issuer: 'http://localhost:3000/' }],
    ['issuer', 'failed', { issuer: 'https://elsewhere.example' }],
    ['issuer', 'failed', { issuer: 'company' }],
    ['metadata', 'failed', { authorizationServerMetadataEnabled: false }],
    ['access_token_lifetime', 'ok', { tokenExpirationInSeconds: 3_600 }],
    ['access_token_lifetime', 'warning', { tokenExpirationInSeconds: 3_601 }],
    ['access_token_lifetime', 'warning', { selfRegisteredClientTokenExpirationInSeconds: 3_601 }],
    ['legacy_flows', 'warning', { implicitFlowEnabled: true }],
    ['legacy_flows', 'warning', { resourceOwnerPasswordCredentialsEnabled: true }],
    ['registration', 'warning', { dynamicClientRegistrationEnabled: true }],
    ['registration', 'ok', { dynamicClientApprovalRequired: true }],
    ['pkce', 'warning', { pkceRequired: false }],
    ['ceiling', 'warning', { clientIdMetadataDocumentOtherHosts: 'allow' }],
    ['ceiling', 'ok', { selfRegisteredClientScopes: 'openid offline_access' }],
    ['ceiling_offline', 'warning', { selfRegisteredClientScopes: 'openid' }],
    ['unused_removal', 'warning', { unusedSelfRegisteredClientDays: 0 }],
    ['documents', 'failed', { clientIdMetadataDocumentOtherHosts: 'refuse' }],
  ])('%s: %s with %j', async (name, state, change) => {
    await app.changeSettings(change)
    expect(await stateOf(name)).toBe(state)
  })
})
