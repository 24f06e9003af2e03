import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testProvider } from '#tests/support/databases.ts'

/* Runs the command that makes migrations in a copy of its folder, with one column added to the schema. */

const unreachable = 'postgresql://nobody@127.0.0.1:1/none'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authserver-test-'))
  cpSync('prisma', join(folder, 'prisma'), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const schema = readPrisma('schema.prisma')
  const changed = schema.replace('model Lease {', 'model Lease {\n  noteId Int? @map("note_id")')
  writeFileSync(join(folder, 'prisma', 'schema.prisma'), changed)
})

afterEach(() => rmSync(folder, { recursive: true }))

function readPrisma(path: string): string {
  return readFileSync(join(folder, 'prisma', path), 'utf8')
}

function allFiles(): [name: string, content: string][] {
  const names = readdirSync(join(folder, 'prisma'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return names.sort().map((name) => [name, readFileSync(name, 'utf8')])
}

function makeMigration(name: string, postgresUrl?: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'prisma', 'make-migration.mjs'), name],
    { encoding: 'utf8', env: { ...process.env, POSTGRES_URL: postgresUrl } },
  )
  return { status, stdout, stderr }
}

describe('says one sentence and writes nothing', () => {
  test.each([
    ['without POSTGRES_URL', 'a_note', undefined, /^POSTGRES_URL is required: .+\.\n$/],
    ['when no server answers', 'a_note', unreachable, /^postgresql: .+`127\.0\.0\.1:1`\n$/],
    ['for a name that is none', 'A note', unreachable, /^usage: .+\n$/],
  ])('%s', (_, name, postgresUrl, sentence) => {
    const before = allFiles()
    const { status, stdout, stderr } = makeMigration(name, postgresUrl)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(sentence)
    expect(allFiles()).toEqual(before)
  })
})

if (testProvider() === 'postgresql')
  describe('with a PostgreSQL server', () => {
    const url = process.env.TEST_POSTGRESQL_URL

    test('a change of schema.prisma alone becomes a migration of both databases, once', () => {
      const { status, stdout } = makeMigration('a_note', url)
      const [, made] = /^sqlite: wrote (\d{14}_a_note)$/m.exec(stdout) ?? []
      expect([status, stdout]).toEqual([0, `sqlite: wrote ${made}\npostgresql: wrote ${made}\n`])
      const sqlOf = (provider: string) => readPrisma(`migrations/${provider}/${made}/migration.sql`)
      const altered = /^-- AlterTable\nALTER TABLE "leases" ADD COLUMN +"note_id" (\w+);\n$/
      expect(altered.exec(sqlOf('sqlite'))?.[1]).toBe('INTEGER')
      expect(altered.exec(sqlOf('postgresql'))?.[1]).toBe('BIGINT')
      expect(readPrisma('schema.postgresql.prisma')).toContain('noteId BigInt?')

      const again = makeMigration('a_note', url)
      expect(again.stdout).toBe('sqlite: nothing to do\npostgresql: nothing to do\n')
    })
  })
