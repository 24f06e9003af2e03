import { beforeEach, describe, expect, test } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { openLog } from '#lib/base/log/log.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { makeClientPublicWithAll } from '#lib/domain/clients/client-made-public.ts'
import { operator } from '#lib/domain/permissions/caller.ts'
import { revokeAuthState } from '#lib/domain/retention/revocation.ts'
import { testContext } from '#tests/support/context.ts'
import { insertCopies } from '#tests/support/copies.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession, aStoredGrant, auditDetails } from '#tests/support/granted.ts'
import {
  authorizePath,
  pkcePair,
  redeem,
  refresh,
  signIn,
  type TokenAnswer,
} from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { watched } from '#tests/support/watched-transactions.ts'

const { ctx, store } = await testContext()
const opened = await fileDatabase()
const { client: database, provider } = opened
const app = await server()

/** More rows than one transaction revokes; three transactions are enough. */
const many = 1_250
/** Maximum rows per transaction. */
const part = 500

/** Resumes the halted transactions of a test that failed before it called `open`. */
let open = () => {}
beforeEach(() => {
  open()
  return responsesFollowedUp()
})

/** A context whose transactions after the first wait until `open` is called. */
function halted(): Context {
  const gate = Promise.withResolvers<void>()
  open = gate.resolve
  return watched(ctx, (transactions) => transactions > 1 && gate.promise)
}

/** Adds to the user `many` grants, each with a spent code and an active refresh token, and as many sessions. */
async function much(user: { id: number; authStateGeneration: number }, client: { id: number }) {
  const session = await aSession(store, user)
  const { sessionIdentifier } = session
  const { grant, code, refreshToken } = await aStoredGrant(store, user, client, {
    sessionIdentifier,
  })
  for (const original of [
    { table: 'user_sessions', id: session.id, unique: ['session_identifier', 'cookie_hash'] },
    { table: 'grants', id: grant.id, unique: ['grant_identifier'] },
    { table: 'codes', id: code.id, unique: ['code_hash'] },
    { table: 'refresh_tokens', id: refreshToken.id, unique: ['jti'] },
  ])
    await insertCopies(opened, original, many - 1)
}

/** Number of sessions, and of unrevoked codes, refresh tokens and grants. */
async function live(where: { userId: number } | { clientId: number }): Promise<number[]> {
  return Promise.all([
    'userId' in where ? database.userSession.count({ where }) : 0,
    database.code.count({ where: { ...where, revoked: false } }),
    database.refreshToken.count({ where: { ...where, revoked: false } }),
    database.grant.count({ where: { ...where, revokedAt: null } }),
  ])
}

type Details = Readonly<Record<string, unknown>>
const namesIn = (entries: readonly Details[], detail: string) =>
  entries.map((entry) => entry[detail] as string[])

