import { afterAll, describe, expect, test } from 'vitest'
import { aClientWithKeys, aKey } from '#tests/protocol/modern/assertions.ts'
import { addresses, documentName, documentServer } from '#tests/protocol/modern/document-server.ts'
import { call, outcome } from '#tests/support/api.ts'
import { aClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal, granular, promote } = await fixture()
const remote = await documentServer()
afterAll(remote.stop)

const pathOf = (id: number | string) => `/clients/${id}/keys/fetch`
const aClientAt = (path: string) =>
  aClientWithKeys(store, [], { jwks: '', jwksUri: remote.url(path) })

describe('200', () => {
  test('names the keys that are used and those that are left out, and keeps the former', async () => {
    const keys = [(await aKey('ES256', 'good')).jwk, { kty: 'AKP', kid: 'new' }, (await aKey()).jwk]
    remote.answerWith(200, JSON.stringify({ keys }))
    const { id } = await aClientAt('/some.json')
    for (let i = 0; i < 2; i++) {
      const { status, body } = await ask<object>('POST', pathOf(id))
      expect([status, body]).toEqual([200, { kids: ['good', ''], leftOutKids: ['new'] }])
    }
  })
})

describe('400', () => {
  test.each([
    ['http_404', () => remote.answerWith(404)],
    ['key_set_unreadable', () => remote.answerWith(200, 'no set')],
    ['refused_address', () => addresses.set(documentName, ['169.254.169.254'])],
  ])('names the outcome %s', async (outcome, change) => {
    change()
    const { id } = await aClientAt('/others.json')
    const { status, body } = await ask<Record<string, string>>('POST', pathOf(id))
    addresses.set(documentName, ['127.0.0.1'])
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.error_description).toContain(outcome)
  })

  test('a client without an address', async () => {
    const { id } = await aClient(store)
    expect(await refusal('POST', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('POST', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular token, for an administrator client', async () => {
    const client = await aClientAt('/of-an-administrator.json')
    await promote(client)
    const refused = call(granular, 'POST', pathOf(client.id))
    expect(await outcome(refused)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('POST', pathOf(id))).toEqual([404, 'NOT_FOUND'])
  })
})
