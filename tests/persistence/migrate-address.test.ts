import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DatabaseAddressError, migrate } from '#lib/persistence/migrate.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'database-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function failureOf(databaseUrl: string): Promise<unknown> {
  return migrate(databaseUrl, migrationsFolder).catch((error: unknown) => error)
}

describe('a database that cannot be opened is told in one sentence that names the setting:', () => {
  writeFileSync(join(folder, 'letter.txt'), 'Dear reader, this is no database. '.repeat(50))

  test.each([
    ['a folder that does not exist', join(folder, 'none', 'x.db')],
    ['a folder that takes no files', '/proc/x.db'],
    ['a folder in its place', folder],
    ['another kind of file', join(folder, 'letter.txt')],
  ])('%s', async (_, path) => {
    const error = await failureOf(`file:${path}`)
    expect(error).toBeInstanceOf(DatabaseAddressError)
    const { message } = error as Error
    expect(message).toMatch(/^The database file [^\n]+\. Check DATABASE_URL and DATA_DIR\.$/)
    expect(message).toContain(` ${path} cannot be used: `)
  })

  test.each([
    ['an address that cannot be decoded', 'postgresql://user:xyzzy%c3@localhost/logins'],
    ['a certificate that is not there', 'postgresql://user:xyzzy@h/logins?sslrootcert=/none.pem'],
  ])('%s', async (_, url) => {
    const error = await failureOf(url)
    expect(error).toBeInstanceOf(DatabaseAddressError)
    const { message } = error as Error
    expect(message).toMatch(/^The address of the database [^\n]+\. Check DATABASE_URL\.$/)
    expect(message).not.toContain('xyzzy')
  })
})