describe('a user with more than one transaction should end', { timeout: 60_000 }, () => {
  const change = (ctx: Context, user: Parameters<typeof revokeAuthState>[1]) => {
    const why = { reason: 'admin_password_set', loggedInUser: 'admin' } as const
    return adminTransaction(ctx, (tx) => revokeAuthState(tx, user, why))
  }
  const entriesOf = (userId: number) =>
    auditDetails(database, 'revoked_user_auth_state', { userId })

  test('loses all of it with the change itself; the rows follow in parts that are named', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    const bound = await signIn(app, client, user)
    const { browser } = bound
    const tokens = await redeem(app, client, bound)
    const request = { scope: 'openid offline_access' }
    const offline = await redeem(app, client, await signIn(app, client, user, { browser, request }))
    const unspent = await signIn(app, client, user, { browser })
    const userInfo = async ({ body }: TokenAnswer) => {
      const headers = { authorization: `Bearer ${body.access_token}` }
      return (await app.fetch('/userinfo', { headers })).status
    }
    expect([await userInfo(tokens), await userInfo(offline)]).toEqual([200, 200])
    await much(user, client)
    const jtis = await database.refreshToken.findMany({ where: { userId: user.id } })
    const sessions = await sessionsOf(store, user.id)
    const before = await live({ userId: user.id })

    await change(halted(), user)
    expect(await live({ userId: user.id })).toEqual(before)
    for (const { body } of [tokens, offline]) {
      const refreshed = await refresh(app, client, body.refresh_token ?? '')
      expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
    }
    expect([await userInfo(tokens), await userInfo(offline)]).toEqual([401, 401])
    const redeemed = await redeem(app, client, unspent)
    expect([redeemed.status, redeemed.body.error]).toEqual([400, 'invalid_grant'])
    const pkce = { code_challenge: pkcePair().challenge, code_challenge_method: 'S256' }
    const { view } = await browser.visit(authorizePath(client, pkce))
    expect(view?.page).toBe('sign-in')

    open()
    await responsesFollowedUp()
    expect(await live({ userId: user.id })).toEqual([0, 0, 0, 0])
    const entries = await entriesOf(user.id)
    const named = namesIn(entries, 'revokedRefreshTokenJtis')
    expect(named.flat().sort()).toEqual(jtis.map(({ jti }) => jti).sort())
    const ended = namesIn(entries, 'terminatedSessionIdentifiers')
    expect(ended.flat().sort()).toEqual(sessions.map((one) => one.sessionIdentifier).sort())
    const sizes = [...named, ...ended].map(({ length }) => length)
    expect([sizes[0], Math.max(...sizes)]).toEqual([0, part])
    const common = { reason: 'admin_password_set', loggedInUser: 'admin', newGeneration: 1 }
    for (const entry of entries) expect(entry).toMatchObject(common)
  })

  test('keeps the session that is preserved with its tokens', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    await much(user, client)
    const own = await aSession(store, user, [client])
    const { sessionIdentifier } = own
    const bound = await aStoredGrant(store, user, client, { sessionIdentifier })
    const unspent = await aStoredGrant(store, user, client, { sessionIdentifier, used: false })
    const why = { reason: 'password_change', loggedInUser: user.subject } as const
    await adminTransaction(ctx, (tx) => revokeAuthState(tx, user, why, own))
    await responsesFollowedUp()
    // A session, a spent code, two tokens, two grants.
    expect(await live({ userId: user.id })).toEqual([1, 1, 2, 2])
    expect(await store.sessions.findById(own.id)).toMatchObject({ authStateGeneration: 1 })
    for (const { refreshToken } of [bound, unspent]) {
      const token = await store.refreshTokens.findByJti(refreshToken.jti)
      expect(token).toMatchObject({ revoked: false, authStateGeneration: 1 })
    }
    expect(await store.codes.findByHash(unspent.code.codeHash)).toMatchObject({ revoked: true })
  })

  test('keeps what is obtained with the new credentials while the rows follow', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    await much(user, client)
    await change(halted(), user)
    const now = { id: user.id, authStateGeneration: user.authStateGeneration + 1 }
    const { sessionIdentifier } = await aSession(store, now)
    await aStoredGrant(store, now, client, { sessionIdentifier })
    open()
    await responsesFollowedUp()
    expect(await live({ userId: user.id })).toEqual([1, 1, 1, 1])
  })

  test('whose rows could not all follow is told of in the log, and they go with the next change', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    await much(user, client)
    const logged: unknown[] = []
    const failing = watched(ctx, (transactions) => {
      if (transactions > 2) throw new Error('no database')
    })
    const log = Object.assign(openLog('silent'), {
      error: (record: unknown) => void logged.push(record),
    })
    await change({ ...failing, log }, user)
    await responsesFollowedUp()
    expect(logged).toMatchObject([{ userId: user.id }])
    expect(await live({ userId: user.id })).toEqual([many - part, many, many, many])
    await change(ctx, user)
    await responsesFollowedUp()
    expect(await live({ userId: user.id })).toEqual([0, 0, 0, 0])
  })

  test('is told of by one entry where there is little', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    const { refreshToken } = await aStoredGrant(store, user, client)
    await change(ctx, user)
    expect(await live({ userId: user.id })).toEqual([0, 0, 0, 0])
    const entries = await entriesOf(user.id)
    expect(namesIn(entries, 'revokedRefreshTokenJtis')).toEqual([[refreshToken.jti]])
  })
})

