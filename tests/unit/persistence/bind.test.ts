import { describe, expect, test } from 'vitest'
import { bindModules, lazyBinder } from '#lib/persistence/bind.ts'

const modules = {
  words: { join: (source: string, other: string) => `${source} ${other}` },
  lengths: { total: (source: string) => source.length },
}
const bindLazily = lazyBinder<string, typeof modules>(modules)

describe.each([
  ['at once', (source: string) => bindModules(modules, source)],
  ['when they are read', bindLazily],
])('functions that are bound %s', (_, bind) => {
  test('take the source first, and their other parameters after it', () => {
    expect(bind('one').words.join('two')).toBe('one two')
    expect(bind('one').lengths.total()).toBe(3)
  })

  test('keep their source apart from their repository', () => {
    const { join } = bind('one').words
    expect([join('two'), bind('three').words.join('four')]).toEqual(['one two', 'three four'])
  })
})
