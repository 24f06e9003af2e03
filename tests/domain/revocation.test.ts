import { describe, expect, test } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import {
  revokeAuthState,
  revokeClientTokens,
  revokeGrant,
} from '#lib/domain/retention/revocation.ts'
import { removeSession, terminateSession } from '#lib/domain/sessions/session-end.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession, aStoredGrant, auditEntries, type StoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'

const { ctx, store } = await testContext()
const { client: database } = await fileDatabase()

async function stateOf({ grant, code, refreshToken }: StoredGrant) {
  const [grantRow, codeRow, tokenRow] = await Promise.all([
    database.grant.findUnique({ where: { id: grant.id } }),
    store.codes.findByHash(code.codeHash),
    store.refreshTokens.findByJti(refreshToken.jti),
  ])
  return {
    grant: grantRow?.revokedReason ?? 'live',
    code: codeRow?.revoked ? codeRow.revokedReason : 'live',
    refreshToken: tokenRow?.revoked ? tokenRow.revokedReason : 'live',
  }
}

const live = { grant: 'live', code: 'live', refreshToken: 'live' }
const all = (reason: string) => ({ grant: reason, code: reason, refreshToken: reason })

async function lastEntry(event: string) {
  return (await auditEntries(database)).findLast((entry) => entry.event === event)
}

async function countEntries(event: string) {
  return (await auditEntries(database)).filter((entry) => entry.event === event).length
}

/** A user with a session, a session-bound and an offline grant from it, and a grant from another session. */
async function fixture() {
  const user = await aUser(store)
  const client = await aClient(store)
  const session = await aSession(store, user, [client])
  const other = await aSession(store, user, [client])
  const { sessionIdentifier } = session
  return {
    user,
    client,
    session,
    other,
    bound: await aStoredGrant(store, user, client, { sessionIdentifier }),
    offline: await aStoredGrant(store, user, client, { sessionIdentifier, offline: true }),
    pending: await aStoredGrant(store, user, client, { sessionIdentifier, used: false }),
    elsewhere: await aStoredGrant(store, user, client, {
      sessionIdentifier: other.sessionIdentifier,
    }),
    withoutSession: await aStoredGrant(store, user, client),
  }
}

describe('a replayed code or rotated refresh token', () => {
  test('revokes its grant with code and tokens, and leaves the session and other grants', async () => {
    const { bound, offline, session } = await fixture()
    const jtis = await adminTransaction(ctx, (tx) => revokeGrant(tx, bound.grant.id, 'code_reuse'))
    expect(jtis).toEqual([bound.refreshToken.jti])
    expect(await stateOf(bound)).toEqual(all('code_reuse'))
    expect(await stateOf(offline)).toEqual(live)
    expect(await store.sessions.findByIdentifier(session.sessionIdentifier)).not.toBeNull()
  })

  test('finds nothing live the second time', async () => {
    const { bound } = await fixture()
    await adminTransaction(ctx, (tx) => revokeGrant(tx, bound.grant.id, 'replay'))
    expect(await adminTransaction(ctx, (tx) => revokeGrant(tx, bound.grant.id, 'replay'))).toEqual(
      [],
    )
  })
})

describe('a terminated session', () => {
  test('takes its codes and all its refresh tokens along, offline ones too', async () => {
    const { user, session, bound, offline, elsewhere, withoutSession } = await fixture()
    await adminTransaction(ctx, (tx) =>
      terminateSession(tx, session, { loggedInUser: 'admin', reason: 'session_terminated' }),
    )
    expect(await store.sessions.findByIdentifier(session.sessionIdentifier)).toBeNull()
    expect(await stateOf(bound)).toEqual(all('session_terminated'))
    expect(await stateOf(offline)).toEqual(all('session_terminated'))
    expect(await stateOf(elsewhere)).toEqual(live)
    expect(await stateOf(withoutSession)).toEqual(live)
    expect((await lastEntry('deleted_user_session'))?.details).toEqual({
      userSessionId: session.id,
      loggedInUser: 'admin',
    })
    expect((await lastEntry('terminated_user_session'))?.details).toMatchObject({
      userId: user.id,
      userSessionId: session.id,
      sessionIdentifier: session.sessionIdentifier,
      loggedInUser: 'admin',
      revokedCodeCount: 3,
    })
  })

  test('is told of once, however often it is terminated', async () => {
    const { session } = await fixture()
    const before = await countEntries('terminated_user_session')
    const terminate = () =>
      adminTransaction(ctx, (tx) =>
        terminateSession(tx, session, { loggedInUser: '', reason: 'session_terminated' }),
      )
    await Promise.all([terminate(), terminate(), terminate()])
    expect(await countEntries('terminated_user_session')).toBe(before + 1)
  })

  test('without an identifier is refused: it would reach every grant without a session', async () => {
    const { session, withoutSession } = await fixture()
    const broken = { ...session, sessionIdentifier: '' }
    await expect(
      adminTransaction(ctx, (tx) =>
        terminateSession(tx, broken, { loggedInUser: '', reason: 'replay' }),
      ),
    ).rejects.toThrow()
    expect(await stateOf(withoutSession)).toEqual(live)
  })
})

