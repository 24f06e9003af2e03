import fs, { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { checkClock } from '#lib/cli/checks/check-clock.ts'
import { checkDatabase } from '#lib/cli/checks/check-database.ts'
import { checkMail } from '#lib/cli/checks/check-mail.ts'
import { checkSettings } from '#lib/cli/checks/check-settings.ts'
import { reasonOf } from '#lib/cli/checks/finding.ts'
import { peekConfig } from '#lib/cli/settings.ts'
import type { Terminal } from '#lib/cli/terminal.ts'
import type { Inspection } from '#lib/persistence/maintenance/inspection.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { encryptionKey, testConfig, testEnvironment, testStart } from '#tests/support/settings.ts'

describe('another clock', () => {
  test.each([
    [0, 'ok'],
    [5, 'ok'],
    [6, 'warning'],
    [30, 'warning'],
    [31, 'problem'],
  ])('that is %i seconds ahead or behind is told as %s', (seconds, level) => {
    for (const difference of [seconds, -seconds]) {
      const { level: told } = checkClock('another', addSeconds(testStart, difference), testStart)
      expect(told).toBe(level)
    }
  })
})

describe('the file of the encryption key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authserver-checks-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'encryption-key')
  writeFileSync(file, '')

  test.each([
    [0o600, false],
    [0o640, true],
    [0o604, true],
  ])('of mode %o is told of: %s', (mode, isTold) => {
    chmodSync(file, mode)
    const changes = { DATA_DIR: folder, ENCRYPTION_KEY: undefined }
    const env = testEnvironment(`file:${join(folder, 'authserver.db')}`, changes)
    const found = checkSettings({ env } as unknown as Terminal, peekConfig({ env }))
    expect(found.some(({ text }) => text.includes(`chmod 600 ${file}`))).toBe(isTold)
  })
})

