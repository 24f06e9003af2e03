import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { cookieName, setCookie } from '#lib/http/cookies.ts'
import {
  languageCookie,
  readPreferences,
  themeCookie,
  typedEmailCookie,
} from '#lib/http/preferences.ts'
import { testConfig, testStart } from '#tests/support/settings.ts'

const config = testConfig('file:unused.db')
const hour = 60 * 60
const none = { language: null, isOfThisSignIn: false, theme: null, typedEmail: '' }

function named(cookie: 'language' | 'theme' | 'typed', value: string): string {
  return `${cookieName(cookie, config)}=${value}`
}

const read = (header: string | null, now = testStart) => readPreferences(header, config, now)

/** The `Cookie` header of a browser that was sent these. */
function kept(...changes: readonly Parameters<typeof setCookie>[0][]): string {
  return changes.map((change) => setCookie(change, config).split(';', 1)[0]).join('; ')
}

describe('a language that was chosen', () => {
  const cookie = kept(languageCookie('pt-BR', testStart))

  test('belongs to the sign-in of the next hour', () => {
    const chosen = { ...none, language: 'pt-BR', isOfThisSignIn: true }
    expect(read(cookie, addSeconds(testStart, hour - 1))).toEqual(chosen)
  })

  test('is an earlier choice afterwards', () => {
    const chosen = { ...none, language: 'pt-BR' }
    expect(read(cookie, addSeconds(testStart, hour))).toEqual(chosen)
  })

  test('lasts a year', () => {
    expect(setCookie(languageCookie('de', testStart), config)).toContain('Max-Age=31536000')
  })
})

test('a theme that was chosen lasts until the system decides again', () => {
  expect(read(kept(themeCookie('dark'))).theme).toBe('dark')
  expect(setCookie(themeCookie(null), config)).toContain('Max-Age=0')
})

test('an email that was typed comes along for a minute, in any script', () => {
  const change = typedEmailCookie('zoë@bücher.example')
  if (!change) throw new Error('The email is not kept.')
  expect(change.maxAgeSeconds).toBe(60)
  expect(read(kept(change)).typedEmail).toBe('zoë@bücher.example')
})

test.each(['', 'a'.repeat(321), 'a\r\nb'])('no email is kept of %j', (email) => {
  expect(typedEmailCookie(email)).toBeNull()
})

test.each([
  ['no cookie', null],
  ['no value', named('language', '')],
  ['a language without texts', named('language', 'ru.1')],
  ['a theme that is none', named('theme', 'dracula')],
  ['an email that is too long', named('typed', 'A'.repeat(2000))],
  ['bytes that are no text', named('typed', '__79')],
  ['a line break in an email', named('typed', Buffer.from('a\nb').toString('base64url'))],
])('nothing is read from %s', (_what, header) => {
  expect(read(header)).toEqual(none)
})

test.each(['de', 'de.', 'de.soon', 'de.1e9999'])(
  'a language without a readable time is an earlier choice: %s',
  (value) => {
    expect(read(named('language', value))).toEqual({ ...none, language: 'de' })
  },
)
