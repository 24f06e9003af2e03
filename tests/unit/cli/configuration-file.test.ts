import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { formatOf, parseConfiguration } from '#lib/cli/configuration/file.ts'
import { existingConfig } from '#lib/cli/settings.ts'
import { testEnvironment } from '#tests/support/settings.ts'

const head = 'format: authserver-configuration\nversion: 1\n'
const bomb = ['a: &a [x, x]', ...'bcdefgh'].map((name, i) =>
  i === 0 ? name : `${name}: &${name} [${`*${'abcdefgh'[i - 1]}, `.repeat(9)}x]`,
)

describe('a configuration file is refused', () => {
  test.each([
    ['that grows by references', `${head}${bomb.join('\n')}\n`, 'alias'],
    ['that names a field twice', `${head}clients: []\nclients: []\n`, 'unique'],
    ['with a NUL', `${head}settings: { uiTheme: "a\\0b" }\n`, "'uiTheme' may not contain NUL"],
    [
      'with a number that is too small',
      `${head}settings: { email: { smtpPort: -1.0e+300 } }\n`,
      'is too small',
    ],
  ])('%s', (_, text, sentence) => expect(() => parseConfiguration(text)).toThrow(sentence))
})

test.each([
  ['a.json', 'json'],
  ['A.JSON', 'json'],
  ['json', 'yaml'],
  ['a.yaml', 'yaml'],
])('a file called %s is %s', (name, format) => expect(formatOf(name)).toBe(format))

describe('no command makes an encryption key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authserver-key-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const database = join(folder, 'authserver.db')
  writeFileSync(database, '')

  test.each([undefined, '', ' '])('where its file is missing and ENCRYPTION_KEY is %j', (value) => {
    const changes = { DATA_DIR: folder, ENCRYPTION_KEY: value }
    const env = testEnvironment(`file:${database}`, changes)
    expect(() => existingConfig({ env })).toThrow(
      `The encryption key ${join(folder, 'encryption-key')} is missing`,
    )
  })
})
