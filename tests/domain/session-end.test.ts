import { beforeEach, describe, expect, test } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { openLog } from '#lib/base/log/log.ts'
import { adminTransaction } from '#lib/context.ts'
import { terminateSession } from '#lib/domain/sessions/session-end.ts'
import { endSessionWithAll, listActiveSessions } from '#lib/domain/sessions/user-sessions.ts'
import type { SessionRecord } from '#lib/persistence/store.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession, aStoredGrant, auditDetails } from '#tests/support/granted.ts'
import { authorizePath, pkcePair, redeem, refresh, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { watched } from '#tests/support/watched-transactions.ts'
import { withoutId } from '#tests/support/without-id.ts'

const { ctx, store } = await testContext()
const { client: database } = await fileDatabase()
const app = await server()

/** More grants than one transaction revokes; three transactions are enough. */
const many = 1_250
/** Maximum rows per transaction. */
const part = 500

beforeEach(() => responsesFollowedUp())

/** Adds grants to a session, each with an offline refresh token and a spent code. */
async function grantMuch(
  user: { readonly id: number; readonly authStateGeneration: number },
  client: { readonly id: number },
  { sessionIdentifier }: SessionRecord,
): Promise<void> {
  const first = await aStoredGrant(store, user, client, { sessionIdentifier, offline: true })
  const others = Array.from({ length: many - 1 }, () => randomUuid())
  await database.grant.createMany({
    data: others.map((grantIdentifier) => withoutId({ ...first.grant, grantIdentifier })),
  })
  const grants = await database.grant.findMany({
    where: { grantIdentifier: { in: others } },
    select: { id: true },
  })
  await database.code.createMany({
    data: grants.map(({ id }) => withoutId({ ...first.code, grantId: id, codeHash: randomUuid() })),
  })
  await database.refreshToken.createMany({
    data: grants.map(({ id }) =>
      withoutId({ ...first.refreshToken, grantId: id, codeId: null, jti: randomUuid() }),
    ),
  })
}

async function fixture() {
  const [user, client] = [await aUser(store), await aClient(store)]
  const session = await aSession(store, user, [client])
  await grantMuch(user, client, session)
  return { user, client, session }
}

/** Number of a user's unrevoked codes, refresh tokens and grants. */
async function live(userId: number): Promise<number[]> {
  return Promise.all([
    database.code.count({ where: { userId, revoked: false } }),
    database.refreshToken.count({ where: { userId, revoked: false } }),
    database.grant.count({ where: { userId, revokedAt: null } }),
  ])
}

const failing = () =>
  watched(ctx, (transactions) => {
    if (transactions > 2) throw new Error('no database')
  })

describe('a session in which more was granted than one transaction should end', () => {
  test('can be used no more from the first transaction on; what was granted ends in parts that are named', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    const bound = await signIn(app, client, user)
    const { browser } = bound
    const tokens = await redeem(app, client, bound)
    const withOffline = await signIn(app, client, user, {
      browser,
      request: { scope: 'openid offline_access' },
    })
    const offline = await redeem(app, client, withOffline)
    const unspent = await signIn(app, client, user, { browser })
    const [session] = await sessionsOf(store, user.id)
    if (!session) throw new Error('There is no session.')
    await grantMuch(user, client, session)
    const seen: number[] = []
    const watching = watched(ctx, async (transactions) => {
      seen.push((await live(user.id))[2] ?? 0)
      if (transactions !== 2) return
      for (const { body } of [tokens, offline]) {
        const refreshed = await refresh(app, client, body.refresh_token ?? '')
        expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
      }
      const redeemed = await redeem(app, client, unspent)
      expect([redeemed.status, redeemed.body.error]).toEqual([400, 'invalid_grant'])
      const headers = { authorization: `Bearer ${tokens.body.access_token}` }
      expect((await app.fetch('/userinfo', { headers })).status).toBe(401)
      const pkce = { code_challenge: pkcePair().challenge, code_challenge_method: 'S256' }
      const { view } = await browser.visit(authorizePath(client, pkce))
      expect(view?.page).toBe('sign-in')
    })
    await endSessionWithAll(watching, session, 'admin')
    // The first transaction marks the session as terminating, three revoke batches, and the last removes it.
    const all = many + 3
    expect(seen).toEqual([all, all, all - part, all - 2 * part, 0])
    expect(await live(user.id)).toEqual([0, 0, 0])
    expect(await sessionsOf(store, user.id)).toEqual([])
    const about = { sessionIdentifier: session.sessionIdentifier }
    const entries = await auditDetails(database, 'terminated_user_session', about)
    const stored = await database.refreshToken.findMany({ where: { userId: user.id } })
    const named = entries.map((entry) => entry.revokedRefreshTokenJtis as string[])
    expect(named.flat().sort()).toEqual(stored.map(({ jti }) => jti).sort())
    // The first batch also revokes the unredeemed code.
    expect(named.map(({ length }) => length)).toEqual([0, part - 1, part, all - 2 * part])
    const common = { userId: user.id, userSessionId: session.id, loggedInUser: 'admin' }
    for (const entry of entries) expect(entry).toMatchObject(common)
    const removed = { userSessionId: session.id, loggedInUser: 'admin' }
    expect(await auditDetails(database, 'deleted_user_session', removed)).toHaveLength(1)
    const reasons = await database.refreshToken.groupBy({
      by: ['revokedReason'],
      where: { userId: user.id },
    })
    expect(reasons.map(({ revokedReason }) => revokedReason)).toEqual(['session_terminated'])
  })

  test('takes nothing of another session, and nothing that has none', async () => {
    const { user, client, session } = await fixture()
    const other = await aSession(store, user, [client])
    await aStoredGrant(store, user, client, other)
    await aStoredGrant(store, user, client)
    await endSessionWithAll(ctx, session, 'admin')
    expect(await live(user.id)).toEqual([2, 2, 2])
    expect(await sessionsOf(store, user.id)).toMatchObject([{ id: other.id }])
  })

  test('is still listed when that fails, and is ended when asked again', async () => {
    const { user, session } = await fixture()
    await expect(endSessionWithAll(failing(), session, 'admin')).rejects.toThrow('no database')
    const left = many - part
    expect(await live(user.id)).toEqual([left, left, left])
    expect(await listActiveSessions(ctx, user)).toMatchObject([{ id: session.id }])
    await endSessionWithAll(ctx, session, 'admin')
    expect(await live(user.id)).toEqual([0, 0, 0])
    expect(await listActiveSessions(ctx, user)).toEqual([])
  })

  test('that ends in the transaction of another change is followed by what was granted after the answer', async () => {
    const { user, session } = await fixture()
    const why = { loggedInUser: '', reason: 'session_terminated' } as const
    await adminTransaction(ctx, (tx) => terminateSession(tx, session, why))
    expect(await live(user.id)).toEqual([many, many, many])
    await responsesFollowedUp()
    expect(await live(user.id)).toEqual([0, 0, 0])
    expect(await sessionsOf(store, user.id)).toEqual([])
  })

  test('of which not all could follow is told of in the log', async () => {
    const { user, session } = await fixture()
    const logged: unknown[] = []
    const log = Object.assign(openLog('silent'), {
      error: (record: unknown) => void logged.push(record),
    })
    const why = { loggedInUser: '', reason: 'session_terminated' } as const
    await adminTransaction({ ...failing(), log }, (tx) => terminateSession(tx, session, why))
    await responsesFollowedUp()
    expect(logged).toMatchObject([{ userSessionId: session.id }])
    expect(await listActiveSessions(ctx, user)).toHaveLength(1)
  })
})
