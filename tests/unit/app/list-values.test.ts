import { describe, expect, test } from 'vitest'
import { idsAsRead, idsOfList, rowsAsRead, rowsOfList } from '#app/_ui/form/list-values.ts'

type Fields = readonly (readonly [name: string, value: string])[]

function formOf(...fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

describe('the rows of a list in a form', () => {
  const rows = (...fields: Fields) => rowsOfList(formOf(...fields), 'list', ['a'])

  test('stand in the order of their numbers, each text as one trimmed line', () => {
    const sent = rows(['list.10.a', 'last'], ['list.2.a', ' fi\r\nrst '], ['list.2.id', '7'])
    expect(sent).toEqual([{ a: 'first', id: '7' }, { a: 'last' }])
  })

  test('are none without a text that a visitor types', () => {
    expect(rows(['list.0.a', ' '], ['list.1.id', '7'])).toEqual([])
  })

  test('are no fields of another form or another shape', () => {
    const names = [
      'list.a',
      'list.x.a',
      'list.0',
      'list.0.a.b',
      'other.0.a',
      'list.12345.a',
      'listA0.a',
    ]
    expect(rows(...names.map((name) => [name, 'x'] as const))).toEqual([])
  })
})

test('the ids of a repeated field are its whole numbers', () => {
  const fields = ['1', '2', '', 'x', '1.5'].map((value) => ['ids', value] as const)
  expect(idsOfList(formOf(...fields), 'ids')).toEqual([1, 2])
})

describe('a list as the page read it', () => {
  test.each(['', '{', '[]', 'null', '{"list":1}'])('is none in what no page sends: %s', (read) => {
    expect(rowsAsRead(formOf(['read', read]), 'list')).toBeNull()
    expect(idsAsRead(formOf(['read', read]), 'list')).toBeNull()
  })

  test('has a row for every entry', () => {
    const form = formOf(['read', '{"list":[{"a":"x"},null,3],"ids":[1,2]}'])
    expect(rowsAsRead(form, 'list')).toEqual([{ a: 'x' }, {}, {}])
    expect(idsAsRead(form, 'ids')).toEqual([1, 2])
  })
})