test.each([
  [0o600, false],
  [0o640, false],
  [0o604, true],
  [0o444, true],
])('a file of a secret of mode %o is told of: %s', (mode, isTold) => {
  const folder = mkdtempSync(join(tmpdir(), 'authserver-checks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'key')
  writeFileSync(file, encryptionKey)
  chmodSync(file, mode)
  const changes = { ENCRYPTION_KEY: undefined, ENCRYPTION_KEY_FILE: file }
  const env = testEnvironment('file:unused', changes)
  const found = checkSettings({ env } as unknown as Terminal, peekConfig({ env }))
  const sentence = `every account can read ${file} (ENCRYPTION_KEY_FILE).`
  expect(found.some(({ text }) => text.startsWith(sentence))).toBe(isTold)
})

test('a former encryption key that is still set is told of', () => {
  const told = (ENCRYPTION_KEY_PREVIOUS: string | undefined) => {
    const env = testEnvironment('file:unused', { ENCRYPTION_KEY_PREVIOUS })
    const found = checkSettings({ env } as unknown as Terminal, peekConfig({ env }))
    return found.some(({ text }) => text.startsWith('ENCRYPTION_KEY_PREVIOUS is set'))
  }
  expect([told(undefined), told('b2'.repeat(32))]).toEqual([false, true])
})

describe('settings that are unwise are told of:', () => {
  const quiet = { BASE_URL: 'https://login.example.com', ADMIN_PASSWORD: undefined }

  /** Findings besides the one that the settings are valid. */
  function told(changes: Readonly<Record<string, string | undefined>>): string[] {
    const env = testEnvironment('file:unused', { ...quiet, ...changes })
    const found = checkSettings({ env } as unknown as Terminal, peekConfig({ env }))
    expect(found[0]).toMatchObject({ level: 'ok', subject: 'settings' })
    return found.slice(1).map(({ level, text }) => `${level}: ${text}`)
  }

  const folder = mkdtempSync(join(tmpdir(), 'authserver-checks-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'Correct-horse-9\n', { mode: 0o600 })
  const client = { BOOTSTRAP_CLIENT_ID: 'automation', BOOTSTRAP_CLIENT_SECRET: 's'.repeat(40) }
  test.each([
    ['http', { BASE_URL: 'http://login.example.com' }, /BASE_URL .* is not https/],
    ['no limits', { RATE_LIMITER_ENABLED: 'false' }, /RATE_LIMITER_ENABLED is false/],
    ['a first password', { ADMIN_PASSWORD: 'Correct-horse-9' }, /reads ADMIN_PASSWORD\. Remove/],
    ['a first secret', client, /reads BOOTSTRAP_CLIENT_SECRET\. Remove/],
    [
      'a first password in a file',
      { ADMIN_PASSWORD_FILE: passwordFile },
      /reads ADMIN_PASSWORD\. Remove/,
    ],
    [
      'a misspelt setting',
      { BASEURL: 'http://x' },
      /BASEURL is not a setting\. Did you mean BASE_URL/,
    ],
    ['quotes', { APP_NAME: '"Acme"' }, /APP_NAME is in quotes/],
    ['any proxy', { TRUST_PROXY: 'true' }, /TRUST_PROXY is on without TRUSTED_PROXIES/],
  ])('%s', (_, changes, sentence) => {
    expect(told(changes)).toEqual([expect.stringMatching(sentence)])
    expect(told(changes)[0]).toMatch(/^warning: /)
  })

  test('and others are not', () => {
    expect(told({})).toEqual([])
    expect(told({ BASE_URL: 'http://localhost:3000' })).toEqual([])
    expect(told({ TRUST_PROXY: 'true', TRUSTED_PROXIES: '10.0.0.1' })).toEqual([])
  })
})

describe('the database file', () => {
  test.each([
    [0o600, 0o755, false],
    [0o644, 0o700, false],
    [0o640, 0o701, false],
    [0o640, 0o750, true],
    [0o604, 0o701, true],
  ])('of mode %o in a folder of mode %o is told of: %s', (mode, folderMode, isTold) => {
    const folder = mkdtempSync(join(tmpdir(), 'authserver-checks-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'authserver.db')
    writeFileSync(file, '')
    chmodSync(file, mode)
    chmodSync(folder, folderMode)
    const inspection = { state: 'ready', product: 'SQLite', incompatibility: null } as Inspection
    const found = checkDatabase(inspection, testConfig(`file:${file}`))
    expect(found.some(({ text }) => text.includes(`chmod 600 ${file}*`))).toBe(isTold)
  })
})

describe('the room beside the database file', () => {
  const mebibyte = 1024 * 1024
  const inspection = { state: 'ready', product: 'SQLite', incompatibility: null } as Inspection

  function told(freeBytes: number | null, databaseUrl: string): string[] {
    const statfs = vi.spyOn(fs, 'statfsSync').mockImplementation((() => {
      if (freeBytes === null) throw new Error('no such folder')
      return { bavail: freeBytes / 4096, bsize: 4096 }
    }) as unknown as typeof fs.statfsSync)
    syncBuiltinESMExports()
    onTestFinished(() => {
      statfs.mockRestore()
      syncBuiltinESMExports()
    })
    const found = checkDatabase(inspection, testConfig(databaseUrl))
    return found.map(({ level, text }) => `${level}: ${text}`)
  }

  const file = join(tmpdir(), 'authserver.db')
  const well = 'ok: SQLite, all migrations applied.'

  test('is told of where little is left', () => {
    expect(told(200 * mebibyte - 4096, `file:${file}`)).toEqual([
      well,
      `warning: only 199 MB are free in ${dirname(file)}. Free disk space.`,
    ])
  })

  test('is not where there is enough, where nobody knows, and of PostgreSQL', () => {
    expect(told(200 * mebibyte, `file:${file}`)).toEqual([well])
    expect(told(null, `file:${file}`)).toEqual([well])
    expect(told(0, 'postgresql://localhost/authserver')).toEqual([well])
  })
})

describe('a mail server', () => {
  /** The finding about a mail server that handles connections like this. */
  async function found(talk: (socket: Socket) => void): Promise<string> {
    const server = createServer((socket) => talk(socket.on('error', () => {})))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const [finding] = await checkMail({
      smtpEnabled: true,
      smtpHost: '127.0.0.1',
      smtpPort: port,
      smtpEncryption: 'none',
    } as SettingsRecord)
    return `${finding?.level}: ${finding?.text.replace(`:${port}`, '')}`
  }

  test('that greets is well', async () => {
    expect(await found((socket) => socket.write('220 mail\r\n'))).toBe(
      'ok: 127.0.0.1 responds with an SMTP greeting.',
    )
  })

  test.each([
    ['hangs up', (socket: Socket) => socket.end(), 'closed the connection without a greeting.'],
    ['refuses', (socket: Socket) => socket.write('554 no\r\n'), 'not an SMTP server.'],
    ['is of another kind', (socket: Socket) => socket.write('230 ftp\r\n'), 'not an SMTP server.'],
  ])('that %s is a problem', async (_, talk, words) => {
    const text = await found(talk)
    expect(text).toMatch(/^problem: 127\.0\.0\.1: /)
    expect(text).toContain(words)
  })

  test('that is switched off is a problem only where registration needs it', async () => {
    const levelOf = async (selfRegistrationEnabled: boolean, needsMail: boolean) => {
      const [finding] = await checkMail({
        smtpEnabled: false,
        selfRegistrationEnabled,
        selfRegistrationRequiresEmailVerification: needsMail,
      } as SettingsRecord)
      return finding?.level
    }
    expect(await levelOf(true, true)).toBe('problem')
    expect(await levelOf(true, false)).toBe('ok')
    expect(await levelOf(false, true)).toBe('ok')
  })
})

test('the reason of a failure is that of its innermost cause, without a full stop', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  expect(reasonOf(new TypeError('fetch failed', { cause: refused }))).toBe('ECONNREFUSED')
  expect(reasonOf(new Error('outer', { cause: new Error('It is so.') }))).toBe('It is so')
  expect(reasonOf(new Error('outer', { cause: new Error('') }))).toBe('outer')
  expect(reasonOf('words')).toBe('words')
})
