import { inject } from 'vitest'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import type { Provider } from '#lib/persistence/database/provider.ts'
import { type Limits, openLimits } from '#lib/persistence/limits/limits.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'
import { createDatabase } from './databases.ts'

/** A seeded database with its store and clients. */
export interface OpenDatabase {
  readonly provider: Provider
  readonly url: string
  readonly database: Database
  /** `database.prisma` */
  readonly client: Database['prisma']
  readonly store: Store
  readonly limits: Limits
  close(): Promise<void>
}

/**
 * How long a test's statement waits for a connection, in milliseconds. Tests send more statements at once
 * than there are connections. The server's own limit would make them fail on a busy machine.
 */
const timeouts = { connectionMs: 20_000 }

/** A worker runs files one after another and keeps its modules, so this is reset after each file. */
let ofThisFile: Promise<OpenDatabase> | undefined
const opened: OpenDatabase[] = []

/** The database that all tests of one file share: a fresh copy of the seeded template. */
export function fileDatabase(): Promise<OpenDatabase> {
  ofThisFile ??= openSeededDatabase()
  return ofThisFile
}

/** A second seeded database, for a test that needs its own; closed with the file's. */
export function openSeededDatabase(): Promise<OpenDatabase> {
  return openCopy((url) => openDatabase(url, 20, timeouts))
}

/** A seeded database with a server's number of connections, for tests of scarce connections. */
export function openServedDatabase(): Promise<OpenDatabase> {
  return openCopy((url) => openDatabase(url))
}

async function openCopy(open: (url: string) => Database): Promise<OpenDatabase> {
  const template = inject('template')
  const { provider, url, remove } = await createDatabase(template.provider, template.url)
  const database = open(url)
  const own: OpenDatabase = {
    provider,
    url,
    database,
    client: database.prisma,
    store: openStore(database),
    limits: openLimits(database.prisma),
    async close() {
      await database.close()
      await remove()
    },
  }
  opened.push(own)
  return own
}

/** Closes and removes the file's databases; `setup.ts` calls it when the file has run. */
export async function closeDatabases(): Promise<void> {
  ofThisFile = undefined
  for (const database of opened.splice(0)) await database.close()
}
