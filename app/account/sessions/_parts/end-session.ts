import type { Api } from '#app/_ui/shell/make-api.ts'
import { ApiError } from '#lib/api/client.ts'

/** Ends a session of the visitor. A session that has already ended counts as a success. */
export async function endOwnSession(api: Api, id: number): Promise<void> {
  await api.deleteOwnSession({ params: { id } }).catch((error) => {
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
  })
}
