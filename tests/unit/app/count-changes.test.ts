import { describe, expect, test } from 'vitest'
import { countChanges } from '#app/_ui/form/count-changes.ts'

describe('the unsaved changes of a form', () => {
  const row = (entry: string, stored: number | null) => ({ entry, stored })
  const stored = { entries: [row('a', 0), row('b', 1), row('', null)] }
  const count = (...entries: ReturnType<typeof row>[]) => countChanges({ entries }, stored)

  test.each([
    ['nothing, with the empty row at the end', [row('a', 0), row('b', 1), row('', null)], 0],
    ['nothing, without an empty row', [row('a', 0), row('b', 1)], 0],
    ['blanks around a text', [row(' a ', 0), row('b', 1)], 0],
    ['an entry that was added', [row('a', 0), row('b', 1), row('c', null)], 1],
    ['an entry that was changed', [row('x', 0), row('b', 1)], 1],
    ['an entry that was removed', [row('b', 1)], 1],
    ['an entry that was emptied', [row('', 0), row('b', 1)], 1],
    ['one removed, one changed and one added', [row('x', 1), row('c', null)], 3],
  ])('counts each entry of a list once: %s', (_, entries, expected) => {
    expect(count(...entries)).toBe(expected)
  })

  test('an id of an added row is no text of it', () => {
    const blank = { id: '', name: '', stored: null }
    const all = { rows: [{ id: '7', name: 'a', stored: 0 }, blank] }
    expect(countChanges({ rows: [all.rows[0], { ...blank, id: '8' }] }, all)).toBe(0)
  })

  test('counts ids that were added and removed, whatever their order', () => {
    expect(countChanges({ ids: [3, 1] }, { ids: [1, 2, 3] })).toBe(1)
    expect(countChanges({ ids: [3, 4, 1] }, { ids: [1, 2, 3] })).toBe(2)
  })

  test('counts each checkbox and each other field', () => {
    const before = { groups: { g1: true, g2: false }, name: 'a' }
    expect(countChanges({ groups: { g1: false, g2: false }, name: 'b' }, before)).toBe(2)
  })
})
