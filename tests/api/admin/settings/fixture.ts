import { type ApiAnswer, type ApiError, apiClient, call, outcome } from '#tests/support/api.ts'
import { fixture as commonFixture } from '../fixture.ts'

/** The server, a caller with all permissions and callers with granular scopes. */
export async function fixture() {
  const common = await commonFixture('manage-settings')
  const { app, store, database, granular } = common
  const reader = await apiClient(app, ['admin-read'])
  const settings = async () => {
    const row = await store.settings.find()
    if (!row) throw new Error('There are no settings.')
    return row
  }
  return {
    ...common,
    reader,
    settings,
    /** Calls with the domain's own scope. */
    ask: <T = ApiError & Record<string, unknown>>(
      method: string,
      path: string,
      body?: unknown,
    ): Promise<ApiAnswer<T>> => call<T>(granular, method, path, body),
    /** Status and error code of a call with that scope. */
    refusal: (method: string, path: string, body?: unknown) =>
      outcome(call(granular, method, path, body)),
    entryCount: () => database.auditLog.count(),
  }
}
