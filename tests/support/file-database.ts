import { inject } from 'vitest'
import { type Client, connect, type Provider } from '#lib/persistence/client.ts'
import { type Limits, openLimits } from '#lib/persistence/limits.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'
import { createDatabase } from './databases.ts'

/** A seeded database with everything that works on it. */
export interface OpenDatabase {
  readonly provider: Provider
  readonly url: string
  readonly client: Client
  readonly store: Store
  readonly limits: Limits
  close(): Promise<void>
}

/**
 * How long a statement of a test waits for a connection, in milliseconds. Tests send more at once than there are: how
 * long a server lets them wait before it refuses is not what they are about, and they would lose on a busy machine.
 */
const patience = { connectionMillis: 20_000 }

/** Files run one after the other in a worker, which keeps these modules: each begins with nothing. */
let ofThisFile: Promise<OpenDatabase> | undefined
const opened: OpenDatabase[] = []

/** The database that all tests of one file share: a fresh copy of the seeded template. */
export function fileDatabase(): Promise<OpenDatabase> {
  ofThisFile ??= openSeededDatabase()
  return ofThisFile
}

/** Another seeded database, for a test that needs one for itself; closed with the file's. */
export function openSeededDatabase(): Promise<OpenDatabase> {
  return openCopy((url) => connect(url, 20, patience))
}

/** The same with the connections that a server has, for a test of what happens where they are few. */
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

/** Closes and removes what the file opened (`setup.ts` calls it when the file has run). */
export async function closeDatabases(): Promise<void> {
  ofThisFile = undefined
  for (const database of opened.splice(0)) await database.close()
}
