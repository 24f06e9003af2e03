import { expect, test } from 'vitest'
import { transaction } from '#lib/context.ts'
import { revokeAuthState } from '#lib/domain/revocation.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession, aStoredGrant, auditEntries, type StoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'

const { ctx, store } = await testContext()
const { client: database } = await fileDatabase()

/** More than a call can have arguments. */
const many = 140_000

/** Numbers up to a last one, in parts that a statement gets done in its time on a busy machine, too. */
function partsUpTo(last: number): string[] {
  const size = 20_000
  return Array.from({ length: Math.ceil(last / size) }, (_, part) => {
    const end = Math.min(last, (part + 1) * size)
    return `WITH RECURSIVE numbers(n) AS (SELECT ${part * size + 1} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${end})`
  })
}

/** Further sessions like this one. */
async function repeatSession({ id }: { readonly id: number }, times: number): Promise<void> {
  const columns = `created_at, updated_at, user_id, started, last_accessed, auth_time, auth_methods, acr_level,
    ip_address, device_name, device_type, device_os, user_agent, auth_state_generation, otp_config_generation`
  for (const numbers of partsUpTo(times)) {
    await database.$executeRawUnsafe(
      `INSERT INTO user_sessions (session_identifier, cookie_hash, ${columns}) ${numbers}
        SELECT session_identifier || '-' || n, cookie_hash || '-' || n, ${columns}
        FROM user_sessions, numbers WHERE id = ${id}`,
    )
  }
}

/** Further live tokens like this one. */
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

async function revokedIn(event: string): Promise<number> {
  const entry = (await auditEntries(database)).findLast((one) => one.event === event)
  return (entry?.details.revokedRefreshTokenJtis as string[] | undefined)?.length ?? 0
}

const liveTokens = () => database.refreshToken.count({ where: { revoked: false } })

test(`${many} live refresh tokens do not keep an account from being disabled`, {
  timeout: 60_000,
}, async () => {
  const user = await aUser(store)
  const { refreshToken } = await aStoredGrant(store, user, await aClient(store))
  await repeat(refreshToken, many - 1)
  const why = { reason: 'account_disabled', loggedInUser: '' } as const
  await transaction(ctx, (tx) => revokeAuthState(tx, user, why))
  expect([await revokedIn('revoked_user_auth_state'), await liveTokens()]).toEqual([many, 0])
})

test(`${many} sessions do not keep an account from being disabled`, {
  timeout: 60_000,
}, async () => {
  const user = await aUser(store)
  const session = await aSession(store, user)
  await repeatSession(session, many - 1)
  const why = { reason: 'account_disabled', loggedInUser: '' } as const
  await transaction(ctx, (tx) => revokeAuthState(tx, user, why))
  expect(await sessionsOf(store, user.id)).toEqual([])
  const entry = (await auditEntries(database)).findLast(
    ({ event }) => event === 'revoked_user_auth_state',
  )
  expect(entry?.details.terminatedSessionIdentifiers).toHaveLength(many)
})
