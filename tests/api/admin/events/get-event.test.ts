import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { type Event, fixture, type Page } from './fixture.ts'

const { reader, user } = await fixture()

describe('200', () => {
  test('an entry with the others of its request', async () => {
    const { events } = (await call<Page>(reader, 'GET', `/events?userId=${user.id}`)).body
    const { body } = await call<{ event: Event; ofRequest: Event[] }>(
      reader,
      'GET',
      `/events/${events[0]?.id}`,
    )
    expect(body.event).toMatchObject({ auditEvent: 'auth_failed_pwd', outcome: 'refused' })
    const others = ['created_client', 'updated_group', 'token_issued_ropc_response']
    expect(body.ofRequest.map(({ auditEvent }) => auditEvent)).toEqual(others)
  })
})

describe('400', () => {
  test('no id', async () => {
    expect(await outcome(call(reader, 'GET', '/events/x'))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test('no such entry', async () => {
    expect(await outcome(call(reader, 'GET', '/events/999999999'))).toEqual([404, 'NOT_FOUND'])
  })
})
