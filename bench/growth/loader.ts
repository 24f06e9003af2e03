import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import pg from 'pg'
import { addSeconds } from '#lib/base/time/clock.ts'
import { providerOf } from '#lib/persistence/database/provider.ts'

/** The databases' different syntax; arguments and results are SQL expressions. */
export interface Dialect {
  /** A table with one column `i` that counts up from 0. */
  series(count: number): string
  /** The moment this many seconds before the start of the run. */
  ago(seconds: string): string
  uuid(text: string): string
  /** 64 hexadecimal digits derived from a text. */
  hash(text: string): string
}

/** A connection for bulk inserts, which bypass everything that runs per row. */
export interface Loader {
  readonly dialect: Dialect
  run(sql: string): Promise<void>
  /** The first column of the first row; 0 without rows. */
  number(sql: string): Promise<number>
  texts(sql: string): Promise<string[]>
  close(): Promise<void>
}

/** @param now the start of the run */
export function openLoader(databaseUrl: string, now: Date): Promise<Loader> {
  return providerOf(databaseUrl) === 'sqlite'
    ? openSqlite(databaseUrl, now)
    : openPostgresql(databaseUrl, now)
}

async function openSqlite(databaseUrl: string, now: Date): Promise<Loader> {
  const database = new Database(databaseUrl.replace(/^file:/, ''))
  // Loaded rows refer only to existing rows, so foreign keys are off; a large cache keeps the indexes' pages
  // in memory.
  database.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
  const seconds = (value: unknown) =>
    addSeconds(now, -Number(value)).toISOString().replace('Z', '+00:00')
  const digest = (text: unknown) => createHash('sha256').update(String(text)).digest('hex')
  database.function('moment_ago', { deterministic: true }, seconds)
  database.function('hash_of', { deterministic: true }, digest)
  database.function('uuid_of', { deterministic: true }, (text) => asUuid(digest(text)))
  const firsts = (sql: string) => database.prepare(sql).pluck().all()
  return {
    dialect: {
      series: (count) =>
        `(WITH RECURSIVE "s"("i") AS (SELECT 0 UNION ALL SELECT "i" + 1 FROM "s" WHERE "i" < ${count - 1})
          SELECT "i" FROM "s" WHERE ${count} > 0) AS "n"`,
      ago: (expression) => `moment_ago(${expression})`,
      uuid: (text) => `uuid_of(${text})`,
      hash: (text) => `hash_of(${text})`,
    },
    run: async (sql) => void database.exec(sql),
    number: async (sql) => Number(firsts(sql)[0] ?? 0),
    texts: async (sql) => firsts(sql).map(String),
    close: async () => void database.close(),
  }
}

async function openPostgresql(databaseUrl: string, now: Date): Promise<Loader> {
  const connection = new pg.Client({ connectionString: databaseUrl })
  await connection.connect()
  // Turns foreign keys and triggers off for this connection; sorting in memory makes index builds fast.
  await connection.query(`SET session_replication_role = replica;
    SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'`)
  const firsts = async (sql: string) =>
    (await connection.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.map(([cell]) => cell)
  return {
    dialect: {
      series: (count) => `generate_series(0::bigint, ${count}::bigint - 1) AS "n"("i")`,
      ago: (expression) =>
        `(TIMESTAMP '${now.toISOString().replace('Z', '')}' - make_interval(secs => (${expression})::float8))`,
      uuid: (text) => `(md5(${text})::uuid)::text`,
      hash: (text) => `md5(${text}) || md5('second ' || ${text})`,
    },
    run: async (sql) => void (await connection.query(sql)),
    number: async (sql) => Number((await firsts(sql))[0] ?? 0),
    texts: async (sql) => (await firsts(sql)).map(String),
    close: () => connection.end(),
  }
}

function asUuid(digits: string): string {
  return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
