import { inject } from 'vitest'
import { type Client, connect, type Provider } from '#lib/persistence/client.ts'
import { type Limits, openLimits } from '#lib/persistence/limits/limits.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'
import { createDatabase } from './databases.ts'

/** A seeded database with its store and clients. */
export interface OpenDatabase {
  readonly provider: Provider
  readonly url: string
  readonly client: Client
  readonly store: Store
  readonly limits: Limits
  close(): Promise<void>
}

/**
 * How long a test's statement waits for a connection, in milliseconds. Tests send more statements at once
 * than there are connections. The server's own limit would make them fail on a busy machine.
 */
const patience = { connectionMillis: 20_000 }

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
  return openCopy((url) => connect(url, 20, patience))
}

/** A seeded database with a server's number of connections, for tests of scarce connections. */
export function openServedDatabase(): Promise<OpenDatabase> {
  return openCopy((url) => connect(url))
}

async function openCopy(connectTo: (url: string) => Client): Promise<OpenDatabase> {
  const template = inject('template')
  const database = await createDatabase(template.provider, template.url)
  const client = connectTo(database.url)
  const open: OpenDatabase = {
    provider: database.provider,
    url: database.url,
    client,
    store: openStore(client, database.provider),
    limits: openLimits(client),
    async close() {
      await client.$disconnect()
      await database.remove()
    },
  }
  opened.push(open)
  return open
}

/** Closes and removes the file's databases; `setup.ts` calls it when the file has run. */
export async function closeDatabases(): Promise<void> {
  ofThisFile = undefined
  for (const database of opened.splice(0)) await database.close()
}
