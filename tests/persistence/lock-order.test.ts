import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { briefTransaction, type Context, type Tx, transaction } from '#lib/context.ts'
import { makeClientPublic } from '#lib/domain/client-secret.ts'
import { revokeAuthState, revokeGrant } from '#lib/domain/revocation.ts'
import { bumpSession } from '#lib/domain/sessions.ts'
import { endSession } from '#lib/domain/user-sessions.ts'
import { changeUser, lockUser, removeUser, setPassword } from '#lib/domain/users.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { randomToken } from '#lib/kernel/random.ts'
import type { Store } from '#lib/persistence/store.ts'
import {
  type PlannedRefreshToken,
  planOfflineToken,
  planSessionToken,
  storeRefreshToken,
} from '#lib/protocol/token/refresh.ts'
import { isStillEntitled, spendIfEntitled } from '#lib/protocol/token/user-tokens.ts'
import { testContext } from '#tests/support/context.ts'
import { testProvider } from '#tests/support/databases.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

const { ctx, store } = await testContext()

/** What is to be done is no longer there. */
class Gone extends Error {}

/** A user on a session, with a grant whose row has to be kept longer when a token is stored. */
async function aScene(offline: boolean) {
  const user = await aUser(store, { forgotPasswordCodeHash: randomToken() })
  const client = await aClient(store)
  const session = await aSession(store, user, [client])
  const { sessionIdentifier } = session
  const createdAt = new Date(testStart.getTime() - 3 * 86_400_000)
  const origin = { sessionIdentifier, offline, used: false, createdAt }
  const { grant, code, refreshToken } = await aStoredGrant(store, user, client, origin)
  const plan: PlannedRefreshToken = offline
    ? planOfflineToken(ctx, client, 'openid', null)
    : planSessionToken(ctx, 'openid', session)
  const { authenticatedAt, acrLevel, authMethods, authStateGeneration } = code
  const authentication = { user, authenticatedAt, acrLevel, authMethods, authStateGeneration }
  return { user, client, session, grant, code, refreshToken, plan, authentication }
}

type Scene = Awaited<ReturnType<typeof aScene>>
type Deed = (ctx: Context, scene: Scene) => Promise<unknown>

/** As the token endpoint does it. */
const redeem: Deed = (ctx, { client, grant, code, plan, authentication }) =>
  briefTransaction(ctx, async (tx) => {
    const done = await Promise.all([
      isStillEntitled(tx, authentication, plan.sessionIdentifier),
      tx.store.codes.spend(code.id, tx.now),
    ])
    if (!done.every(Boolean)) throw new Gone()
    storeRefreshToken(tx, plan, { grant, codeId: code.id, client, authentication, parent: null })
  })

const refresh: Deed = (ctx, scene) =>
  briefTransaction(ctx, async (tx) => {
    const { client, session, grant, refreshToken: parent, plan, authentication } = scene
    const spend = () => tx.store.refreshTokens.rotate(parent.id, tx.now)
    if (!(await spendIfEntitled(tx, authentication, plan.sessionIdentifier, spend))) {
      throw new Gone()
    }
    storeRefreshToken(tx, plan, { grant, codeId: parent.codeId, client, authentication, parent })
    if (plan.sessionIdentifier !== '') bumpSession(tx, session, client.id)
  })

const signOn: Deed = (ctx, { user, client, session }) =>
  briefTransaction(ctx, async (tx) => {
    const [, held] = await Promise.all([
      tx.store.users.hold(user.id),
      tx.store.sessions.lock(session.sessionIdentifier),
    ])
    if (!held) throw new Gone()
    bumpSession(tx, held, client.id)
  })

const inTransaction =
  (work: (tx: Tx, scene: Scene) => Promise<unknown>): Deed =>
  (ctx, scene) =>
    transaction(ctx, (tx) => work(tx, scene))

