import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Failure } from '#lib/cli/command.ts'
import { outputFile, writeWhole } from '#lib/cli/output-file.ts'
import { testProvider } from '#tests/support/databases.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import { encryptionKey, testConfig } from '#tests/support/settings.ts'
import { runCommand } from './run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'authserver-output-'))
const dataDir = join(folder, 'data')
const keyFile = join(dataDir, 'encryption-key')
let database: OpenDatabase

beforeAll(async () => {
  database = await openSeededDatabase()
  mkdirSync(dataDir)
  writeFileSync(keyFile, encryptionKey, { mode: 0o600 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Commands that write a file, with the arguments to overwrite one. */
const writers: [command: string, argv: (file: string) => string[]][] = [
  ['export', (file) => ['export', file, '--force']],
  ...(testProvider() === 'sqlite'
    ? [['backup', (file) => ['backup', file, '--force']] satisfies (typeof writers)[number]]
    : []),
]

describe.each(writers)('%s --force', (_, argv) => {
  /** Other names of the key file, which must be recognized too. */
  const names: [what: string, name: () => string][] = [
    ['by its name', () => keyFile],
    ['through a link of its folder', () => join(linked(dataDir), basename(keyFile))],
    ['by a symbolic link', () => linked(keyFile)],
    ['by a hard link', () => hardLinked(keyFile)],
  ]
  test.each(names)('does not go over the encryption key, called %s', async (__, name) => {
    const env = { ENCRYPTION_KEY: undefined, DATA_DIR: dataDir }
    const file = testProvider() === 'sqlite' ? { env } : { env: { DATA_DIR: dataDir } }
    const { code, err } = await runCommand(database, argv(name()), file)
    expect([code, err]).toEqual([1, expect.stringContaining('is the encryption key of this')])
    expect(readFileSync(keyFile, 'utf8')).toBe(encryptionKey)
  })

  test('does not go over the key file although ENCRYPTION_KEY is set', async () => {
    const { code } = await runCommand(database, argv(keyFile), { env: { DATA_DIR: dataDir } })
    expect([code, readFileSync(keyFile, 'utf8')]).toEqual([1, encryptionKey])
  })

  const secrets: [variable: string, content: string][] = [
    ['ENCRYPTION_KEY', encryptionKey],
    ['ENCRYPTION_KEY_PREVIOUS', 'c3'.repeat(32)],
    ['METRICS_TOKEN', 'a-token-of-metrics'],
  ]
  test.each(secrets)('does not go over the file of %s, also by a link', async (name, content) => {
    const secret = join(folder, `file-${links++}`)
    writeFileSync(secret, content, { mode: 0o600 })
    const env = { [name]: undefined, [`${name}_FILE`]: secret }
    for (const target of [secret, linked(secret), hardLinked(secret)]) {
      const { code, err } = await runCommand(database, argv(target), { env })
      expect([code, err]).toEqual([1, expect.stringContaining(`is a secret (${name}_FILE) of`)])
    }
    expect(readFileSync(secret, 'utf8')).toBe(content)
  })

  test('does not go over the list of breached passwords', async () => {
    const list = join(folder, `breached-${links++}`)
    writeFileSync(list, 'mine')
    const env = { BREACHED_PASSWORDS_FILE: list }
    const { code } = await runCommand(database, argv(list), { env })
    expect([code, readFileSync(list, 'utf8')]).toEqual([1, 'mine'])
  })

  if (testProvider() === 'sqlite') {
    const source = () => database.url.slice('file:'.length)
    const targets: [what: string, name: () => string][] = [
      ['database', source],
      ['database through a link of its folder', () => throughLink(source())],
      ['database by a symbolic link', () => linked(source())],
      ['database by a hard link', () => hardLinked(source())],
      ['write-ahead log', () => `${source()}-wal`],
      ['write-ahead log through a link of the folder', () => `${throughLink(source())}-wal`],
      ['index of the log', () => `${source()}-shm`],
      ['journal, which is not there now', () => `${source()}-journal`],
    ]
    test.each(targets)('does not go over the %s', async (__, name) => {
      const before = statSync(source()).ino
      const { code, err } = await runCommand(database, argv(name()))
      expect([code, err]).toEqual([1, expect.stringMatching(/is (the|part of the) database of/)])
      expect(statSync(source()).ino).toBe(before)
      expect(existsSync(`${source()}-journal`)).toBe(false)
      expect(await database.store.settings.find()).not.toBeNull()
    })

    test('does not go over a database that DATABASE_URL names by a link', async () => {
      const url = `file:${linked(source())}`
      for (const name of [source(), `${source()}-wal`]) {
        const { code, err } = await runCommand({ url }, argv(name))
        expect([code, err], name).toEqual([1, expect.stringContaining('database of this')])
      }
    })
  }

  test('replaces no folder', async () => {
    const target = mkdtempSync(join(folder, 'a-folder-'))
    const { code, err } = await runCommand(database, argv(target))
    expect([code, err]).toEqual([1, `${target} is not a regular file. Choose another file.`])
  })

  test('removes no file but the one it replaces', async () => {
    const target = join(folder, 'mine')
    writeFileSync(`${target}.partial`, 'mine')
    expect((await runCommand(database, argv(target))).code).toBe(0)
    expect(readFileSync(`${target}.partial`, 'utf8')).toBe('mine')
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([
      'mine.partial',
    ])
  })
})

test('a file that cannot be put in its place leaves nothing behind', async () => {
  const taken = join(folder, 'taken')
  mkdirSync(taken)
  await expect(writeWhole(taken, 'text')).rejects.toThrow('The file cannot be written')
  expect(readdirSync(folder).filter((name) => name.startsWith('taken'))).toEqual(['taken'])
})

test('no command goes over the file of settings that the command line reads', () => {
  const config = testConfig(database.url)
  const target = (name: string) => outputFile({ env: {} }, config, name, true)
  expect(() => target('.env')).toThrow(Failure)
  expect(target(join(folder, '.env'))).toBe(join(folder, '.env'))
})

describe('export', () => {
  test('replaces a file only when it is told to', async () => {
    const target = join(folder, 'taken.yaml')
    writeFileSync(target, 'mine')
    const { code, err } = await runCommand(database, ['export', target])
    expect([code, err]).toEqual([
      1,
      `The file ${target} already exists. Use --force to replace it.`,
    ])
    expect(readFileSync(target, 'utf8')).toBe('mine')
    expect((await runCommand(database, ['export', target, '--force'])).code).toBe(0)
    expect(parse(readFileSync(target, 'utf8'))).toMatchObject({ version: 1 })
  })

  test.each(['with-secrets', 'json'])(
    'makes a file of the owner alone, also where others could read the old one (--%s)',
    async (option) => {
      const target = join(folder, `secret-${option}`)
      writeFileSync(target, 'mine', { mode: 0o644 })
      const more = option === 'json' ? ['--format', 'json'] : [`--${option}`]
      expect((await runCommand(database, ['export', target, '--force', ...more])).code).toBe(0)
      expect(statSync(target).mode & 0o777).toBe(0o600)
    },
  )

  test('never has secrets in a file that somebody else has open', async () => {
    const target = join(folder, 'open.yaml')
    writeFileSync(target, 'mine', { mode: 0o644 })
    const { ino } = statSync(target)
    await runCommand(database, ['export', target, '--with-secrets', '--force'])
    expect(statSync(target).ino).not.toBe(ino)
  })

  test('to "-" prints', async () => {
    try {
      const { code, out, err } = await runCommand(database, ['export', '-'])
      expect([code, err, existsSync('-')]).toEqual([0, '', false])
      expect(parse(out)).toMatchObject({ format: 'authserver-configuration' })
    } finally {
      rmSync('-', { force: true })
    }
  })
})

let links = 0

function linked(path: string): string {
  const link = join(folder, `link-${links++}`)
  symlinkSync(path, link)
  return link
}

/** A hard link must be on the same file system. */
function hardLinked(path: string): string {
  const link = `${path}.link-${links++}`
  linkSync(path, link)
  return link
}

function throughLink(path: string): string {
  return join(linked(dirname(path)), basename(path))
}
