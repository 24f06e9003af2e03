import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#lib/persistence/client.ts'
import { openStore } from '#lib/persistence/store.ts'
import { testProvider } from '#tests/support/databases.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import { aUser } from '#tests/support/people.ts'
import { encryptionKey } from '#tests/support/settings.ts'
import { runCommand, runForJson } from './run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'authserver-backup-'))
let database: OpenDatabase

beforeAll(async () => {
  database = await openSeededDatabase()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

if (testProvider() === 'sqlite')
  describe('backup of an SQLite database', () => {
    test('holds what is committed, while others have the database open', async () => {
      const { password, ...user } = await aUser(database.store)
      const target = join(folder, 'good.db')
      const report = await runForJson(database, ['backup', target])
      expect(report).toMatchObject({ file: target, bytes: statSync(target).size })
      expect(statSync(target).mode & 0o777).toBe(0o600)
      const opened = openDatabase(`file:${target}`)
      try {
        const copy = openStore(opened)
        expect(await copy.users.findById(user.id)).toEqual(user)
        expect(await copy.settings.find()).toEqual(await database.store.settings.find())
      } finally {
        await opened.close()
      }
    })

    test('is a database that commands work on', async () => {
      const target = join(folder, 'usable.db')
      await runForJson(database, ['backup', target])
      expect((await runCommand({ url: `file:${target}` }, ['export'])).code).toBe(0)
    })

    test('never gives out a row number again that was given out before', async () => {
      const user = await aUser(database.store)
      await database.store.users.remove(user.id)
      const target = join(folder, 'numbers.db')
      await runForJson(database, ['backup', target])
      const opened = openDatabase(`file:${target}`)
      try {
        expect((await aUser(openStore(opened))).id).toBeGreaterThan(user.id)
      } finally {
        await opened.close()
      }
    })

    test('replaces a file only when it is told to', async () => {
      const target = join(folder, 'taken.db')
      writeFileSync(target, 'mine')
      const { code, err } = await runCommand(database, ['backup', target])
      expect([code, err]).toEqual([1, expect.stringContaining('--force')])
      expect(statSync(target).size).toBe(4)
      expect((await runCommand(database, ['backup', target, '--force'])).code).toBe(0)
      expect(statSync(target).size).toBeGreaterThan(4)
    })

    test('of a file without a database in it is refused, and what was kept stays', async () => {
      const [source, target] = [join(folder, 'empty.db'), join(folder, 'kept.db')]
      writeFileSync(source, '')
      writeFileSync(target, 'a good copy')
      const argv = ['backup', target, '--force']
      const { code, err } = await runCommand({ url: `file:${source}` }, argv)
      expect([code, err]).toEqual([1, expect.stringContaining('Nothing was copied')])
      expect(statSync(target).size).toBe('a good copy'.length)
    })

    test('that cannot be written leaves nothing behind and says why', async () => {
      const { code, err } = await runCommand(database, ['backup', join(folder, 'no/such/file.db')])
      expect([code, err]).toEqual([1, expect.stringMatching(/^The backup failed: /)])
      expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
    })

    test('does not go over the database itself', async () => {
      const { code } = await runCommand(database, ['backup', database.url.slice(5), '--force'])
      expect(code).toBe(1)
      expect(await database.store.settings.find()).not.toBeNull()
    })

    test('names the key file, which it does not hold', async () => {
      const env = { ENCRYPTION_KEY: undefined, DATA_DIR: join(folder, 'data') }
      const { code, err } = await runCommand(database, ['backup', join(folder, 'k.db')], { env })
      expect([code, err]).toEqual([0, expect.stringContaining(join(folder, 'data/encryption-key'))])
      expect(existsSync(join(folder, 'data'))).toBe(false)
      expect(err).not.toContain(encryptionKey)
    })
  })

if (testProvider() === 'postgresql')
  describe('backup of a PostgreSQL database', () => {
    test('names the tool of PostgreSQL, without the password, and fails', async () => {
      const url = new URL(database.url)
      url.password = 'hidden'
      url.searchParams.set('password', 'hidden-too')
      const { code, out, err } = await runCommand({ url: url.href }, ['backup', 'file.dump'])
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(/pg_dump --format=custom --file='.*file\.dump' 'postgresql:/)
      expect(err).not.toContain('hidden')
      const quoted = await runCommand({ url: url.href }, ['backup', "ada's.dump"])
      expect(quoted.err).toContain("/ada'\\''s.dump' 'postgresql:")
    })

    test('says TLS without a check in the words of that tool', async () => {
      const url = new URL(database.url)
      url.searchParams.set('sslmode', 'no-verify')
      const { err } = await runCommand({ url: url.href }, ['backup', 'file.dump'])
      expect(err).toMatch(/'postgresql:[^']*sslmode=require/)
    })
  })

test('backup of a database that is not there makes none', async () => {
  const url = `file:${join(folder, 'missing.db')}`
  const { code, err } = await runCommand({ url }, ['backup', join(folder, 'x.db')])
  expect([code, err]).toEqual([1, expect.stringContaining('No database found')])
  expect(existsSync(join(folder, 'missing.db'))).toBe(false)
})
