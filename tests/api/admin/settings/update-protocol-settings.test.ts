import { beforeAll, describe, expect, test } from 'vitest'
import { aResource } from '#tests/support/people.ts'
import { brokenBodies } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { ask, refusal, granular, store, settings, entriesOf, lastEntries } = await fixture()
const path = '/settings/protocol'
const scopes = (list: readonly string[] | null, more = {}) => ({
  selfRegisteredClientScopes: list,
  ...more,
})

beforeAll(async () => {
  await aResource(store, 'tasks', ['read', 'write'])
})

describe('200', () => {
  test('saves, answers what is stored, and records the old and new values of what changed', async () => {
    const before = (await ask('GET', path)).body
    const sent = {
      authorizationServerMetadataEnabled: true,
      authorizationResponseIssEnabled: true,
      tokenRevocationEnabled: false,
      selfRegisteredClientScopes: ['openid', 'offline_access', 'tasks:*', 'tasks:read'],
    }
    const { status, body } = await ask('PUT', path, sent)
    expect([status, body]).toEqual([200, { ...before, ...sent }])
    expect((await ask('GET', path)).body).toEqual(body)
    const [entry] = await lastEntries(1)
    expect(entry).toMatchObject({
      event: 'updated_protocol_settings',
      details: {
        loggedInUser: granular.client.clientIdentifier,
        old: {
          authorizationResponseIssEnabled: false,
          tokenRevocationEnabled: true,
          selfRegisteredClientScopes: null,
        },
        new: {
          authorizationResponseIssEnabled: true,
          tokenRevocationEnabled: false,
          selfRegisteredClientScopes: 'openid offline_access tasks:* tasks:read',
        },
      },
    })
    expect(Object.keys(entry?.details.new as object)).toHaveLength(3)
  })

  test.each([{}, { tokenRevocationEnabled: null }, { inactiveFeatures: [1], issuerNote: 'x' }])(
    '%j leaves everything as it is, without an entry',
    async (sent) => {
      const before = (await ask('GET', path)).body
      expect(await entriesOf(() => ask('PUT', path, sent))).toEqual([])
      expect((await ask('GET', path)).body).toEqual(before)
    },
  )

  test('null ends the ceiling, and an empty list is none at all', async () => {
    expect((await ask('PUT', path, scopes([]))).body.selfRegisteredClientScopes).toEqual([])
    expect((await ask('PUT', path, scopes(null))).body.selfRegisteredClientScopes).toBeNull()
  })

  test('a permission that is deleted stays listed, until the list is saved again', async () => {
    const { permissions } = await aResource(store, 'passing', ['read'])
    await ask('PUT', path, scopes(['passing:read']))
    await store.resources.removePermissions(permissions.map(({ id }) => id))
    const { body } = await ask('GET', path)
    expect(body.selfRegisteredClientScopes).toEqual(['passing:read'])
    expect(await refusal('PUT', path, scopes(['passing:read']))).toEqual([
      400,
      'validator.protocol.scope',
    ])
    expect((await ask('PUT', path, { tokenRevocationEnabled: true })).status).toBe(200)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (sent) => {
    expect(await refusal('PUT', path, sent)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    'OpenID',
    '',
    ' ',
    'tasks',
    'tasks:',
    ':read',
    'tasks:read:x',
    'tasks:delete',
    'tools:*',
    '*:*',
    '*',
    'authserver:*',
    'authserver:manage',
    'authserver:manage-account',
    'tasks:read tasks:write',
  ])('the scope %j', async (scope) => {
    const before = await settings()
    const { status, body } = await ask('PUT', path, scopes(['openid', scope]))
    expect([status, body.error_code]).toEqual([400, 'validator.protocol.scope'])
    expect(body.error_description).toContain(`“${scope}”`)
    expect(await settings()).toEqual(before)
  })

  test('a scope that is named twice, too many scopes and too long a list', async () => {
    const refused = [400, 'VALIDATION_ERROR']
    expect(await refusal('PUT', path, scopes(['openid', 'openid']))).toEqual(refused)
    const many = Array.from({ length: 201 }, (_, i) => `tasks:p${i}`)
    expect(await refusal('PUT', path, scopes(many))).toEqual(refused)
    expect(await refusal('PUT', path, scopes(['x'.repeat(9_000)]))).toEqual(refused)
  })
})

describe('documents', () => {
  const hosts = (list: readonly string[], more = {}) => ({
    clientIdMetadataDocumentHosts: list,
    ...more,
  })

  test('hosts are stored in lower case, without the port 443', async () => {
    const sent = hosts([' Claude.AI ', 'app.example:443', 'app.example:8443', 'localhost:9000'])
    const { body } = await ask('PUT', path, { ...sent, unusedSelfRegisteredClientDays: 3_650 })
    expect(body).toMatchObject({
      clientIdMetadataDocumentHosts: [
        'claude.ai',
        'app.example',
        'app.example:8443',
        'localhost:9000',
      ],
      unusedSelfRegisteredClientDays: 3_650,
    })
  })

  test.each([
    ...['https://app.example', 'app.example/x', '*.example', '127.0.0.1', '[::1]', 'app', ''],
    ...['app.example:0', 'app.example:65536', 'app.example:', 'a..example', '-a.example'],
    ...['app.example.', 'x@app.example', '2130706433', 'app.1', 'ä.example', 'a b.example'],
  ])('the host %j is refused', async (host) => {
    expect(await refusal('PUT', path, hosts([host]))).toEqual([400, 'validator.protocol.host'])
  })

  test('a host that is named twice, and too many of them', async () => {
    const refused = [400, 'VALIDATION_ERROR']
    expect(await refusal('PUT', path, hosts(['a.example', 'A.example:443']))).toEqual(refused)
    const many = Array.from({ length: 101 }, (_, i) => `h${i}.example`)
    expect(await refusal('PUT', path, hosts(many))).toEqual(refused)
  })

  test.each([-1, 3_651, 2 ** 40])('%j days', async (unusedSelfRegisteredClientDays) => {
    const sent = { unusedSelfRegisteredClientDays }
    expect(await refusal('PUT', path, sent)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([-1, 86_401, 2 ** 40])('%j seconds for tokens of strangers', async (seconds) => {
    const sent = { selfRegisteredClientTokenExpirationInSeconds: seconds }
    expect(await refusal('PUT', path, sent)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('an unknown rule for other hosts', async () => {
    const sent = { clientIdMetadataDocumentOtherHosts: 'ask' }
    expect(await refusal('PUT', path, sent)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('a list that changed since it was read is not saved over', async () => {
    await ask('PUT', path, hosts(['a.example']))
    const expected = { expectedClientIdMetadataDocumentHosts: ['b.example'] }
    const conflict = [409, 'CONCURRENT_UPDATE']
    expect(await refusal('PUT', path, hosts([], expected))).toEqual(conflict)
    const same = { expectedClientIdMetadataDocumentHosts: ['a.example'] }
    expect((await ask('PUT', path, hosts([], same))).status).toBe(200)
  })
})

describe('409', () => {
  test.each([
    [null, ['openid']],
    [['openid'], null],
    [['openid'], []],
    [[], null],
    [['openid'], ['profile']],
  ])('stored %j, last read as %j', async (stored, expected) => {
    await ask('PUT', path, scopes(stored))
    const sent = scopes(['email'], { expectedSelfRegisteredClientScopes: expected })
    expect(await refusal('PUT', path, sent)).toEqual([409, 'CONCURRENT_UPDATE'])
    expect((await ask('GET', path)).body.selfRegisteredClientScopes).toEqual(stored)
  })

  test('the list in another order is the same list, and null is the missing one', async () => {
    await ask('PUT', path, scopes(['openid', 'email']))
    const same = { expectedSelfRegisteredClientScopes: ['email', 'openid'] }
    expect((await ask('PUT', path, scopes(null, same))).status).toBe(200)
    const none = { expectedSelfRegisteredClientScopes: null }
    expect((await ask('PUT', path, scopes(['openid'], none))).status).toBe(200)
  })
})
