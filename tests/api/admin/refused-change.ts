import { expect } from 'vitest'
import type { PolicyRule, RefusedTarget } from '#lib/domain/permissions/authorized-write.ts'
import { type ApiAnswer, type ApiError, type ApiToken, call } from '#tests/support/api.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'

/** Fields of a refused change's audit entry, besides the caller. */
interface RefusedChange extends RefusedTarget {
  /** The operation's path below `/api/v1/admin`, such as `/users/{id}`. */
  readonly route: string
  readonly ceiling: PolicyRule
}

/**
 * Requests a change that the administrative policy refuses to a granular scope. Expects 403 with a challenge
 * for `authserver:manage`, and the refusal as the only audit entry.
 * @param caller without `authserver:manage`
 * @returns the answer
 */
export async function expectRefusedChange(
  caller: ApiToken,
  [method, path, sent]: readonly [method: string, path: string, body?: unknown],
  { route, ...told }: RefusedChange,
): Promise<ApiAnswer<ApiError>> {
  const { client: database } = await fileDatabase()
  const count = await database.auditLog.count()
  const answer = await call(caller, method, path, sent)
  const { status, headers, body } = answer
  expect([status, body.error_code]).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
  expect(headers.get('www-authenticate')).toBe(
    `Bearer realm="authserver", error="insufficient_scope", error_description="${body.error_description}", scope="authserver:manage"`,
  )
  const loggedInUser = caller.client.clientIdentifier
  expect((await auditEntries(database)).slice(count)).toEqual([
    {
      event: 'administrator_change_refused',
      details: { loggedInUser, method, route: `/api/v1/admin${route}`, ...told },
    },
  ])
  return answer
}
