import { hashPassword } from '#lib/domain/passwords/password.ts'
import { createDatabase } from '#tests/support/databases.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import type { Target } from '../load/target.ts'
import { password, populate } from '../stage.ts'

export interface OverloadStage {
  readonly server: StartedServer
  readonly target: Target
  clear(): Promise<void>
}

/**
 * @param database `sqlite`, `postgresql` (needs `TEST_POSTGRESQL_URL`) or the URL of a database
 * @param env additional variables of the server
 */
export async function setStage(
  database: string,
  people: number,
  env: Readonly<Record<string, string>> = {},
): Promise<OverloadStage> {
  const made = database === 'postgresql' ? await createDatabase('postgresql') : null
  const databaseUrl = made?.url ?? (database === 'sqlite' ? undefined : database)
  const server = await startServer({
    // All people share one IP address.
    RATE_LIMITER_ENABLED: 'false',
    LOG_LEVEL: 'silent',
    ...env,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  const known = await populate(server.databaseUrl, await hashPassword(password), people)
  return {
    server,
    target: { kind: 'authserver', baseUrl: server.baseUrl, ...known },
    async clear() {
      await server.remove()
      await made?.remove()
    },
  }
}
