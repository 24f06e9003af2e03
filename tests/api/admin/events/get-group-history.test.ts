import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { fixture, type Page } from './fixture.ts'

const { reader, group } = await fixture()

describe('200', () => {
  test('what happened to the group, the newest first', async () => {
    const { body } = await call<Page>(reader, 'GET', `/groups/${group.id}/history`)
    expect(body.events.map(({ auditEvent }) => auditEvent)).toEqual(['updated_group'])
  })
})

describe('400', () => {
  test('no id', async () => {
    expect(await outcome(call(reader, 'GET', '/groups/x/history'))).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

describe('404', () => {
  test('no such group', async () => {
    expect(await outcome(call(reader, 'GET', '/groups/999999/history'))).toEqual([404, 'NOT_FOUND'])
  })
})
