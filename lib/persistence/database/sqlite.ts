import type { Engine } from './engine.ts'
import { prismaSqliteAdapter } from './prisma-sqlite-adapter.ts'
import { openSqliteConnections, type SqliteConnections } from './sqlite-connections.ts'
import { SqliteDriver, WriterConnection } from './sqlite-driver.ts'

/** An SQLite file, opened by its first statement. */
export function openSqlite(databaseUrl: string): Engine {
  let opened: Promise<SqliteConnections> | null = null
  const open = () => {
    opened ??= openSqliteConnections(databaseUrl).catch((error: unknown) => {
      // The next caller tries again.
      opened = null
      throw error
    })
    return opened
  }
  return {
    driver: new SqliteDriver(open),
    prismaAdapter: prismaSqliteAdapter(open),
    async share(begin) {
      // A transaction of Prisma holds the writer.
      const connections = await open()
      return begin(() => new WriterConnection(connections))
    },
    async close() {
      const closing = opened
      opened = null
      const connections = await closing?.catch(() => null)
      await connections?.close()
    },
  }
}
