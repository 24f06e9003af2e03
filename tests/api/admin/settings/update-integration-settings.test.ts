import { beforeEach, describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { brokenBodies } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { fixture } from './fixture.ts'

const { app, manager, granular, settings, lastEntries, entryCount } = await fixture()
const path = '/settings/integrations'
const first = { refusalRecordsEnabled: true, refusalRecordDays: 7 }

beforeEach(() => app.changeSettings(first))

describe('200', () => {
  test('saves, answers what is stored, and records the old and the new values', async () => {
    const sent = { refusalRecordsEnabled: false, refusalRecordDays: 90 }
    const { status, body } = await call(manager, 'PUT', path, sent)
    expect([status, body]).toEqual([200, sent])
    expect(await settings()).toMatchObject(sent)
    const loggedInUser = manager.client.clientIdentifier
    expect(await lastEntries(1)).toEqual([
      { event: 'updated_integrations_settings', details: { loggedInUser, old: first, new: sent } },
    ])
  })

  test.each([{}, { refusalRecordsEnabled: null }, { refusalRecordDays: null }])(
    'what is absent stays, without an entry: %j',
    async (sent) => {
      const count = await entryCount()
      expect((await call(manager, 'PUT', path, sent)).body).toEqual(first)
      expect(await entryCount()).toBe(count)
    },
  )
})

describe('400', () => {
  const refusal = (body: unknown) => outcome(call(manager, 'PUT', path, body))

  test.each(brokenBodies)('the body %j', async (body) => {
    expect(await refusal(body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([0, -1, 91])('%d days', async (refusalRecordDays) => {
    expect(await refusal({ refusalRecordDays })).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope may not, even where nothing would change', async () => {
    const entry = { route: path, ceiling: 'settings' } as const
    await expectRefusedChange(granular, ['PUT', path, first], entry)
  })
})
