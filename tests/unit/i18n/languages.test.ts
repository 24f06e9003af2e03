import { describe, expect, test } from 'vitest'
import { chooseLanguage, directionOf, languages } from '#lib/i18n/languages.ts'

describe('chooseLanguage', () => {
  test.each([
    ['ui_locales come before Accept-Language', ['fr'], 'de', 'fr'],
    ['the first ui_locales tag with a catalog wins', ['nl', 'it', 'de'], '', 'it'],
    ['unknown ui_locales fall back to Accept-Language silently', ['xx', 'tlh'], 'ja', 'ja'],
    ['nothing known gives English', ['xx'], 'nl, sv;q=0.5', 'en'],
    ['nothing asked gives English', [], '', 'en'],
    ['an exact tag is found in any case', ['PT-br'], '', 'pt-BR'],
    ['a primary language finds the catalog of a region', ['pt'], '', 'pt-BR'],
    ['another region finds the catalog of its language', ['pt-PT'], '', 'pt-BR'],
    ['a region of a language without regional catalogs is served', [], 'de-AT', 'de'],
    ['a tag with a script is matched by its language', ['ar-Latn-EG'], '', 'ar'],
    ['weights order Accept-Language', [], 'en;q=0.3, es;q=0.9, fr;q=0.5', 'es'],
    ['no weight means 1', [], 'es;q=0.9, it', 'it'],
    ['equal weights keep their order', [], 'fr;q=0.8, de;q=0.8', 'fr'],
    ['weight 0 refuses a language', [], 'de;q=0, fr;q=0.1', 'fr'],
    ['an entry with a malformed weight is passed over', [], 'de;q=high, fr;q=0.5', 'fr'],
    ['a wildcard is English', [], '*, de;q=0.1', 'en'],
    ['a wildcard keeps its place', [], 'ru, *;q=0.5, de;q=0.8', 'de'],
    ['English of a region is English, before a later language', [], 'en-US,de-DE', 'en'],
    ['an unsupported first language gives way', [], 'ru,de;q=0.5', 'de'],
    ['a language without a catalog gives English', [], 'zh-TW', 'en'],
    ['an underscore is a hyphen', ['ja_JP'], '', 'ja'],
    ['an underscore is a hyphen in the header too', [], 'pt_BR', 'pt-BR'],
    ['a long header of junk gives English', [], 'x'.repeat(4096), 'en'],
    ['blanks and empty entries are harmless', [' '], ' ,, ; , ja ;q=0.4', 'ja'],
    ['a tag that only begins like a language does not match', [], 'deu', 'en'],
  ] as const)('%s', (_rule, uiLocales, acceptLanguage, expected) => {
    expect(chooseLanguage(uiLocales, acceptLanguage)).toBe(expected)
  })

  test('every language is chosen by its own tag', () => {
    for (const language of languages) expect(chooseLanguage([language], '')).toBe(language)
  })
})

test('Arabic alone is written from right to left', () => {
  expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
})
