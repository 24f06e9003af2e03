import { describe, expect, test } from 'vitest'
import { readSelection } from '#app/_ui/list/bulk-selection.ts'
import {
  addressWith,
  type ListDefinition,
  listParameters,
  readListAddress,
} from '#app/_ui/list/list-address.ts'
import { listChoiceText, readListChoice } from '#app/_ui/list/list-choice.ts'

type Values = Record<string, string | string[]>

const list: ListDefinition = {
  name: 'users',
  path: '/admin/users',
  sorts: { name: 'asc', createdAt: 'desc' },
  sort: 'name',
  filters: { enabled: ['true', 'false'], group: 'id' },
  columns: ['status', 'created'],
}

describe('an address', () => {
  test('is read and written again without a change', () => {
    const values = { query: 'ada', enabled: 'false', group: '7', sort: 'createdAt', order: 'asc' }
    const { isReadable, ...address } = readListAddress(list, { ...values, page: '3' })
    expect(isReadable).toBe(true)
    expect(listParameters(list, address)).toEqual({ ...values, page: '3' })
  })

  test.each(['0', '-1', 'x', '1.5', '', '99999999999'])('page %s is the first', (page) => {
    expect(readListAddress(list, { page }).page).toBe(1)
  })

  test('leaves out what is standard', () => {
    const { isReadable: _, ...address } = readListAddress(list, {})
    expect(addressWith(list.path, listParameters(list, address))).toBe('/admin/users')
  })

  const unreadable: Values[] = [
    { statsu: 'disabled' },
    { enabled: 'yes' },
    { enabled: ['true', 'false'] },
    { group: 'x' },
    { query: ['ada', 'bob'] },
    { sort: 'password' },
    { order: 'down' },
    { constructor: 'x' },
  ]
  test.each(unreadable.map((values) => [values]))(
    '%j cannot be read, and filters nothing',
    (values) => {
      const { isReadable, filters } = readListAddress(list, values)
      expect(isReadable).toBe(false)
      expect(filters).toEqual({})
    },
  )
})

describe('the records of a bulk act', () => {
  const all = { all: 'true', total: '60', before: '2026-03-01T10:00:00.000Z' }

  test('are the ticked ones, each once', () => {
    expect(readSelection(list, { id: ['3', '4', '3'] })).toEqual({ kind: 'ticked', ids: [3, 4] })
    expect(readSelection(list, { id: '3' })).toMatchObject({ ids: [3] })
  })

  test('or all of the list, with the number and the moment that were seen', () => {
    expect(readSelection(list, { ...all, enabled: 'true', id: '3' })).toMatchObject({
      kind: 'all',
      address: { filters: { enabled: 'true' } },
      total: 60,
    })
  })

  const none: Values[] = [
    {},
    { id: 'x' },
    { id: Array.from({ length: 1_001 }, (_, i) => String(i + 1)) },
    { ...all, total: '' },
    { ...all, total: '0' },
    { ...all, before: 'then' },
    { ...all, all: 'yes' },
    { ...all, statsu: 'disabled' },
    { ...all, query: ['ada', 'bob'] },
    { id: '3', enabled: 'maybe' },
  ]
  test.each(none.map((values) => [values]))('and never everything by mistake: %#', (values) => {
    expect(readSelection(list, values)).toBeNull()
  })
})

describe('the choice that a browser keeps', () => {
  test.each([
    [{ size: 50, columns: null }, '50'],
    [{ size: 20, columns: ['status', 'created'] }, '20.status.created'],
    [{ size: 20, columns: ['-'] }, '20.-'],
  ])('%j is written as %s', (choice, text) => {
    expect(listChoiceText(choice)).toBe(text)
    expect(readListChoice(text)).toEqual(choice)
  })

  test.each(['', '7', 'x.status', '-1'])('%j has the standard size', (text) => {
    expect(readListChoice(text).size).toBe(20)
  })
})
