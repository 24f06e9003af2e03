import { describe, expect, test } from 'vitest'
import { areArguments, isFormOfPage, namesKnownActions } from '#lib/server/action-arguments.ts'

describe('the arguments of an action', () => {
  test('are at most ten, on a thousand of which Next fails', () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1))
    expect(areArguments(list(10))).toBe(true)
    expect(areArguments(list(11))).toBe(false)
  })

  test('have a list of ids or the state of a form among them, and nothing deeper', () => {
    expect(areArguments('[[1,2],{"kind":"refused","typed":{"name":"Ada"}}]')).toBe(true)
    expect(areArguments('[{"a":{"b":{}}}]')).toBe(false)
    expect(areArguments('[[[[]]]]')).toBe(false)
    expect(areArguments('['.repeat(1_000) + ']'.repeat(1_000))).toBe(false)
  })

  test('are refused where a reference stands deeper in them', () => {
    expect(areArguments('[{"typed":{"name":"$$1"}}]')).toBe(true)
    expect(areArguments('[{"typed":{"name":"$F1"}}]')).toBe(false)
  })

  test('have no more entries than React takes', () => {
    const list = (bytes: number) => `[[${'1,'.repeat(bytes / 2 - 3)}1]]`
    expect(areArguments(list(1024 * 1024))).toBe(true)
    expect(areArguments(list(1024 * 1024 + 8))).toBe(false)
  })
})

describe('the form of a browser without scripts', () => {
  const formOf = (fields: Readonly<Record<string, string>>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return form
  }
  const withAction = (action: string, given: string) =>
    formOf({ $ACTION_REF_1: '', '$ACTION_1:0': action, '$ACTION_1:1': given, nickname: '$1' })

  test('names its action and what the page gave it, as React writes them', () => {
    const form = withAction('{"id":"7a","bound":"$@1"}', '[1,{"kind":"new"}]')
    expect(isFormOfPage(form)).toBe(true)
    expect(isFormOfPage(formOf({ nickname: '$1' }))).toBe(true)
  })

  test.each([
    ['{"id":"7a","bound":null}', '[]'],
    ['{"id":"7a","bound":"$@2"}', '[]'],
    ['{"id":"7a","id":"b","bound":"$@1"}', '[]'],
    ['{"id":"7a"}', '[]'],
    ['{"id":"7a","bound":"$@1"}', 'null'],
    ['{"id":"7a","bound":"$@1"}', '["$F1"]'],
    ['{"id":"7a","bound":"$@1"}', '['.repeat(30_000)],
  ])('is no form of a page with %s', (action, given) => {
    expect(isFormOfPage(withAction(action, given))).toBe(false)
  })

  test('is none of a page either when a second action is made up beside the first', () => {
    const form = withAction('{"id":"7a","bound":"$@1"}', '[]')
    form.append('$ACTION_REF_2', '')
    expect(isFormOfPage(form)).toBe(false)
  })
})

describe('a form of a page names actions of the build', () => {
  const id = '7f'.repeat(21)
  const known = new Set([id])
  const bound = (said: string, place = '1') => ({
    [`$ACTION_REF_${place}`]: '',
    [`$ACTION_${place}:0`]: said,
  })
  const formWith = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return form
  }
  const isNamed = (fields: Record<string, string>) => namesKnownActions(formWith(fields), known)

  test.each([
    { [`$ACTION_ID_${id}`]: '' },
    bound(`{"id":"${id}","bound":"$@1"}`),
    { ...bound(`{"id":"${id}","bound":"$@1"}`), ...bound(`{"id":"${id}"}`, '2'), name: 'Ada' },
  ])('and is taken then: %j', (fields) => {
    expect(isNamed(fields)).toBe(true)
  })

  test.each([
    {},
    { name: 'Ada' },
    { $ACTION_ID_: '' },
    { [`$ACTION_ID_${id}0`]: '' },
    { [`$ACTION_ID_${id}`]: '', $ACTION_ID_x: '' },
    { $ACTION_REF_1: '' },
    bound('{"id":"","bound":null}'),
    bound(`{"id":"${id.slice(1)}"}`),
    bound(`{"bound":null,"id":"${id}"}`),
    { ...bound(`{"id":"${id}"}`), ...bound('{"id":"00"}', '2') },
    {
      ...bound(`{"id":"${id}"}`),
      ...bound(`{"id":"${id}"}`, '2'),
      ...bound(`{"id":"${id}"}`, '3'),
    },
  ])('and is refused otherwise: %j', (fields) => {
    expect(isNamed(fields)).toBe(false)
  })
})