test('a removed session revokes nothing and is told of once', async () => {
  const { session, bound, offline } = await fixture()
  const before = await countEntries('deleted_user_session')
  const remove = () => adminTransaction(ctx, (tx) => removeSession(tx, session, 'me', 'nobody'))
  expect(await remove()).toBe(true)
  expect(await remove()).toBe(false)
  expect(await stateOf(bound)).toEqual(live)
  expect(await stateOf(offline)).toEqual(live)
  expect(await countEntries('deleted_user_session')).toBe(before + 1)
})

describe('changed credentials', () => {
  const generationOf = async (user: UserRecord) =>
    (await store.users.findById(user.id))?.authStateGeneration

  test.each([
    ['password_reset', 'credential_change'],
    ['admin_password_set', 'credential_change'],
    ['account_disabled', 'account_disabled'],
  ] as const)('%s revokes everything of the user', async (reason, stored) => {
    const { user, bound, offline, pending, elsewhere, withoutSession, session } = await fixture()
    const stranger = await fixture()
    await adminTransaction(ctx, (tx) =>
      revokeAuthState(tx, user, { reason, loggedInUser: 'admin' }),
    )
    for (const grant of [bound, offline, pending, elsewhere, withoutSession]) {
      expect(await stateOf(grant)).toEqual(all(stored))
    }
    expect(await sessionsOf(store, user.id)).toEqual([])
    expect(await generationOf(user)).toBe(1)
    expect(await stateOf(stranger.bound)).toEqual(live)
    const entry = await lastEntry('revoked_user_auth_state')
    expect(entry?.details).toMatchObject({
      userId: user.id,
      reason,
      loggedInUser: 'admin',
      preservedSessionIdentifier: '',
      oldGeneration: 0,
      newGeneration: 1,
    })
    expect(entry?.details.terminatedSessionIdentifiers).toContain(session.sessionIdentifier)
    expect(entry?.details.revokedRefreshTokenJtis).toHaveLength(5)
  })

  test('an own password change keeps the current session and promotes its tokens', async () => {
    const { user, session, other, bound, offline, pending, elsewhere, withoutSession } =
      await fixture()
    await adminTransaction(ctx, (tx) =>
      revokeAuthState(tx, user, { reason: 'password_change', loggedInUser: user.subject }, session),
    )
    expect(await stateOf(bound)).toEqual(live)
    expect(await stateOf(offline)).toEqual(live)
    expect(await stateOf(pending)).toEqual({ ...live, code: 'credential_change' })
    expect(await stateOf(elsewhere)).toEqual(all('credential_change'))
    expect(await stateOf(withoutSession)).toEqual(all('credential_change'))
    const [kept, ...rest] = await sessionsOf(store, user.id)
    expect(rest).toEqual([])
    expect(kept).toMatchObject({ id: session.id, authStateGeneration: 1 })
    for (const grant of [bound, offline]) {
      const token = await store.refreshTokens.findByJti(grant.refreshToken.jti)
      expect(token?.authStateGeneration).toBe(1)
    }
    expect((await lastEntry('revoked_user_auth_state'))?.details).toMatchObject({
      terminatedSessionIdentifiers: [other.sessionIdentifier],
      preservedSessionIdentifier: session.sessionIdentifier,
    })
  })

  test('two changes at once advance the generation by two', async () => {
    const { user } = await fixture()
    const change = () =>
      adminTransaction(ctx, (tx) =>
        revokeAuthState(tx, user, { reason: 'admin_password_set', loggedInUser: '' }),
      )
    await Promise.all([change(), change()])
    expect(await generationOf(user)).toBe(2)
  })

  test('a pending reset link is retired', async () => {
    const user = await aUser(store, {
      forgotPasswordCodeHash: 'a-hash',
      forgotPasswordCodeIssuedAt: ctx.now,
    })
    await adminTransaction(ctx, (tx) =>
      revokeAuthState(tx, user, { reason: 'password_change', loggedInUser: '' }),
    )
    expect(await store.users.findById(user.id)).toMatchObject({
      forgotPasswordCodeHash: null,
      forgotPasswordCodeIssuedAt: null,
    })
  })
})

test('a client made public loses its codes and refresh tokens, not its grants', async () => {
  const { client, bound, offline, session } = await fixture()
  const stranger = await fixture()
  await adminTransaction(ctx, (tx) => revokeClientTokens(tx, client.id, 'an-administrator'))
  const tokens = { grant: 'live', code: 'client_made_public', refreshToken: 'client_made_public' }
  expect(await stateOf(bound)).toEqual(tokens)
  expect(await stateOf(offline)).toEqual(tokens)
  expect(await stateOf(stranger.bound)).toEqual(live)
  expect(await store.sessions.findByIdentifier(session.sessionIdentifier)).not.toBeNull()
  expect((await lastEntry('revoked_client_grants'))?.details).toMatchObject({
    clientId: client.id,
    reason: 'client_became_public',
    revokedCodeCount: 5,
  })
})

test('a failed transaction leaves neither a revocation nor an entry', async () => {
  const { bound, session } = await fixture()
  const before = (await auditEntries(database)).length
  await expect(
    adminTransaction(ctx, async (tx) => {
      await terminateSession(tx, session, { loggedInUser: '', reason: 'session_terminated' })
      throw new Error('afterwards')
    }),
  ).rejects.toThrow('afterwards')
  expect(await stateOf(bound)).toEqual(live)
  expect((await auditEntries(database)).length).toBe(before)
})
