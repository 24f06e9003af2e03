import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { aClient } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { fixture } from './fixture.ts'
import { aSelfRegisteredClient } from './self-registered.ts'

const { store, ask, refusal, granular, manager, entriesOf, promote, console } = await fixture()
const pathOf = (id: number | string) => `/clients/${id}/enabled`
const set = (id: number, enabled: boolean) => ask('PUT', pathOf(id), { enabled })

describe('200', () => {
  test('nothing else changes, and the same again is no save', async () => {
    const client = await aClient(store, { description: 'kept', consentRequired: true })
    const before = await ask('GET', `/clients/${client.id}`)
    const written = await entriesOf(async () => {
      const { body } = await set(client.id, false)
      expect(body.client).toEqual({
        ...before.body.client,
        enabled: false,
        updatedAt: expect.any(String),
      })
      expect((await set(client.id, false)).body.client).toEqual(body.client)
    })
    const details = { clientId: client.id, loggedInUser: manager.client.clientIdentifier }
    expect(written).toEqual([{ event: 'updated_client_settings', details }])
  })

  test('a rename that is saved at the same time stays', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, clientIdentifier } = await aClient(store)
      const settings = { clientIdentifier, displayName: 'Renamed', enabled: true }
      const [renamed, disabled] = await Promise.all([
        ask('PUT', `/clients/${id}`, settings),
        set(id, false),
      ])
      expect([renamed.status, disabled.status]).toEqual([200, 200])
      expect(await store.clients.findById(id)).toMatchObject({ displayName: 'Renamed' })
    }
  })

  test('enabling a client that waits approves it', async () => {
    const client = await aSelfRegisteredClient(store, { approval: 'pending' })
    const written = await entriesOf(() => set(client.id, true))
    expect(written.map(({ event }) => event)).toEqual([
      'updated_client_settings',
      'approved_client',
    ])
  })

  test('an ordinary client needs no more than the scope of the domain', async () => {
    const { id } = await aClient(store)
    expect((await call(granular, 'PUT', pathOf(id), { enabled: false })).status).toBe(200)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (sent) => {
    const { id } = await aClient(store)
    expect(await refusal('PUT', pathOf(id), sent)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf(id), { enabled: true })).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('the console’s own client is never disabled', async () => {
    const path = pathOf((await console()).id)
    expect(await refusal('PUT', path, { enabled: false })).toEqual([400, 'VALIDATION_ERROR'])
    expect((await call(manager, 'PUT', path, { enabled: true })).status).toBe(200)
  })
})

describe('403', () => {
  test('an administrative client needs “manage”, and the attempt is recorded', async () => {
    const client = await aClient(store)
    await promote(client)
    await expectRefusedChange(granular, ['PUT', pathOf(client.id), { enabled: false }], {
      route: '/clients/{id}/enabled',
      ceiling: 'target',
      targetKind: 'client',
      targetId: client.id,
    })
    expect(await store.clients.findById(client.id)).toMatchObject({ enabled: true })
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, before the body is read', async (id) => {
    expect(await refusal('PUT', pathOf(id), 'x')).toEqual([404, 'NOT_FOUND'])
  })
})
