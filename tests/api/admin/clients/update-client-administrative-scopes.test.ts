import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal, manager, granular, lastEntries, console } = await fixture()

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/administrative-scopes`

describe('200', () => {
  test.each([
    [true, true],
    [false, true],
    [true, false],
    [false, false],
  ])('%s where it was %s is saved and recorded', async (allowed, before) => {
    const client = await aClient(store, { administrativeScopesAllowed: before })
    const { status, body } = await ask('PUT', pathOf(client), { allowed })
    expect([status, body.client.administrativeScopesAllowed]).toEqual([200, allowed])
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_client_administrative_scopes',
        details: {
          clientId: client.id,
          clientIdentifier: client.clientIdentifier,
          allowed,
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('the console’s client keeps it', async () => {
    const { status, body } = await ask('PUT', pathOf(await console()), { allowed: true })
    expect([status, body.client.administrativeScopesAllowed]).toEqual([200, true])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    const answer = await refusal('PUT', `/clients/${id}/administrative-scopes`, { allowed: true })
    expect(answer).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([...brokenBodies, { allowed: 'true' }, { allowed: 1 }])('the body %j', async (body) => {
    expect(await refusal('PUT', pathOf(await aClient(store)), body)).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ])
  })

  test.each([{}, { allowed: null }])('%j says nothing', async (body) => {
    expect(await refusal('PUT', pathOf(await aClient(store)), body)).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test('taking it from the console’s client', async () => {
    expect(await refusal('PUT', pathOf(await console()), { allowed: false })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
    expect((await console()).administrativeScopesAllowed).toBe(true)
  })
})

describe('403', () => {
  test.each([true, false])('a granular scope may not say %s of any client', async (allowed) => {
    const client = await aClient(store)
    await expectRefusedChange(granular, ['PUT', pathOf(client), { allowed }], {
      route: '/clients/{id}/administrative-scopes',
      ceiling: 'target',
      targetKind: 'client',
      targetId: client.id,
    })
    expect((await store.clients.findById(client.id))?.administrativeScopesAllowed).toBe(false)
  })

  test('comes after every fault of the body', async () => {
    const client = await aClient(store)
    expect(await outcome(call(granular, 'PUT', pathOf(client), {}))).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, before the body is read', async (id) => {
    const answer = await refusal('PUT', `/clients/${id}/administrative-scopes`, 'x')
    expect(answer).toEqual([404, 'NOT_FOUND'])
  })
})
