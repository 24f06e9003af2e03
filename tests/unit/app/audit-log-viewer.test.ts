import { describe, expect, test } from 'vitest'
import { detailsOf } from '#app/admin/settings/audit-log-viewer/details.ts'
import { filterAddress, filterIn } from '#app/admin/settings/audit-log-viewer/filter.ts'
import { recordAddress } from '#app/admin/settings/audit-log-viewer/record-address.ts'
import type { Visitor } from '#lib/console/guard.ts'
import { auditEvents } from '#lib/domain/audit-events.ts'
import { languages } from '#lib/i18n/languages.ts'
import { messagesOf } from '#lib/i18n/messages.ts'

describe('the filter', () => {
  test('is what the address says', () => {
    expect(filterIn({ auditEvent: ' logout ', requestId: 'r-1', page: '3' })).toEqual({
      auditEvent: 'logout',
      requestId: 'r-1',
      page: 3,
    })
  })

  test.each(['0', '-1', '1.5', 'x', '', '99999999999'])('the page %j is the first', (page) => {
    expect(filterIn({ page }).page).toBe(1)
  })

  test('leaves out what is there twice, and cuts what is too long', () => {
    expect(filterIn({ auditEvent: ['a', 'b'], requestId: 'x'.repeat(999) })).toEqual({
      auditEvent: '',
      requestId: 'x'.repeat(200),
      page: 1,
    })
  })

  test('stands in the address, without what is nothing', () => {
    const viewer = '/admin/settings/audit-log-viewer'
    expect(filterAddress({ auditEvent: '', requestId: '', page: 1 })).toBe(viewer)
    expect(filterAddress({ auditEvent: 'logout', requestId: 'a&b', page: 2 })).toBe(
      `${viewer}?auditEvent=logout&requestId=a%26b&page=2`,
    )
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
