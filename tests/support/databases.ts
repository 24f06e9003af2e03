import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Provider } from '#lib/persistence/database/provider.ts'

/** A database of a test run; its creator removes it. */
export interface TestDatabase {
  readonly provider: Provider
  readonly url: string
  /** Deletes the database. An SQLite database must have no open connections. */
  remove(): Promise<void>
}

/** The provider of this test run: `TEST_DATABASE`, or SQLite. */
export function testProvider(): Provider {
  return process.env.TEST_DATABASE === 'postgresql' ? 'postgresql' : 'sqlite'
}

/**
 * The databases of a run that tests both: the one in `TEST_DATABASE`; otherwise SQLite, and PostgreSQL when
 * `TEST_POSTGRESQL_URL` names a server, as `npm test` does.
 */
export function testProviders(): readonly [Provider, ...Provider[]] {
  const isOne = process.env.TEST_DATABASE || !process.env.TEST_POSTGRESQL_URL
  return isOne ? [testProvider()] : ['sqlite', 'postgresql']
}

/** @param templateUrl a database to copy; absent: an empty one */
export async function createDatabase(
  provider: Provider,
  templateUrl?: string,
): Promise<TestDatabase> {
  return provider === 'sqlite'
    ? createSqliteDatabase(templateUrl)
    : createPostgresqlDatabase(templateUrl)
}

/** In memory unless `TMPDIR` is set: tests write a lot. */
function temporaryFolder(): string {
  const root = process.env.TMPDIR || !existsSync('/dev/shm') ? tmpdir() : '/dev/shm'
  return mkdtempSync(join(root, 'authserver-test-'))
}

function createSqliteDatabase(templateUrl: string | undefined): TestDatabase {
  const folder = temporaryFolder()
  const path = join(folder, 'test.db')
  if (templateUrl) copyFileSync(templateUrl.replace(/^file:/, ''), path)
  return {
    provider: 'sqlite',
    url: `file:${path}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function createPostgresqlDatabase(templateUrl: string | undefined): Promise<TestDatabase> {
  const name = `authserver_test_${randomBytes(8).toString('hex')}`
  const template = templateUrl ? new URL(templateUrl).pathname.slice(1) : 'template0'
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} ${await fastestCopy()}`)
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return {
    provider: 'postgresql',
    url: url.href,
    remove: async () => void (await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  }
}

/**
 * In memory, a file copy takes half as long as PostgreSQL's default since version 15, which writes page by
 * page.
 */
async function fastestCopy(): Promise<string> {
  const [found] = await onServer('SHOW server_version_num')
  return Number(found?.server_version_num) < 150_000 ? '' : 'STRATEGY FILE_COPY'
}

function serverUrl(): string {
  const url = process.env.TEST_POSTGRESQL_URL
  if (!url) throw new Error('TEST_POSTGRESQL_URL names no PostgreSQL server: use `npm test`.')
  return url
}

let serverPool: pg.Pool | undefined

/** Runs one statement outside every test database, on a connection that does not keep the process alive. */
async function onServer(sql: string): Promise<readonly Record<string, unknown>[]> {
  if (!serverPool) {
    const url = new URL(serverUrl())
    url.pathname = '/postgres'
    serverPool = new pg.Pool({
      connectionString: url.href,
      max: 1,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    })
    // The server may stop before this process does.
    serverPool.on('error', () => {})
  }
  return (await serverPool.query(sql)).rows
}
