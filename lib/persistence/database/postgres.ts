import { PrismaPg } from '@prisma/adapter-pg'
import { outcomeLookup } from './commit-outcome.ts'
import type { Engine } from './engine.ts'
import { PostgresConnection, PostgresDriver } from './postgres-driver.ts'
import { openPool, type PostgresTimeouts } from './postgres-pool.ts'

/** PostgreSQL behind a pool of connections. */
export function openPostgres(
  databaseUrl: string,
  poolSize: number,
  timeouts?: PostgresTimeouts,
): Engine {
  const pool = openPool(databaseUrl, poolSize, timeouts)
  const lookUp = outcomeLookup(databaseUrl)
  return {
    driver: new PostgresDriver(pool, lookUp),
    prismaAdapter: new PrismaPg(pool),
    share: (begin) =>
      pool.watchFirst((first) => begin(() => new PostgresConnection(first(), lookUp))),
    async close() {
      if (!pool.ending) await pool.end()
    },
  }
}
