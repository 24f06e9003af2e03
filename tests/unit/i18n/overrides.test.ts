import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { languages } from '#lib/i18n/languages.ts'
import { shippedMessages } from '#lib/i18n/messages.ts'
import { readTextOverrides } from '#lib/i18n/overrides.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authserver-texts-'))
  mkdirSync(join(folder, 'catalogs'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, content: unknown): string {
  const file = join(folder, 'catalogs', name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const problems = () => readTextOverrides(folder).problems

test('texts are taken for each language that has a file', () => {
  const de = { pages: { 'sign-in': { submit: 'Willkommen' } } }
  write('de.json', de)
  write('en.json', { account: { title: 'You' } })
  write('README.md', 'not a catalog')
  const { texts } = readTextOverrides(folder)
  expect(Object.keys(texts).sort()).toEqual(['de', 'en'])
  expect(texts.de).toEqual(de)
})

test('every catalog of ours could stand in its own place', () => {
  for (const language of languages) write(`${language}.json`, shippedMessages(language))
  const { texts, ...found } = readTextOverrides(folder)
  expect(found).toEqual({ problems: [], warnings: [] })
  for (const language of languages) expect(texts[language]).toEqual(shippedMessages(language))
})

test('an empty text counts as absent', () => {
  write('en.json', { pages: { 'sign-in': { submit: '', email: 'Address' } } })
  expect(readTextOverrides(folder).texts.en).toEqual({ pages: { 'sign-in': { email: 'Address' } } })
})

test('a key that no catalog has is passed over with a warning that names it', () => {
  const file = write('en.json', { pages: { gone: { title: 'x' } }, constructor: 'x' })
  expect(readTextOverrides(folder)).toEqual({
    texts: { en: { pages: {} } },
    problems: [],
    warnings: [`${file}: unknown text pages.gone.`, `${file}: unknown text constructor.`],
  })
})

test('placeholders may be left out, and written in other ways', () => {
  const subject = '{appName}, {appName, select, Example {ours} other {theirs}}'
  const too_short = 'At least {min, number}, or {min, number, integer}.'
  write('en.json', {
    mail: { greeting: 'Hello,', 'verification-code': { subject } },
    validator: { identifier: { too_short } },
  })
  expect(readTextOverrides(folder)).toMatchObject({ problems: [], warnings: [] })
})

describe('refused with the file, and the key where there is one:', () => {
  const signIn = (submit: unknown) => ({ pages: { 'sign-in': { submit } } })
  const key = 'pages.sign-in.submit'

  test.each<[what: string, content: unknown, complaint: string | RegExp]>([
    ['no JSON', '{"pages": ', /JSON/],
    ['a list', [], 'must be a JSON object'],
    ['null', null, 'must be a JSON object'],
    ['a number for a text', signIn(5), `${key} must be a text`],
    ['a group for a text', signIn({ short: 'x' }), `${key} must be a text`],
    ['a text for a group', { pages: 'x' }, 'pages must be an object, because it contains texts'],
    ['an open brace', signIn('Hi {name'), `${key} is not a valid ICU message: `],
    [
      'a choice without other',
      signIn('{a, plural, one {x}}'),
      `${key} is not a valid ICU message: `,
    ],
    ['a foreign placeholder', signIn('{name}'), `${key} must not contain {name}`],
    ['a foreign tag', signIn('<b>x</b>'), `${key} must not contain <b>`],
    [
      'a foreign placeholder in a branch',
      { mail: { greeting: '{name, select, a {x} other {{who}}}' } },
      'mail.greeting must not contain {who}',
    ],
    ['a name as a date', { mail: { greeting: '{name, date}' } }, 'must not contain {name, date}'],
    [
      'a number with a skeleton',
      { validator: { identifier: { too_short: '{min, number, ::currency/EURO1}' } } },
      'must not contain {min, number, ::currency/EURO1}',
    ],
    [
      'a number with a skeleton in a branch',
      {
        validator: {
          identifier: { too_short: '{min, plural, other {{min, number, ::unit/foo scale/2}}}' },
        },
      },
      'must not contain {min, number, ::unit/foo scale/2}',
    ],
    ['more than 4 MiB', signIn('x'.repeat(4 * 1024 * 1024)), 'is larger than 4 MiB'],
  ])('%s', (_, content, complaint) => {
    const file = write('en.json', content)
    const [problem = '', ...others] = problems()
    expect(others).toEqual([])
    expect(problem.startsWith(`${file}: `)).toBe(true)
    expect(problem).toMatch(complaint)
  })

  test('a language that is not there', () => {
    const file = write('nl.json', {})
    expect(problems()).toEqual([expect.stringContaining(`${file}: must be named after one of en,`)])
  })

  test('everything at once, in one go', () => {
    write('de.json', 'x')
    write('en.json', { ...signIn('{a}'), mail: { greeting: 7 } })
    expect(problems()).toHaveLength(3)
  })

  test('a folder without catalogs', () => {
    rmSync(join(folder, 'catalogs'), { recursive: true })
    expect(problems()).toEqual([expect.stringContaining('I18N_OVERRIDES_DIR')])
  })
})
