import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { fixture, type Page } from './fixture.ts'

const { reader, client } = await fixture()

describe('200', () => {
  test('what happened to the client, the newest first', async () => {
    const { body } = await call<Page>(reader, 'GET', `/clients/${client.id}/history`)
    expect(body.events.map(({ auditEvent }) => auditEvent)).toEqual([
      'created_client',
      'auth_failed_pwd',
    ])
  })
})

describe('400', () => {
  test('no id', async () => {
    expect(await outcome(call(reader, 'GET', '/clients/x/history'))).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

describe('404', () => {
  test('no such client', async () => {
    expect(await outcome(call(reader, 'GET', '/clients/999999/history'))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })
})
