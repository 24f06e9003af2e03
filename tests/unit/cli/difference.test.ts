import { expect, test } from 'vitest'
import { describeDifference, differenceOf } from '#lib/cli/configuration/difference.ts'

/** The lines that an import prints; null without a difference. */
function lines(before: object | null, after: object, notes: string[] = []): string[] | null {
  const difference = differenceOf('client shop', before, after, notes)
  return difference && describeDifference(difference)
}

test('a new record is told with what it holds, but not what its title tells', () => {
  const after = {
    clientIdentifier: 'shop',
    resourceIdentifier: 'shop',
    groupIdentifier: 'shop',
    description: '',
    website: null,
    lifetime: 0,
    attributes: [],
    enabled: false,
    display: 'Our shop',
    redirectUris: ['https://a.example/c', 'https://b.example/c d'],
    general: { appName: 'x', empty: '' },
  }
  expect(lines(null, after, ['a secret was made'])).toEqual([
    '+ client shop',
    '    enabled: false',
    '    display: "Our shop"',
    '    redirectUris:',
    '      + https://a.example/c',
    '      + "https://b.example/c d"',
    '    general.appName: x',
    '    a secret was made',
  ])
})

test('a new record that holds nothing is told all the same', () => {
  expect(lines(null, { clientIdentifier: 'shop', website: null })).toEqual(['+ client shop'])
})

test('of a changed record only what has changed is told, sections by the names of their fields', () => {
  const before = {
    clientIdentifier: 'shop',
    name: 'a',
    same: [1, 2],
    tokens: { lifetime: 300, kept: true },
    website: null,
    redirectUris: ['https://a.example', 'https://b.example'],
    attributes: [{ key: 'a', value: 'b' }],
  }
  const after = {
    clientIdentifier: 'shop-2',
    name: '',
    same: [1, 2],
    tokens: { lifetime: 600, kept: true },
    website: "it's",
    redirectUris: ['https://b.example', 'https://c.example'],
    attributes: [{ key: 'a', value: 'c' }],
  }
  expect(lines(before, after)).toEqual([
    '~ client shop',
    '    clientIdentifier: shop → shop-2',
    '    name: a → ""',
    '    tokens.lifetime: 300 → 600',
    '    website: null → "it\'s"',
    '    redirectUris:',
    '      - https://a.example',
    '      + https://c.example',
    '    attributes:',
    '      - {"key":"a","value":"b"}',
    '      + {"key":"a","value":"c"}',
  ])
})

test('where nothing has changed there is nothing to say, unless of what no field shows', () => {
  const state = { name: 'a', tokens: { lifetime: 300 }, redirectUris: ['b'] }
  expect(lines(state, structuredClone(state))).toBeNull()
  expect(lines(state, state, ['the secret was set'])).toEqual([
    '~ client shop',
    '    the secret was set',
  ])
})

test('what a record holds cannot command the terminal', () => {
  expect(lines(null, { name: 'a\u001b[2Jb' })?.join('\n')).not.toContain('\u001b')
  expect(lines(null, {}, ['a\u001b[2Jb'])?.join('\n')).not.toContain('\u001b')
})
