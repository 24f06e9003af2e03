import { describe, expect, test } from 'vitest'
import { directionOf, type Language, languages } from '#lib/i18n/languages.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { textOf, textsIn } from '#lib/i18n/texts.ts'
import { flatten } from './flatten.ts'

function textsWith(language: Language, pattern: RegExp): (readonly [string, string])[] {
  return [...flatten(messagesOf(language))].filter(([, text]) => pattern.test(text))
}

/** Addresses and names of parameters: the same in every language. */
function isExample(word: string): boolean {
  return /[:.]\w|[@_]/.test(word)
}

test('in French no line begins with the sign that ends or opens something', () => {
  // In “such as ! or #” the sign is a word.
  const loose = textsWith('fr', / [:;?»]|« | !(?! ou #)/)
  expect(loose).toEqual([])
})

test('in German a word and the dots after it stand apart', () => {
  expect(textsWith('de', /\p{L}…/u)).toEqual([])
})

test('no language that breaks lines between words has longer ones than German', () => {
  const lengths = new Map(
    languages.map((language) => {
      const texts = [...flatten(messagesOf(language)).values()]
      // A line breaks at a space, unless the space is a fixed one, and after a hyphen, a dash or a slash.
      const words = texts.flatMap((text) =>
        text.replaceAll(/\{[^}]*\}|<[^>]*>/g, ' ').split(/[ \n–—/-]/),
      )
      return [
        language,
        Math.max(...words.filter((word) => !isExample(word)).map(({ length }) => length)),
      ] as const
    }),
  )
  lengths.delete('ja')
  expect(Math.max(...lengths.values())).toBe(lengths.get('de'))
})

test('in Japanese colons and parentheses are as wide as the letters around them', () => {
  expect(textsWith('ja', /: |[^\x20-\x7e]\s?\(/)).toEqual([])
})

test('in Arabic one and two of something are told by the word, not by a digit', () => {
  expect(textsWith('ar', /\b(?:one|two) \{[^}]*#/)).toEqual([])
})

test.each([
  [1, 'حرف واحد'],
  [8, '8 أحرف'],
  [10, '10 أحرف'],
  [12, '12 حرفًا'],
])('in Arabic the password rule counts %i as “%s”', (min, words) => {
  const rule = textOf(textsIn('ar'), 'common.password_rule.length', { min })
  expect(rule).toContain(words)
})

test('where a list of many stands is told in the digits of the language', () => {
  const place = { from: 9_991, to: 10_000, total: 12_345 }
  expect(textOf(textsIn('en'), 'console.range', place)).toBe('9,991–10,000 of 12,345')
  expect(textOf(textsIn('de'), 'console.range', place)).toBe('9.991–10.000 von 12.345')
})

describe.each(languages.filter((language) => directionOf(language) === 'rtl'))(
  'in %s',
  (language) => {
    const texts = textsIn(language)

    test.each(['24.seven@example.com', 'C++', '365 Store'])(
      '%s is not turned round: it stands between the marks of an isolate',
      (value) => {
        const isolated = `\u2068${value}\u2069`
        for (const [key, name] of [
          ['pages.forgot-password.sent', 'email'],
          ['mail.welcome.subject', 'appName'],
          ['mail.greeting', 'name'],
          ['account.consents.revoke_title', 'application'],
        ] as const) {
          expect(textOf(texts, key, { [name]: value }), key).toContain(isolated)
        }
      },
    )

    test('so does every value that people have chosen', () => {
      const chosen =
        /(?<!\u2068)\{(?:appName|email|name|application|client|query|host|value|device|description|address|system)\}/
      expect(textsWith(language, chosen)).toEqual([])
    })

    test('addresses and commands that begin or end with a sign stand between marks too', () => {
      expect(textsWith(language, /(?<![\w:/.<\u2066])\/[a-z]|:\/\/\s|[a-z}]:…?»|-_\./)).toEqual([])
    })

    test('what is copied and typed stands without marks', () => {
      expect(textsWith(language, /\u2068\{(?:code|identifier|key|kid|scope)\}/)).toEqual([])
    })
  },
)
