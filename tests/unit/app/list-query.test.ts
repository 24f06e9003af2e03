import { describe, expect, test } from 'vitest'
import { linesOf } from '#app/_ui/form/list-entries.ts'
import { listQuery } from '#app/_ui/list/list-query.ts'

describe('a page that is none counts as the first:', () => {
  test.each(['0', '-1', 'x', '1.5', '', '9999999999'])('%s', (page) => {
    expect(listQuery({ page }).page).toBe(1)
  })
})

test('a page and a search that are sent twice count as absent', () => {
  expect(listQuery({ page: ['2', '3'], query: ['a', 'b'] })).toEqual({ page: 1, query: '' })
})

test('a pasted text has an entry in each line that is not empty', () => {
  expect(linesOf(' https://a.example \r\n\r\nhttps://b.example\n')).toEqual([
    'https://a.example',
    'https://b.example',
  ])
})
