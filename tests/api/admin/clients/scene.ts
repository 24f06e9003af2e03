import type { z } from 'zod'
import type { client as clientModel } from '#lib/api/contract/models/clients.ts'
import { type ApiAnswer, type ApiError, apiClient, call, outcome } from '#tests/support/api.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { grantToClient, type TestClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

/** A client as the API shows it. */
export type Client = z.output<typeof clientModel>

/** The server, a caller who may do everything and one with the domain's scope only. */
export async function scene() {
  const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
  const { client: database, provider } = await fileDatabase()
  const manager = await apiClient(app, ['manage'])
  const granular = await apiClient(app, ['manage-clients'])
  const entries = () => auditEntries(database)
  return {
    app,
    store: app.store,
    database,
    provider,
    manager,
    granular,
    /** Asks as the manager. */
    ask: <T = { client: Client } & ApiError>(
      method: string,
      path: string,
      body?: unknown,
    ): Promise<ApiAnswer<T>> => call<T>(manager, method, path, body),
    /** Status and code of what the manager is answered. */
    refusal: (method: string, path: string, body?: unknown) =>
      outcome(call(manager, method, path, body)),
    /** What has been audited since the last `count` entries. */
    entries,
    lastEntries: async (count: number) => (await entries()).slice(-count),
    /** The console's own client. */
    console: async () => {
      const found = await app.store.clients.findByIdentifier('admin-console-client')
      if (!found) throw new Error('The console has no client.')
      return found
    },
    /** Turns a client into an administrator, by a permission of its own. */
    promote: (client: TestClient) => grantToClient(app.store, client, 'authserver:admin-read'),
  }
}

/** The paths that name no client: malformed ones, then well-formed ones of no row. */
export const malformedIds = ['x', '1.5', '0x1', '9223372036854775808', '%20'] as const
export const unknownIds = [
  '0',
  '-1',
  '999999',
  '2147483648',
  '3000000000',
  '9007199254740993',
  '9223372036854775807',
] as const

/** Bodies that are not the JSON object an operation expects. */
export const brokenBodies = ['', '{', '[]', 'null', '"x"', '{}{}'] as const
