import { resolve } from 'node:path'
import { defineConfig } from 'prisma/config'

const { DATABASE_URL, DATA_DIR } = process.env
const isPostgresql = DATABASE_URL?.startsWith('postgres')

/**
 * Settings of the `prisma` command line, which works on the server's database: schema and migrations
 * are those of its kind, the address is the one that the server takes (`lib/config/config.ts`).
 */
export default defineConfig({
  schema: isPostgresql ? 'prisma/schema.postgresql.prisma' : 'prisma/schema.prisma',
  migrations: { path: isPostgresql ? 'prisma/migrations/postgresql' : 'prisma/migrations/sqlite' },
  datasource: {
    url: DATABASE_URL || `file:${resolve(DATA_DIR || 'data', 'authserver.db')}`,
  },
})
