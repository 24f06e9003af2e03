import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addSeconds } from '#lib/base/time/clock.ts'
import { hashPassword } from '#lib/domain/passwords/password.ts'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import { openStore } from '#lib/persistence/store.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { type Helper, startHelper } from '../helper.ts'
import type { Slice, Target } from '../load/target.ts'
import { usageOf } from '../processes.ts'
import { populate } from '../stage.ts'
import { prepareDatabase } from './fill.ts'

export interface Side {
  readonly server: StartedServer
  readonly target: Target
  /** URL that starts and stops its cleaner. */
  readonly controlUrl: string
}

export interface Sides {
  readonly empty: Side
  readonly grown: Side
  readonly load: Helper
  clear(): Promise<void>
}

const password = 'Battery-staple-7'
const holder = 'growth'
const lease = 'retention'

/** Starts a server on each database, with the people and the client for the scenarios. */
export async function startSides(emptyUrl: string, grownUrl: string): Promise<Sides> {
  const sides: Side[] = []
  const clear = async () => {
    for (const { server } of sides) {
      await server.remove()
      await withDatabase(server.databaseUrl, forget)
    }
  }
  try {
    sides.push(await startSide(emptyUrl))
    sides.push(await startSide(grownUrl))
    const [empty, grown] = sides
    if (!empty || !grown) throw new Error('A side is missing.')
    const load = await startHelper(join(import.meta.dirname, '../load/generator.ts'))
    return {
      empty,
      grown,
      load,
      clear: async () => {
        await load.end()
        await clear()
      },
    }
  } catch (error) {
    await clear()
    throw error
  }
}

async function startSide(databaseUrl: string): Promise<Side> {
  await prepareDatabase(databaseUrl)
  await withDatabase(databaseUrl, async (database) => {
    await forget(database)
    // Holds the cleaner's lease, because its own runs would affect only one side.
    const { leases } = openStore(database)
    const now = new Date()
    await leases.take(lease, holder, now, addSeconds(now, 86_400))
  })
  const controlPort = await freePort()
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    WORKERS: '1',
    RATE_LIMITER_ENABLED: 'false',
    GROWTH_CONTROL_PORT: String(controlPort),
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'cleaner-control.ts'))}`,
  })
  const { client, people } = await populate(databaseUrl, await hashPassword(password))
  return {
    server,
    target: { kind: 'authserver', baseUrl: server.baseUrl, client, people },
    controlUrl: `http://127.0.0.1:${controlPort}`,
  }
}

/** Removes an earlier run's records from a kept database. */
async function forget({ prisma: client }: Database): Promise<void> {
  const ofBench = {
    permissions: { some: { permission: { resource: { resourceIdentifier: 'bench' } } } },
  }
  await client.user.deleteMany({ where: { email: { endsWith: '@bench.example' } } })
  await client.client.deleteMany({ where: ofBench })
  await client.resource.deleteMany({ where: { resourceIdentifier: 'bench' } })
  await client.lease.deleteMany({ where: { name: lease, holder } })
}

async function withDatabase(
  databaseUrl: string,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  const database = openDatabase(databaseUrl, 2)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** A slice of load with the server's processor time per operation, in milliseconds. */
export type CostedSlice = Slice & { readonly cpuMillisEach: number | null }

interface Around {
  before(): Promise<unknown>
  after(): Promise<unknown>
}

interface Load {
  readonly scenario: string
  readonly connections: number
  readonly millis: number
}

/** Loads one server for one slice. Codes and tokens for it are prepared beforehand. */
export async function put(
  load: Helper,
  { target, server }: Side,
  question: Load,
  around?: Around,
): Promise<CostedSlice> {
  await load.ask({ ...question, target, prepareOnly: true })
  await around?.before()
  const before = usageOf(server.pid())
  const slice = await load.ask<Slice>({ ...question, target })
  const after = usageOf(server.pid())
  await around?.after()
  const used = before && after && after.cpuSeconds - before.cpuSeconds
  return { ...slice, cpuMillisEach: used === null ? null : (used * 1000) / slice.operations }
}
