import Database from 'better-sqlite3'
import pg from 'pg'

/**
 * Lets nobody else write notifications of ended sessions until the returned function is called: another program holds
 * their table, or in SQLite the whole database.
 */
export async function holdNotifications(databaseUrl: string): Promise<() => Promise<void>> {
  if (databaseUrl.startsWith('file:')) {
    const other = new Database(databaseUrl.replace(/^file:/, ''))
    other.exec('BEGIN IMMEDIATE')
    return async () => void other.close()
  }
  const other = new pg.Client({ connectionString: databaseUrl })
  await other.connect()
  await other.query('BEGIN')
  await other.query('LOCK TABLE "logout_notifications" IN SHARE ROW EXCLUSIVE MODE')
  return () => other.end()
}
