import { describe, expect, test } from 'vitest'
import { sentenceKey } from '#app/_ui/text/event-names.ts'
import { detailsOf } from '#app/admin/activity/_parts/details.ts'
import { activityAddress, filterIn } from '#app/admin/activity/_parts/filter.ts'
import { periodOf } from '#app/admin/activity/_parts/query.ts'
import { recordAddress } from '#app/admin/activity/_parts/record-address.ts'
import type { Visitor } from '#lib/console/guard.ts'
import { auditEvents } from '#lib/domain/audit/audit-events.ts'
import { languages } from '#lib/i18n/languages.ts'
import { messagesOf } from '#lib/i18n/messages.ts'

describe('the filter', () => {
  test('is what the address says', () => {
    expect(
      filterIn({ auditEvent: ' logout ', requestId: 'r-1', range: 'day', category: 'security' }),
    ).toMatchObject({ auditEvent: 'logout', requestId: 'r-1', range: 'day', category: 'security' })
  })

  test('leaves out what is there twice or malformed, and cuts what is too long', () => {
    const parameters = {
      auditEvent: ['a', 'b'],
      requestId: 'x'.repeat(999),
      range: 'year',
      category: 'x',
      from: 'yesterday',
    }
    expect(filterIn(parameters)).toMatchObject({
      auditEvent: '',
      requestId: 'x'.repeat(200),
      range: 'week',
      category: '',
      from: '',
    })
  })

  test('stands in the address, without what is usual', () => {
    expect(activityAddress(filterIn({}))).toBe('/admin/activity')
    const query = 'range=all&from=2026-03-03&zone=Asia%2FTokyo&auditEvent=logout&requestId=a%26b'
    const read = filterIn(Object.fromEntries(new URLSearchParams(query)))
    expect(activityAddress(read)).toBe(`/admin/activity?${query}`)
  })
})

describe('the period', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const period = (more: Record<string, string>) => periodOf(filterIn(more), now)

  test.each([
    ['Asia/Tokyo', '2026-03-03', '2026-03-02T15:00:00.000Z', '2026-03-03T15:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['UTC', '2026-03-03', '2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z'],
  ])('of a day is that of the zone, both ends included: %s %s', (zone, day, from, to) => {
    expect(period({ from: day, to: day, zone })).toEqual({ from, to })
  })

  test('in the wrong order is none', () => {
    expect(period({ from: '2026-03-04', to: '2026-03-03' })).toBeNull()
  })

  test.each([
    { from: '2026-13-01' },
    { to: '2026-02-30' },
    { from: '0000-01-01' },
    { from: '0001-01-01', zone: 'Pacific/Auckland' },
    { from: '2026-03-01', zone: 'Mars/Olympus' },
  ])('is none, and never all time, for a day or a zone that does not exist: %j', (days) => {
    expect(periodOf({ ...filterIn({}), ...days }, now)).toBeNull()
  })

  test('is the last week at first, and may have no beginning', () => {
    expect(period({})).toEqual({ from: '2026-03-03T12:00:00.000Z' })
    expect(period({ range: 'all' })).toEqual({})
  })
})

describe('the details of an event', () => {
  test('are names and values', () => {
    const json = '{"email":"a@b","count":3,"on":true,"none":null,"scopes":["x","y"],"old":{"a":1}}'
    expect(detailsOf(json)).toEqual([
      ['email', 'a@b'],
      ['count', '3'],
      ['on', 'true'],
      ['none', 'null'],
      ['scopes', 'x, y'],
      ['old', '{"a":1}'],
    ])
  })

  test.each(['', 'no JSON', '3', 'null'])('which are none are shown as they are: %j', (json) => {
    expect(detailsOf(json)).toEqual([['', json]])
  })
})

test.each(languages)('every event of the log has a name of its own in %s', (language) => {
  const names = messagesOf(language).audit.event
  expect(Object.keys(names).toSorted()).toEqual([...auditEvents].toSorted())
  expect(new Set(Object.values(names)).size).toBe(auditEvents.length)
})

describe('the record that a detail names', () => {
  const reader = { scopes: ['authserver:manage-settings'] } as unknown as Visitor
  const anyone = { scopes: ['authserver:admin-read'] } as unknown as Visitor

  test.each([
    ['userId', '/admin/users/12'],
    ['previousUserId', '/admin/users/12'],
    ['groupId', '/admin/groups/12'],
    ['clientId', '/admin/clients/12'],
    ['resourceId', '/admin/resources/12'],
  ])('has a page: %s', (name, address) => {
    expect(recordAddress(anyone, name, '12')).toBe(address)
  })

  test('has none for who may not read it', () => {
    expect(recordAddress(reader, 'userId', '12')).toBeNull()
    expect(recordAddress(reader, 'resourceId', '12')).toBe('/admin/resources/12')
  })

  test.each([
    ['clientId', 'an-identifier'],
    ['userId', '0'],
    ['userId', ''],
    ['consentId', '12'],
    ['constructor', '12'],
  ])('is none: %s %j', (name, value) => {
    expect(recordAddress(anyone, name, value)).toBeNull()
  })
})

test('an event has its sentence where the entry has all names in it', () => {
  const named = { actor: 'Maja Lindqvist', user: 'Zoë Müller' }
  expect(sentenceKey('updated_user_profile', named)).toEqual({
    key: 'audit.sentence.updated_user_profile',
    has: ['actor', 'user'],
  })
  expect(sentenceKey('updated_user_profile', { user: 'Zoë Müller' }).key).toBeNull()
  expect(sentenceKey('of_a_later_release', named)).toEqual({ key: null, has: [] })
})
