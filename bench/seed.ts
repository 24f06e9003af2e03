/**
 * `npm run bench:seed`: fills the database in `DATABASE_URL` with 100,000 users, 1,000 groups and 1,000
 * clients; `BENCH_SCALE=0.1` makes a tenth of that. To serve it, start a server with the tests' encryption
 * key.
 */
import { encryptionKey } from '#tests/support/settings.ts'
import { fillDatabase, fullSize } from './dataset.ts'

const databaseUrl = process.env.DATABASE_URL
const scale = Number(process.env.BENCH_SCALE ?? 1)

if (!databaseUrl) {
  process.stderr.write('DATABASE_URL must name the database to fill (file:… or postgresql://…).\n')
  process.exit(1)
}
const begun = performance.now()
await fillDatabase(databaseUrl, {
  users: Math.round(fullSize.users * scale),
  groups: Math.round(fullSize.groups * scale),
  clients: Math.round(fullSize.clients * scale),
})
const seconds = Math.round((performance.now() - begun) / 1000)
process.stdout.write(`Filled in ${seconds} s. Start a server on it with:\n`)
process.stdout.write(`DATABASE_URL='${databaseUrl}' ENCRYPTION_KEY=${encryptionKey} npm start\n`)
