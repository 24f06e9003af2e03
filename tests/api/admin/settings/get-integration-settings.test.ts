import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { reader } = await fixture()

describe('200', () => {
  test('a new installation records refused requests for seven days', async () => {
    const { status, body } = await call(reader, 'GET', '/settings/integrations')
    expect([status, body]).toEqual([200, { refusalRecordsEnabled: true, refusalRecordDays: 7 }])
  })
})
