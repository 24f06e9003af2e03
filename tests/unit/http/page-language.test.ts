import { describe, expect, test } from 'vitest'
import { languageOfPage } from '#lib/http/page-language.ts'

const acceptLanguage = 'it'
const preferences = { language: 'de', isOfThisSignIn: false } as const
const now = { language: 'fr', isOfThisSignIn: true } as const
const none = { language: null, isOfThisSignIn: false } as const
const asked = { page: 'sign-in', uiLocales: ['ja'] } as const

describe('the language of a page of the sign-in is', () => {
  test.each([
    ['the one that was chosen in this sign-in', asked, now, 'fr'],
    ['else that of `ui_locales`, before an earlier choice', asked, preferences, 'ja'],
    ['else an earlier choice', { page: 'sign-in', uiLocales: [] }, preferences, 'de'],
    ['else that of the browser', { page: 'sign-in', uiLocales: [] }, none, 'it'],
    [
      'else that of the browser, where no language was asked for has texts',
      {
        page: 'sign-in',
        uiLocales: ['xx'],
      },
      none,
      'it',
    ],
  ] as const)('%s', (_rule, view, preferences, expected) => {
    expect(languageOfPage({ view, locale: null, preferences, acceptLanguage })).toBe(expected)
  })

  test('English when nobody asks for one', () => {
    expect(
      languageOfPage({ view: null, locale: null, preferences: none, acceptLanguage: '' }),
    ).toBe('en')
  })
})

describe('the language of a page behind a mailed link is', () => {
  const mailed = { page: 'reset-password', uiLocales: ['ja'] } as const

  test('a choice in this browser, however old', () => {
    expect(languageOfPage({ view: mailed, locale: null, preferences, acceptLanguage })).toBe('de')
  })

  test('else that of the mail', () => {
    const page = { view: mailed, locale: null, preferences: none, acceptLanguage }
    expect(languageOfPage(page)).toBe('ja')
  })
})

describe('the language of a page of the console is', () => {
  test('a choice in this browser, however old', () => {
    expect(languageOfPage({ view: null, locale: 'ja', preferences, acceptLanguage })).toBe('de')
  })

  test('else that of the account, in any region', () => {
    const page = { view: null, locale: 'pt-PT', preferences: none, acceptLanguage }
    expect(languageOfPage(page)).toBe('pt-BR')
  })

  test.each(['', 'ru'])('else that of the browser, when the account says “%s”', (locale) => {
    expect(languageOfPage({ view: null, locale, preferences: none, acceptLanguage })).toBe('it')
  })
})
