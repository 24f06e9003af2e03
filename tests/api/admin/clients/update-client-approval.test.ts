import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'
import { aSelfRegisteredClient } from './self-registered.ts'

const { store, ask, refusal, manager, granular, promote, entriesOf } = await fixture()
const pathOf = (id: number | string) => `/clients/${id}/approval`
const decide = (id: number, approval: string, more = {}) =>
  ask<Record<string, unknown>>('PUT', pathOf(id), { approval, ...more })

describe('200', () => {
  test('approving enables, refusing disables; each is recorded, and the same again is not', async () => {
    const { id, clientIdentifier } = await aSelfRegisteredClient(store, { approval: 'pending' })
    const written = await entriesOf(async () => {
      expect((await decide(id, 'approved')).body).toMatchObject({ approval: 'approved' })
      expect(await store.clients.findById(id)).toMatchObject({ enabled: true })
      await decide(id, 'approved')
      expect((await decide(id, 'refused')).body).toMatchObject({ approval: 'refused' })
      expect(await store.clients.findById(id)).toMatchObject({ enabled: false })
    })
    const details = {
      clientId: id,
      clientIdentifier,
      loggedInUser: manager.client.clientIdentifier,
    }
    expect(written).toEqual([
      { event: 'approved_client', details },
      { event: 'refused_client', details },
    ])
  })

  test('enabling a client that waits approves it; disabling it later leaves the approval', async () => {
    const client = await aSelfRegisteredClient(store, { approval: 'pending' })
    const path = `/clients/${client.id}`
    const { body } = await ask('GET', path)
    const written = await entriesOf(() => ask('PUT', path, { ...body.client, enabled: true }))
    expect(written.map(({ event }) => event)).toEqual([
      'updated_client_settings',
      'approved_client',
    ])
    await ask('PUT', path, { ...body.client, enabled: false })
    expect(await store.clientRegistrations.findOfClient(client.id)).toMatchObject({
      approval: 'approved',
    })
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (sent) => {
    const { id } = await aSelfRegisteredClient(store)
    expect(await refusal('PUT', pathOf(id), sent)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(['pending', 'x', ''])('the approval %j', async (approval) => {
    const { id } = await aSelfRegisteredClient(store)
    expect(await refusal('PUT', pathOf(id), { approval })).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('a client that was made by hand', async () => {
    const { id } = await aClient(store)
    const sent = { approval: 'approved' }
    expect(await refusal('PUT', pathOf(id), sent)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(malformedIds)('the id %s', async (id) => {
    const sent = { approval: 'approved' }
    expect(await refusal('PUT', pathOf(id), sent)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular token, for an administrator client', async () => {
    const client = await aSelfRegisteredClient(store)
    await promote(client)
    const refused = call(granular, 'PUT', pathOf(client.id), { approval: 'refused' })
    expect(await outcome(refused)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf(id), { approval: 'approved' })).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test('another administrator decided meanwhile: one of two wins', async () => {
    const { id } = await aSelfRegisteredClient(store, { approval: 'pending' })
    const expected = { expectedApproval: 'pending' }
    const answers = await Promise.all([
      decide(id, 'approved', expected),
      decide(id, 'refused', expected),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('the document is no longer the one that was judged', async () => {
    const { id } = await aSelfRegisteredClient(store, {
      kind: 'metadata_document',
      approval: 'pending',
    })
    const judged = { expectedChangedAt: null }
    const changedAt = new Date('2026-03-02T23:30:00.123Z')
    await store.clientRegistrations.change(id, { changedAt })
    expect((await decide(id, 'approved', judged)).status).toBe(409)
    expect((await decide(id, 'approved', { expectedChangedAt: 'today' })).status).toBe(400)
    const earlier = { expectedChangedAt: '2026-03-02T23:30:00.122Z' }
    expect((await decide(id, 'approved', earlier)).status).toBe(409)
    expect(await store.clients.findById(id)).toMatchObject({ enabled: false })
    const now = { expectedChangedAt: changedAt.toISOString() }
    expect((await decide(id, 'approved', now)).body).toMatchObject({ approval: 'approved' })
  })
})
