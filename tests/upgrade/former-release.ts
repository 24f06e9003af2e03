import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import pg from 'pg'
import { createDatabase, type TestDatabase, testProvider } from '#tests/support/databases.ts'

/** Credentials that users and clients of the former installation hold. */
export interface Held {
  readonly web: { clientIdentifier: string; secret: string; redirectUri: string }
  readonly robot: { clientIdentifier: string; secret: string }
  readonly ada: {
    readonly email: string
    readonly password: string
    readonly subject: string
    readonly cookies: Readonly<Record<string, string>>
    readonly accessToken: string
    readonly refreshToken: string
    readonly offlineToken: string
    readonly code: string
    readonly verifier: string
  }
  readonly otto: { readonly email: string; readonly password: string; readonly otpSecret: string }
  readonly pia: { readonly email: string; readonly password: string; readonly otpSecret: string }
  readonly finn: {
    readonly email: string
    readonly cookies: Readonly<Record<string, string>>
    readonly address: string
    readonly otpSecret: string
  }
  readonly vera: { readonly email: string; readonly verificationCode: string }
  readonly konrad: { readonly email: string; readonly cookies: Readonly<Record<string, string>> }
  readonly smtpPassword: string
}

export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** Tables that an upgrade may rewrite: derived data, and the record of migrations. */
const derived = /^(user_texts|user_search|configuration_version|_prisma_migrations)/

const folder = new URL('former/', import.meta.url)

/** The former release's database, and the credentials from it. */
export async function formerInstallation(): Promise<{ database: TestDatabase; held: Held }> {
  const provider = testProvider()
  const database = await createDatabase(provider)
  const held = JSON.parse(readFileSync(new URL(`${provider}.json`, folder), 'utf8')) as Held
  if (provider === 'sqlite') {
    const file = database.url.replace(/^file:/, '')
    await writeFile(file, gunzipSync(readFileSync(new URL('sqlite.db.gz', folder))))
  } else {
    const sql = gunzipSync(readFileSync(new URL('postgresql.sql.gz', folder))).toString('utf8')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  return { database, held }
}

/** All rows that are not derived from others, as the driver returns them. */
export async function rowsOf({ provider, url }: TestDatabase): Promise<Rows> {
  const ask = provider === 'sqlite' ? askSqlite(url) : await askPostgresql(url)
  const tables = await ask.rows(
    provider === 'sqlite'
      ? `SELECT "name" FROM "sqlite_master" WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite_%'`
      : `SELECT "tablename"::text AS "name" FROM "pg_tables" WHERE "schemaname" = 'public'`,
  )
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const { name } of tables) {
    if (!derived.test(String(name))) rows[String(name)] = await ask.rows(`SELECT * FROM "${name}"`)
  }
  await ask.end()
  return rows
}

interface Asked {
  rows(sql: string): Promise<Record<string, unknown>[]>
  end(): Promise<void>
}

function askSqlite(url: string): Asked {
  const database = new Database(url.replace(/^file:/, ''), { readonly: true })
  return {
    rows: async (sql) => database.prepare(sql).all() as Record<string, unknown>[],
    end: async () => void database.close(),
  }
}

async function askPostgresql(url: string): Promise<Asked> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    end: () => client.end(),
  }
}