const byUser = { loggedInUser: '' }
const endings: readonly [string, Deed][] = [
  ['the end of the session', inTransaction((tx, { session }) => endSession(tx, session, 'admin'))],
  [
    'a password change in that session',
    inTransaction(async (tx, { user, session }) => {
      const now = await lockUser(tx, user.id)
      const held = await tx.store.sessions.lock(session.sessionIdentifier)
      await revokeAuthState(tx, now, { reason: 'password_change', ...byUser }, held)
    }),
  ],
  [
    'a password that an administrator sets',
    inTransaction((tx, { user }) => setPassword(tx, user.id, 'a hash', 'admin')),
  ],
  [
    'a password reset',
    inTransaction(async (tx, { user }) => {
      const change = { forgotPasswordCodeHash: null }
      const changed = await changeUser(tx, user.id, change, {
        event: 'changed_password',
        ...byUser,
      })
      await revokeAuthState(tx, changed, { reason: 'password_reset', ...byUser })
    }),
  ],
  ['the answer to a replay', inTransaction((tx, { grant }) => revokeGrant(tx, grant.id, 'replay'))],
  [
    'a client that becomes public',
    inTransaction((tx, { client }) => makeClientPublic(tx, client.id, 'admin')),
  ],
  ['the removal of the user', inTransaction((tx, { user }) => removeUser(tx, user.id, 'admin'))],
]

/** A context over a store that rests after one of its statements, and how often its transaction was begun. */
function watched(restAfter: number, rest: () => Promise<unknown>) {
  let statements = 0
  let tries = 0
  const rested = (inner: Store): Store => {
    const repository = (named: object) =>
      new Proxy(named, {
        get(target, name) {
          const ask = Reflect.get(target, name)
          return (...values: unknown[]) => {
            const asked = ask(...values)
            if (!(asked instanceof Promise) || ++statements !== restAfter) return asked
            return asked.finally(rest)
          }
        },
      })
    return new Proxy(inner, {
      get(target, name) {
        const found = Reflect.get(target, name)
        return typeof found === 'object' ? repository(found) : found
      },
    })
  }
  const open =
    (begin: Store['transaction']): Store['transaction'] =>
    (work, ending) =>
      begin((inner) => {
        tries++
        return work(rested(inner))
      }, ending)
  const slow = {
    ...store,
    transaction: open(store.transaction),
    briefTransaction: open(store.briefTransaction),
  }
  return { ctx: { ...ctx, store: slow }, tries: () => tries }
}

/** On SQLite the second one waits for its turn. */
const asFarAsItGetsMillis = testProvider() === 'postgresql' ? 150 : 0

/** How often two deeds were tried, the second of which came after a statement of the first. */
async function triesOf(first: Deed, second: Deed, offline: boolean, after: number) {
  const scene = await aScene(offline)
  const done = async (deed: Deed, ctx: Context) => {
    await deed(ctx, scene).catch((error: unknown) => {
      if (!(error instanceof Gone || error instanceof Refusal)) throw error
    })
  }
  const other = watched(0, async () => {})
  let others: Promise<void> | undefined
  const one = watched(after, () => {
    others = done(second, other.ctx)
    return Promise.race([others, sleep(asFarAsItGetsMillis)])
  })
  await done(first, one.ctx)
  await others
  return { first: one.tries(), second: other.tries() }
}

const atOnce = { first: 1, second: 1 }
/** The first one had fewer statements than that. */
const alone = { first: 1, second: 0 }

// A deadlock ends one of the two after a second, and it is tried again.
describe.each([
  ['the redemption of a code', redeem, false],
  ['the redemption of a code for offline access', redeem, true],
  ['a refresh', refresh, false],
  ['an offline refresh', refresh, true],
  ['a sign-on', signOn, false],
])('%s never ends in a deadlock with', (_, deed, offline) => {
  test.each(endings)('%s', async (_, ending) => {
    const statements = Array.from({ length: 10 }, (_, i) => i + 1)
    const tries = await Promise.all(
      statements.flatMap((after) => [
        triesOf(deed, ending, offline, after),
        triesOf(ending, deed, offline, after),
      ]),
    )
    expect(tries).toContainEqual(atOnce)
    for (const each of tries) expect([atOnce, alone]).toContainEqual(each)
  })
})
