import { describe, expect, test } from 'vitest'
import { detailsOf } from '#app/admin/settings/audit-log-viewer/details.ts'
import { filterAddress, filterIn } from '#app/admin/settings/audit-log-viewer/filter.ts'

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
