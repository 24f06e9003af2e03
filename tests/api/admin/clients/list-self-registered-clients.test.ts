import { describe, expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from './fixture.ts'
import { aSelfRegisteredClient } from './self-registered.ts'

const { store, ask, refusal } = await fixture()
const path = '/clients/self-registered'

interface Page {
  readonly clients: readonly {
    readonly client: { readonly id: number }
    readonly registration: Record<string, unknown>
  }[]
  readonly total: number
}

describe('200', () => {
  test('clients that registered themselves, newest first, by approval and kind', async () => {
    await aClient(store)
    const dynamic = await aSelfRegisteredClient(store)
    const pending = await aSelfRegisteredClient(store, {
      kind: 'metadata_document',
      approval: 'pending',
    })
    const refused = await aSelfRegisteredClient(store, {
      kind: 'metadata_document',
      approval: 'refused',
    })
    await store.clients.noteUse(dynamic.id, testStart)
    const idsOf = async (query: string) => {
      const { body } = await ask<Page>('GET', `${path}${query}`)
      expect(body.total).toBe(body.clients.length)
      return body.clients.map(({ client }) => client.id)
    }
    expect(await idsOf('')).toEqual([refused.id, pending.id, dynamic.id])
    expect(await idsOf('?state=pending')).toEqual([pending.id])
    expect(await idsOf('?kind=dynamic')).toEqual([dynamic.id])
    expect(await idsOf('?state=refused&kind=dynamic')).toEqual([])
    const { body } = await ask<Page>('GET', `${path}?state=pending`)
    expect(body.clients[0]?.registration).toEqual({
      kind: 'metadata_document',
      approval: 'pending',
      decidedAt: null,
      createdAt: testStart.toISOString(),
      ipAddress: '',
      userAgent: '',
      lastUsedAt: null,
      host: 'app.example',
      trusted: false,
      fetchedAt: testStart.toISOString(),
      freshUntil: null,
      changedAt: null,
      lastFailure: '',
    })
    const { body: others } = await ask<Page>('GET', `${path}?kind=dynamic`)
    expect(others.clients[0]?.registration).toMatchObject({
      host: '',
      lastUsedAt: testStart.toISOString(),
    })
  })
})

describe('400', () => {
  test.each(['state=waiting', 'kind=x'])('%s', async (query) => {
    expect(await refusal('GET', `${path}?${query}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})
