import { expect, test } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { terminateSession } from '#lib/domain/sessions/session-end.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession, aStoredGrant, auditDetails, type StoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'

const { ctx, store } = await testContext()
const { client: database } = await fileDatabase()

/** More than the maximum number of arguments of a call. */
const many = 140_000

/** Numbers up to the last, in batches that a statement finishes in its time limit on a busy machine. */
function partsUpTo(last: number): string[] {
  const size = 20_000
  return Array.from({ length: Math.ceil(last / size) }, (_, part) => {
    const end = Math.min(last, (part + 1) * size)
    return `WITH RECURSIVE numbers(n) AS (SELECT ${part * size + 1} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${end})`
  })
}

/** Copies of this active token. */
async function repeat({ id }: StoredGrant['refreshToken'], times: number): Promise<void> {
  const columns = `created_at, grant_id, code_id, user_id, client_id, previous_jti, first_jti, type, scope,
    session_identifier, issued_at, expires_at, max_lifetime, authenticated_at, acr_level, auth_methods,
    auth_state_generation, revoked`
  for (const numbers of partsUpTo(times)) {
    await database.$executeRawUnsafe(
      `INSERT INTO refresh_tokens (jti, ${columns}) ${numbers}
        SELECT jti || '-' || n, ${columns} FROM refresh_tokens, numbers WHERE id = ${id}`,
    )
  }
}

test(`${many} live refresh tokens do not keep a session from being ended`, {
  timeout: 60_000,
}, async () => {
  const user = await aUser(store)
  const session = await aSession(store, user)
  const { sessionIdentifier } = session
  const { refreshToken } = await aStoredGrant(store, user, await aClient(store), {
    sessionIdentifier,
  })
  await repeat(refreshToken, many - 1)
  const why = { reason: 'session_terminated', loggedInUser: '' } as const
  await adminTransaction(ctx, (tx) => terminateSession(tx, session, why))
  const [entry] = await auditDetails(database, 'terminated_user_session', { sessionIdentifier })
  expect(entry?.revokedRefreshTokenJtis).toHaveLength(many)
  expect(await database.refreshToken.count({ where: { revoked: false } })).toBe(0)
})
