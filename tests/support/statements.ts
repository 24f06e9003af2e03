import Database from 'better-sqlite3'
import pg from 'pg'
import type { Provider } from '#lib/persistence/database/provider.ts'

export interface Statement {
  readonly sql: string
  readonly values: readonly unknown[]
}

type PgQuery = { text?: string; values?: unknown[] } | string

const seen: Statement[] = []
let listening = false

/** Instruments the drivers to record statements; call it before the first connection. */
export function watchStatements(): void {
  const { prepare } = Database.prototype
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    if (listening) seen.push({ sql, values: [] })
    return prepare.call(this, sql)
  } as typeof prepare
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, asked: PgQuery, ...rest: unknown[]) {
    if (listening) seen.push(statementIn(asked))
    return Reflect.apply(query, this, [asked, ...rest])
  } as typeof query
}

function statementIn(asked: PgQuery): Statement {
  if (typeof asked === 'string') return { sql: asked, values: [] }
  return { sql: asked.text ?? '', values: asked.values ?? [] }
}

/**
 * The statements that some work sends to the database.
 * @param kind their beginning; by default only statements that read
 */
export async function statementsOf(
  work: () => Promise<unknown>,
  kind = /^\s*select\b/i,
): Promise<Statement[]> {
  seen.length = 0
  listening = true
  try {
    await work()
  } finally {
    listening = false
  }
  return seen.filter(({ sql }) => kind.test(sql))
}

/** The database's plan for a statement, one line per step. */
export async function planOf(
  provider: Provider,
  databaseUrl: string,
  { sql, values }: Statement,
): Promise<string[]> {
  if (provider === 'sqlite') {
    const database = new Database(databaseUrl.replace(/^file:/, ''), { readonly: true })
    const places = sql.match(/\?/g)?.length ?? 0
    const rows = database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array.from({ length: places }, () => null)) as { detail: string }[]
    database.close()
    return rows.map((row) => row.detail)
  }
  const connection = new pg.Client({ connectionString: databaseUrl })
  await connection.connect()
  try {
    const inside: string[] = []
    connection.on('notice', ({ message = '' }) => inside.push(...planInside(message)))
    // Without the module, statements inside functions are not shown.
    await connection.query(autoExplain).catch(() => {})
    const plan = `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) ${sql}`
    const { rows } = await connection.query(plan, [...values])
    return [...rows.map((row) => String(row['QUERY PLAN'])), ...inside]
  } finally {
    await connection.end()
  }
}

const autoExplain = `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0;
  SET auto_explain.log_nested_statements = on; SET auto_explain.log_level = notice`

/** The plan of a statement inside a function; empty for the explained statement itself. */
function planInside(notice: string): string[] {
  const [, ...lines] = notice.split('\n')
  if (lines[0]?.startsWith('Query Text: EXPLAIN')) return []
  const plan = lines.slice(lines.findIndex((line) => line.includes('(cost=')))
  return plan.map((line) => `    ${line.replace(/ +\(cost=[^)]*\)/, '')}`)
}
