import { type ApiAnswer, type ApiError, apiClient, call, outcome } from '#tests/support/api.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { server } from '#tests/support/server.ts'

/** The server, a caller who may do everything and callers with granular scopes. */
export async function scene() {
  const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
  const { client: database, provider } = await fileDatabase()
  const manager = await apiClient(app, ['manage'])
  const granular = await apiClient(app, ['manage-settings'])
  const reader = await apiClient(app, ['admin-read'])
  const settings = async () => {
    const row = await app.store.settings.find()
    if (!row) throw new Error('There are no settings.')
    return row
  }
  return {
    app,
    store: app.store,
    database,
    provider,
    manager,
    granular,
    reader,
    settings,
    /** Asks with the domain's own scope. */
    ask: <T = ApiError & Record<string, unknown>>(
      method: string,
      path: string,
      body?: unknown,
    ): Promise<ApiAnswer<T>> => call<T>(granular, method, path, body),
    /** Status and code of what that scope is answered. */
    refusal: (method: string, path: string, body?: unknown) =>
      outcome(call(granular, method, path, body)),
    /** The last audit entries, oldest first. */
    lastEntries: async (count: number) => (await auditEntries(database)).slice(-count),
    /** How many audit entries there are. */
    entryCount: () => database.auditLog.count(),
  }
}

/** Bodies that are not the JSON object an operation expects. */
export const brokenBodies = ['', '{', '[]', 'null', '"x"', '{}{}'] as const
