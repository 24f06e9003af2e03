import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addresses,
  documentName,
  documentOf,
  documentServer,
} from '#tests/protocol/modern/document-server.ts'
import { call, outcome } from '#tests/support/api.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'
import { aSelfRegisteredClient } from './self-registered.ts'

const { app, store, ask, refusal, granular, promote } = await fixture()
const remote = await documentServer()
afterAll(remote.stop)
beforeAll(() => app.changeSettings({ clientIdMetadataDocumentHosts: remote.host }))

const pathOf = (id: number | string) => `/clients/${id}/metadata-document/refresh`
const aDocumentClient = () =>
  aSelfRegisteredClient(store, { kind: 'metadata_document', host: remote.host })

describe('200', () => {
  test('the document as it is now, fresh or not', async () => {
    remote.serve(documentOf(remote.host, { client_name: 'Renamed' }))
    const { id } = await aDocumentClient()
    const { body } = await ask<{ document: string; lastFailure: string }>('POST', pathOf(id))
    expect(JSON.parse(body.document)).toMatchObject({ client_name: 'Renamed' })
    expect(body.lastFailure).toBe('')
    expect(await store.clients.findById(id)).toMatchObject({ displayName: 'Renamed' })
  })
})

describe('400', () => {
  test.each([
    ['http_404', () => remote.answerWith(404)],
    ['document_client_name', () => remote.serve(documentOf(remote.host, { client_name: '' }))],
    ['document_media_type', () => remote.answerWith(200, '{}', { 'Content-Type': 'text/html' })],
    ['refused_address', () => addresses.set(documentName, ['10.0.0.1'])],
  ])('names the outcome %s, and keeps the stored document', async (outcome, change) => {
    change()
    const { id } = await aDocumentClient()
    const { status, body } = await ask<Record<string, string>>('POST', pathOf(id))
    addresses.set(documentName, ['127.0.0.1'])
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.error_description).toContain(outcome)
    expect(await store.clientRegistrations.findOfClient(id)).toMatchObject({
      lastFailure: outcome,
      document: '{"client_name":"A"}',
    })
  })

  test('a client without a document', async () => {
    const { id } = await aSelfRegisteredClient(store)
    expect(await refusal('POST', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('POST', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular token, for an administrator client', async () => {
    const client = await aDocumentClient()
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
