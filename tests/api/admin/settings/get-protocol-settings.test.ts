import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { app, reader } = await fixture()
const read = async () => (await call(reader, 'GET', '/settings/protocol')).body

describe('200', () => {
  test('a new installation’s settings: on is what nobody sees who does not ask for it', async () => {
    expect(await read()).toEqual({
      authorizationServerMetadataEnabled: true,
      authorizationResponseIssEnabled: false,
      tokenRevocationEnabled: true,
      tokenIntrospectionEnabled: true,
      backchannelLogoutEnabled: true,
      resourceIndicatorsEnabled: false,
      clientIdMetadataDocumentsEnabled: false,
      clientIdMetadataDocumentHosts: [],
      clientIdMetadataDocumentOtherHosts: 'refuse',
      dynamicClientApprovalRequired: false,
      selfRegisteredClientScopes: null,
      unusedSelfRegisteredClientDays: 0,
      selfRegisteredClientTokenExpirationInSeconds: 0,
      privateKeyJwtEnabled: false,
      clientAssertionTokenEndpointAudienceAllowed: false,
      pushedAuthorizationRequestsEnabled: false,
      dpopEnabled: false,
      dpopNonceRequired: false,
      deviceGrantEnabled: false,
      inactiveFeatures: [],
      issuerNote: '',
    })
  })

  test.each([
    ['http://localhost:3000', ''],
    ['http://localhost:3000/', 'issuer_spelling'],
    ['http://LOCALHOST:3000', 'issuer_spelling'],
    ['http://localhost:3000/tenant', 'issuer_has_path'],
    ['https://localhost:3000', 'issuer_elsewhere'],
    ['https://id.example', 'issuer_elsewhere'],
    ['urn://tenant', 'issuer_not_a_url'],
    ['company', 'issuer_not_a_url'],
  ])('the issuer %s has the note %j', async (issuer, note) => {
    await app.changeSettings({ issuer })
    expect((await read()).issuerNote).toBe(note)
  })

  test('names what is on and has no effect, with the reason', async () => {
    await app.changeSettings({ issuer: 'company', authorizationResponseIssEnabled: true })
    expect((await read()).inactiveFeatures).toEqual([
      { feature: 'authorizationResponseIss', reason: 'issuer_not_a_url' },
    ])
    await app.changeSettings({ issuer: 'https://id.example' })
    expect((await read()).inactiveFeatures).toEqual([])
    const feature = 'clientIdMetadataDocuments'
    await app.changeSettings({ clientIdMetadataDocumentsEnabled: true })
    const reason = 'no_trusted_host'
    expect((await read()).inactiveFeatures).toEqual([{ feature, reason }])
    await app.changeSettings({ clientIdMetadataDocumentHosts: 'app.example' })
    expect((await read()).inactiveFeatures).toEqual([])
  })
})
