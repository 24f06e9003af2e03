import { generateKeyPair } from '#lib/domain/keys/keys.ts'
import { seed } from '#lib/domain/settings/bootstrap.ts'
import { openDatabase } from '#lib/persistence/client.ts'
import { providerOf } from '#lib/persistence/database/provider.ts'
import { migrate } from '#lib/persistence/maintenance/migrate.ts'
import { openStore } from '#lib/persistence/store.ts'
import { hashCheaply } from '#tests/support/hashing.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'
import { testCipher, testConfig } from '#tests/support/settings.ts'
import { addEndedGrants, addLiveGrants } from './granted.ts'
import { type Loader, openLoader } from './loader.ts'
import {
  addAuditEntries,
  addInteractions,
  addPopulation,
  addSessions,
  type Population,
} from './population.ts'
import { nextId } from './set.ts'
import { type GrowthSize, usersOfSession } from './size.ts'

const hour = 3_600
const day = 24 * hour
/** Default retention of the audit log. */
const retentionDays = 180

/** Tables whose indexes are dropped while they are filled, and rebuilt afterwards. */
const largeTables = [
  'users',
  'user_texts',
  'user_groups',
  'user_consents',
  'user_sessions',
  'user_session_clients',
  'grants',
  'codes',
  'refresh_tokens',
  'audit_logs',
]

/** Creates the database if it is new, and fills it unless it is already filled. */
export async function fill(
  databaseUrl: string,
  size: GrowthSize,
  say: (line: string) => void,
): Promise<void> {
  await prepareDatabase(databaseUrl)
  const loader = await openLoader(databaseUrl, new Date())
  const isPostgresql = providerOf(databaseUrl) === 'postgresql'
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const result = await work()
    say(`  ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    return result
  }
  try {
    if ((await loader.number('SELECT COUNT(*) FROM "groups"')) > 0) return
    const indexes = isPostgresql ? await takeDownIndexes(loader) : []
    const hash = await hashCheaply('Battery-staple-7')
    const people = await step('people, sessions, audit log', () =>
      addPopulation(loader, size, hash),
    )
    await step('grants', () => addLiveGrants(loader, people, size.refreshTokens))
    if (isPostgresql) {
      await step('texts of users', () => loader.run(textsOfUsers))
      for (const index of indexes) {
        const name = /INDEX (\S+)/.exec(index)?.[1] ?? index
        await step(`index ${name}`, () => loader.run(index))
      }
      await loader.run(goOnWithIds)
    }
    await step('statistics', () => loader.run(isPostgresql ? 'VACUUM ANALYZE' : 'ANALYZE'))
  } finally {
    await loader.close()
  }
}

/** Migrates and seeds as the server's first start does. */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl, migrationsFolder)
  const database = openDatabase(databaseUrl, 2)
  try {
    await seed(openStore(database), {
      config: testConfig(databaseUrl),
      cipher: testCipher,
      now: new Date(),
      hashPassword: hashCheaply,
      generateKeys: generateKeyPair,
    })
  } finally {
    await database.close()
  }
}

/** Adds this many expired rows of each kind for the cleaner. */
export async function addBacklog(databaseUrl: string, count: number): Promise<void> {
  const loader = await openLoader(databaseUrl, new Date())
  try {
    const people = await populationOf(loader)
    await addEndedGrants(loader, people, count)
    await addSessions(loader, people, count, 3 * hour, 20 * hour)
    await addInteractions(loader, people, count, 5 * hour)
    await addAuditEntries(loader, people, count, (retentionDays + 1) * day, 10 * day)
    if (providerOf(databaseUrl) === 'postgresql') await loader.run(goOnWithIds)
  } finally {
    await loader.close()
  }
}

/** The users and clients that `addPopulation` added. */
async function populationOf(loader: Loader): Promise<Population> {
  const { number } = loader
  const ofUsers = `FROM "users" WHERE "email" LIKE 'someone.%@people.example'`
  const ofClients = `FROM "clients" WHERE "client_identifier" LIKE 'client-0%'`
  const users = await number(`SELECT COUNT(*) ${ofUsers}`)
  return {
    firstUser: await number(`SELECT MIN("id") ${ofUsers}`),
    users,
    firstClient: await number(`SELECT MIN("id") ${ofClients}`),
    clients: await number(`SELECT COUNT(*) ${ofClients}`),
    sessions: Math.floor(users / usersOfSession),
    firstSession: await nextId(loader, 'user_sessions'),
  }
}

/**
 * Reads indexes into memory, where a server that has run for a while has them: random keys (UUIDs, digests)
 * hit any page. Skipped when `pg_prewarm` is missing.
 */
export async function warmUp(databaseUrl: string, say: (line: string) => void): Promise<void> {
  if (providerOf(databaseUrl) !== 'postgresql') return
  const loader = await openLoader(databaseUrl, new Date())
  try {
    await loader.run('CREATE EXTENSION IF NOT EXISTS pg_prewarm')
    const megabytes = await loader.number(`SELECT SUM(pg_prewarm(oid::regclass)) * 8192 / 1048576
      FROM pg_class WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace`)
    say(`read ${megabytes.toFixed(0)} MiB of indexes into memory`)
  } catch (error) {
    say(`memory was not warmed up: ${error instanceof Error ? error.message : error}`)
  } finally {
    await loader.close()
  }
}

/** Drops the indexes that no constraint needs; returns the statements to recreate them. */
async function takeDownIndexes({ texts, run }: Loader): Promise<string[]> {
  const tables = largeTables.map((name) => `'${name}'`).join(', ')
  const from = `FROM pg_indexes WHERE schemaname = current_schema() AND tablename IN (${tables})
    AND indexname NOT IN (SELECT conname FROM pg_constraint) ORDER BY indexname`
  const statements = await texts(`SELECT indexdef ${from}`)
  for (const name of await texts(`SELECT indexname ${from}`)) await run(`DROP INDEX "${name}"`)
  return statements
}

/** Does for all rows at once what triggers do row by row. */
const textsOfUsers = `
  INSERT INTO "user_texts" ("user_id", "given_name", "text")
  SELECT "id", "given_name", "user_text"("email", "username", "given_name", "middle_name",
    "family_name", "subject")
  FROM "users" ON CONFLICT ("user_id") DO NOTHING`

/** Moves the sequences past the inserted ids, so that no id is issued twice. */
const goOnWithIds = `
  DO $$ DECLARE "found" RECORD; BEGIN
    FOR "found" IN SELECT table_name AS "name" FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_default LIKE 'nextval%'
    LOOP
      EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, ''id''), GREATEST(1, (SELECT MAX("id") FROM %I)))',
        quote_ident("found"."name"), "found"."name");
    END LOOP;
  END $$`
