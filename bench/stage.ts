import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientSecret } from '#lib/base/crypto/random.ts'
import { hashPassword } from '#lib/domain/passwords/password.ts'
import { openDatabase } from '#lib/persistence/client.ts'
import { openStore } from '#lib/persistence/store.ts'
import { createDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/free-port.ts'
import { aClient, aResource, aUser, grantToClient } from '#tests/support/people.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { type Helper, startHelper } from './helper.ts'
import type { ClientOfTarget, Person, Target } from './load/target.ts'
import type { PeerSettings } from './peer/server.ts'

export interface Stage {
  readonly server: StartedServer
  readonly load: Helper
  readonly computing: Helper
  readonly targets: Readonly<Record<'authserver' | 'peer' | 'bare' | 'next', Target>>
  /** The process that serves a target; the first when there are several. */
  pidOf(target: Target): number
  clear(): Promise<void>
}

const maxConnections = 64
export const password = 'Battery-staple-7'

/**
 * Starts the server on a new database, the peer, the bounds and the load generator. Creates the people and
 * the client that all servers know.
 * @param database `sqlite`, `postgresql` (needs `TEST_POSTGRESQL_URL`) or the URL of a database
 */
export async function setStage(database: string, workers: number): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'authserver-bench-'))
  const made = database === 'postgresql' ? await createDatabase('postgresql') : null
  const databaseUrl = made?.url ?? (database === 'sqlite' ? undefined : database)
  const server = await startServer({
    WORKERS: String(workers),
    RATE_LIMITER_ENABLED: 'false',
    // The peer writes no log either.
    LOG_LEVEL: 'silent',
    // OpenSSL may use the same processor features everywhere: helpers inherit this variable.
    ...(process.env.OPENSSL_ia32cap ? { OPENSSL_ia32cap: process.env.OPENSSL_ia32cap } : {}),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  const passwordHash = await hashPassword(password)
  const { client, people } = await populate(server.databaseUrl, passwordHash)
  const helpers: Helper[] = []
  const pids = new Map<string, number>()
  const start = async (file: string, env: Record<string, string> = {}) => {
    const helper = await startHelper(join(import.meta.dirname, file), {
      WORKERS: String(workers),
      ...env,
    })
    helpers.push(helper)
    return helper
  }
  const startOn = async (file: string, kind: Target['kind'], path = '') => {
    const port = await freePort()
    const baseUrl = `http://localhost:${port}`
    const settings = peerSettings(folder, port, client, people, passwordHash)
    const env = { PORT: String(port), ...(kind === 'peer' ? { PEER: settings } : {}) }
    const { pid } = await start(file, env)
    pids.set(baseUrl + path, pid)
    return { kind, baseUrl: baseUrl + path, client, people } as const
  }
  return {
    server,
    load: await start('load/generator.ts'),
    computing: await start('bounds/computing.ts'),
    targets: {
      authserver: { kind: 'authserver', baseUrl: server.baseUrl, client, people },
      peer: await startOn('peer/server.ts', 'peer'),
      bare: await startOn('bounds/bare-server.ts', 'bare'),
      next: await startOn('bounds/next-server.ts', 'bare', '/empty'),
    },
    pidOf: ({ baseUrl }) => pids.get(baseUrl) ?? server.pid(),
    async clear() {
      await Promise.all(helpers.map((helper) => helper.end()))
      await server.remove()
      await made?.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Creates a client with all permissions that the scenarios need, and people: one per connection unless
 * `count` is given.
 */
export async function populate(
  databaseUrl: string,
  passwordHash: string,
  count = maxConnections,
): Promise<{ client: ClientOfTarget; people: readonly Person[] }> {
  const database = openDatabase(databaseUrl, 2)
  try {
    const store = openStore(database)
    const secret = clientSecret()
    const client = await aClient(store, { secret, tokenExpirationInSeconds: 86_400 })
    await aResource(store, 'bench', ['read'])
    await grantToClient(store, client, 'bench:read', 'authserver:admin-read')
    const people: Person[] = []
    for (let i = 0; i < count; i++) {
      const { email } = await aUser(store, { email: `person-${i}@bench.example`, passwordHash })
      people.push({ email, password })
    }
    const { clientIdentifier: identifier, redirectUri } = client
    return { client: { identifier, secret, redirectUri }, people }
  } finally {
    await database.close()
  }
}

function peerSettings(
  folder: string,
  port: number,
  client: ClientOfTarget,
  people: readonly Person[],
  passwordHash: string,
): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 4096 })
  const settings: PeerSettings = {
    baseUrl: `http://localhost:${port}`,
    port,
    databasePath: join(folder, 'peer.db'),
    client,
    privateJwk: privateKey.export({ format: 'jwk' }),
    users: people.map(({ email }) => ({ email, passwordHash })),
  }
  return JSON.stringify(settings)
}
