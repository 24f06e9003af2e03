import { describe, expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'
import { aSelfRegisteredClient } from './self-registered.ts'

const { app, store, ask, refusal } = await fixture()
const pathOf = (id: number | string) => `/clients/${id}/metadata-document`

describe('200', () => {
  test('the document and how the client came, with the host’s trust as it is now', async () => {
    const { id } = await aSelfRegisteredClient(store, { kind: 'metadata_document' })
    const read = async () => (await ask<Record<string, unknown>>('GET', pathOf(id))).body
    expect(await read()).toMatchObject({ document: '{"client_name":"A"}', trusted: false })
    await app.changeSettings({ clientIdMetadataDocumentHosts: 'app.example' })
    expect(await read()).toMatchObject({ host: 'app.example', trusted: true })
  })

  test('no document for a client of the registration endpoint', async () => {
    const { id } = await aSelfRegisteredClient(store)
    const { body } = await ask<Record<string, unknown>>('GET', pathOf(id))
    expect(body).toMatchObject({ document: '', kind: 'dynamic' })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', pathOf(id))).toEqual([404, 'NOT_FOUND'])
  })

  test('a client that was made by hand', async () => {
    const { id } = await aClient(store)
    expect(await refusal('GET', pathOf(id))).toEqual([404, 'NOT_FOUND'])
  })
})
