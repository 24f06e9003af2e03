import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal, manager, granular, lastEntries, promote } = await fixture()
const logo = { image: new Uint8Array([1]), contentType: 'image/png', etag: 'e' }

describe('200', () => {
  test('removes the logo, and again: each time it is recorded', async () => {
    const { id } = await aClient(store)
    await store.images.saveLogo(id, logo)
    for (let i = 0; i < 2; i++) {
      const { status, body } = await ask<object>('DELETE', `/clients/${id}/logo`)
      expect([status, body]).toEqual([200, { success: true }])
      expect(await store.clients.hasLogo(id)).toBe(false)
    }
    const entry = {
      event: 'deleted_client_logo',
      details: { clientId: id, loggedInUser: manager.client.clientIdentifier },
    }
    expect(await lastEntries(2)).toEqual([entry, entry])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/clients/${id}/logo`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope and an administrator client', async () => {
    const client = await aClient(store)
    await promote(client)
    await store.images.saveLogo(client.id, logo)
    expect(await outcome(call(granular, 'DELETE', `/clients/${client.id}/logo`))).toEqual([
      403,
      'MANAGE_SCOPE_REQUIRED',
    ])
    expect(await store.clients.hasLogo(client.id)).toBe(true)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/clients/${id}/logo`)).toEqual([404, 'NOT_FOUND'])
  })
})
