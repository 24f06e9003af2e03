import { describe, expect, test } from 'vitest'
import { languages } from '#lib/i18n/languages.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { flatten } from './flatten.ts'

/**
 * English texts that mean several things or whose translations follow a noun's gender, so that
 * another language needs more than one text for them.
 */
const severalMeanings = new Set([
  'Address',
  'APIs that are called with such a token can read it.',
  'Applications see it only when you allow them to.',
  'Authorization code',
  'Built-in',
  'Change',
  'Choose a password',
  'Created',
  'Email',
  'Key',
  'New password',
  'None',
  'Off',
  'On',
  'Revoke',
  'Signed out',
  'Verified',
])

const english = flatten(messagesOf('en'))

describe.each(languages.filter((language) => language !== 'en'))('the catalog %s', (language) => {
  test('says with one text what English says with one, in menus, on pages and in mail', () => {
    const catalog = flatten(messagesOf(language))
    const translations = new Map<string, Set<string>>()
    for (const [key, text] of english) {
      const known = translations.get(text) ?? new Set()
      translations.set(text, known.add(catalog.get(key) ?? ''))
    }
    const several = [...translations].filter(
      ([text, known]) => known.size > 1 && !severalMeanings.has(text),
    )
    expect(several.map(([text, known]) => [text, ...known])).toEqual([])
  })
})

test('the exceptions are texts of the English catalog, used more than once', () => {
  const all = [...english.values()]
  for (const text of severalMeanings) {
    expect(all.filter((other) => other === text).length, text).toBeGreaterThan(1)
  }
})
