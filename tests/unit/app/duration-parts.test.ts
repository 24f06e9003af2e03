import { describe, expect, test } from 'vitest'
import { partsOf, secondsOf, withSeconds } from '#app/_ui/form/duration-parts.ts'

describe('a duration is shown in the longest unit that fits:', () => {
  test.each([
    ['1', '1', 'second'],
    ['90', '90', 'second'],
    ['300', '5', 'minute'],
    ['5400', '90', 'minute'],
    ['7200', '2', 'hour'],
    ['31536000', '365', 'day'],
    ['0', '0', 'second'],
    ['', '', 'second'],
    ['ten', 'ten', 'second'],
  ])('%s', (seconds, amount, unit) => {
    expect(partsOf(seconds)).toEqual({ amount, unit })
    expect(secondsOf(partsOf(seconds))).toBe(seconds)
  })
})

function sent(fields: Readonly<Record<string, string>>): Record<string, string> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return Object.fromEntries(withSeconds(form)) as Record<string, string>
}

describe('a sent form has seconds:', () => {
  test('of an amount and its unit', () => {
    expect(sent({ idle: '1.5', 'idle.unit': 'hour' })).toEqual({ idle: '5400' })
  })

  test('0 while the inherited duration is chosen', () => {
    expect(sent({ idle: '', 'idle.unit': 'minute', 'idle.inherit': 'on' })).toEqual({ idle: '0' })
  })

  test('what is no number stays as it is, for the check to refuse', () => {
    expect(sent({ idle: 'ten', 'idle.unit': 'minute' })).toEqual({ idle: 'ten' })
    expect(sent({ idle: '', 'idle.unit': 'minute' })).toEqual({ idle: '' })
    expect(sent({ idle: '1e999', 'idle.unit': 'day' })).toEqual({ idle: '1e999' })
  })

  test('an unknown unit counts as seconds', () => {
    expect(sent({ idle: '5', 'idle.unit': 'constructor' })).toEqual({ idle: '5' })
  })

  test('other fields are left alone', () => {
    expect(sent({ name: 'x' })).toEqual({ name: 'x' })
  })
})
