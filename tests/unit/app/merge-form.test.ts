import { describe, expect, test } from 'vitest'
import { type FormValues, mergeForm } from '#app/_ui/form/merge-form.ts'

const read = { name: 'shop', note: 'one\ntwo', enabled: true, consent: false }

function formOf(values: FormValues, asRead: unknown = read): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'boolean') form.set(name, String(value).replaceAll('\n', '\r\n'))
    else if (value) form.set(name, 'on')
  }
  form.set('read', JSON.stringify(asRead))
  return form
}

/** The values that a merge saves, or the field that it refuses. */
function saved(form: FormData, current: FormValues): unknown {
  const merged = mergeForm(form, current)
  if (!(merged instanceof FormData)) return merged
  const { read: _, ...fields } = Object.fromEntries(merged)
  return fields
}

describe('a form that is saved', () => {
  test('keeps what somebody else changed in other fields', () => {
    const current = { ...read, enabled: false, note: 'theirs' }
    expect(saved(formOf({ ...read, name: 'store' }), current)).toEqual({
      name: 'store',
      note: 'theirs',
    })
  })

  test('keeps a box that somebody else ticked', () => {
    const current = { ...read, consent: true }
    expect(saved(formOf({ ...read, name: 'store' }), current)).toMatchObject({ consent: 'on' })
  })

  test('saves a box that it took off, also when another field was changed', () => {
    const current = { ...read, name: 'theirs' }
    expect(saved(formOf({ ...read, enabled: false }), current)).toEqual({
      name: 'theirs',
      note: 'one\ntwo',
    })
  })

  test('is refused when somebody else changed the same field to another value', () => {
    const current = { ...read, name: 'theirs' }
    expect(saved(formOf({ ...read, name: 'mine' }), current)).toEqual({
      conflicts: [{ field: 'name', mine: 'mine', now: 'theirs' }],
      read: JSON.stringify({ ...read, name: 'theirs' }),
    })
  })

  test('is told of every such field at once, and wins in all of them when it is sent again', () => {
    const current = { name: 'theirs', note: 'theirs too', enabled: false, consent: true }
    const mine = { ...read, name: 'mine', note: 'mine too' }
    const refused = mergeForm(formOf(mine), current)
    if (refused instanceof FormData) throw new Error('The form was saved.')
    expect(refused.conflicts.map(({ field }) => field)).toEqual(['name', 'note'])
    expect(saved(formOf(mine, JSON.parse(refused.read)), current)).toEqual({
      name: 'mine',
      note: 'mine too',
      consent: 'on',
    })
  })

  test('wins when it is sent again after that', () => {
    const told = { ...read, name: 'theirs' }
    expect(saved(formOf({ ...read, name: 'mine' }, told), told)).toMatchObject({ name: 'mine' })
  })

  test('is told again when the field was changed once more', () => {
    const told = { ...read, name: 'theirs' }
    const current = { ...read, name: 'a third' }
    expect(saved(formOf({ ...read, name: 'mine' }, told), current)).toMatchObject({
      conflicts: [{ field: 'name', now: 'a third' }],
    })
  })

  test('agrees with somebody who changed the same field to the same value', () => {
    const current = { ...read, name: 'store' }
    expect(saved(formOf({ ...read, name: 'store' }), current)).toMatchObject({ name: 'store' })
  })

  test('takes line ends for equal, however a browser sends them', () => {
    const current = { ...read, note: 'theirs' }
    expect(saved(formOf(read), current)).toMatchObject({ note: 'theirs' })
  })

  test('leaves fields alone that it does not have', () => {
    const { note: _, ...shown } = read
    expect(saved(formOf(shown), { ...read, note: 'theirs' })).not.toHaveProperty('note')
  })

  test('counts as changed in all fields when nothing says what was read', () => {
    const form = formOf(read)
    form.delete('read')
    const current = { ...read, enabled: false, name: 'theirs' }
    expect(saved(form, current)).toMatchObject({ name: 'shop', enabled: 'on' })
  })

  test.each([
    ['no object', 'x'],
    ['null', null],
    ['a list', []],
  ])('counts as changed in all fields when what was read is %s', (_, asRead) => {
    const current = { ...read, enabled: false, name: 'theirs' }
    expect(saved(formOf(read, asRead), current)).toMatchObject({ name: 'shop', enabled: 'on' })
  })
})
