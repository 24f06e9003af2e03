import { defineConfig } from 'prisma/config'

/** Settings of the `prisma` command line: the source schema, with the SQLite migrations. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations/sqlite' },
  datasource: { url: process.env.DATABASE_URL ?? 'file:./data/authserver.db' },
})