describe('a client that becomes public with more than one transaction should revoke', {
  timeout: 60_000,
}, () => {
  const entriesOf = (clientId: number) =>
    auditDetails(database, 'revoked_client_grants', { clientId })
  const isPublic = async (id: number) => (await store.clients.findById(id))?.isPublic

  test('stays confidential until the last of it is revoked, what was issued meanwhile too', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    await much(user, client)
    const where = { clientId: client.id }
    const seen: [unknown, number][] = []
    const watching = watched(ctx, async (transactions) => {
      const [, codes = 0, tokens = 0] = await live(where)
      seen.push([await isPublic(client.id), codes + tokens])
      if (transactions === 2) await aStoredGrant(store, user, client)
    })
    const saved = await makeClientPublicWithAll(watching, client, operator)
    expect([saved.isPublic, await live(where)]).toEqual([true, [0, 0, 0, many + 1]])
    expect(new Set(seen.map(([isPublic]) => isPublic))).toEqual(new Set([false]))
    // Three batches of codes, three of tokens, and the tokens issued since the first batch.
    const left = [2500, 2000, 1502, 1252, 752, 252, 2]
    expect(seen.map(([, count]) => count)).toEqual(left)
    const tokens = await database.refreshToken.findMany({ where })
    const entries = await entriesOf(client.id)
    expect(namesIn(entries, 'revokedRefreshTokenJtis').flat().sort()).toEqual(
      tokens.map(({ jti }) => jti).sort(),
    )
    const counts = entries.map((entry) => Number(entry.revokedCodeCount))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(many + 1)
    const common = { reason: 'client_became_public', loggedInUser: operator.name }
    for (const entry of entries) expect(entry).toMatchObject(common)
    const reasons = await database.refreshToken.groupBy({ by: ['revokedReason'], where })
    expect(reasons.map(({ revokedReason }) => revokedReason)).toEqual(['client_made_public'])
  })

  test('stays confidential when that fails, and becomes public when asked again', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    await much(user, client)
    const failing = watched(ctx, (transactions) => {
      if (transactions > 5) throw new Error('no database')
    })
    await expect(makeClientPublicWithAll(failing, client, operator)).rejects.toThrow('no database')
    expect(await isPublic(client.id)).toBe(false)
    const saved = await makeClientPublicWithAll(ctx, client, operator)
    expect([saved.isPublic, (await live({ clientId: client.id })).slice(0, 3)]).toEqual([
      true,
      [0, 0, 0],
    ])
  })

  test('is told of by one entry where there is little', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    const { refreshToken } = await aStoredGrant(store, user, client)
    await makeClientPublicWithAll(ctx, client, operator)
    expect(await entriesOf(client.id)).toMatchObject([
      { revokedCodeCount: 1, revokedRefreshTokenJtis: [refreshToken.jti] },
    ])
  })
})

test('a part passes over a row that somebody holds', async () => {
  const [user, client] = [await aUser(store), await aClient(store)]
  const held = await aStoredGrant(store, user, client)
  const free = await aStoredGrant(store, user, client)
  const of = { kind: 'client', id: client.id, exceptOfSession: '' } as const
  const why = { revokedAt: ctx.now, revokedReason: 'client_made_public' }
  const end = () =>
    store.adminTransaction((inside) => {
      const range = { after: 0, upTo: free.refreshToken.id, limit: part }
      return inside.activeTokens.revokeBatch('refreshToken', of, range, why)
    })
  const rotated = (tx: Pick<typeof store, 'refreshTokens'>) =>
    tx.refreshTokens.rotate(held.refreshToken.id, ctx.now, '')
  const afterwards = async () => {
    await rotated(store)
    return end()
  }
  // On SQLite, transactions run one at a time, so the other is finished by then.
  const { names } = await (provider === 'sqlite'
    ? afterwards()
    : store.adminTransaction(async (tx) => {
        await rotated(tx)
        return end()
      }))
  expect(names).toEqual([free.refreshToken.jti])
})
