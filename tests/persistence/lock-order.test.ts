import { describe, test, vi } from 'vitest'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { type AdminTx, adminTransaction, type Tx, transaction } from '#lib/context.ts'
import { changeReachOfClient } from '#lib/domain/clients/account-approvals.ts'
import { saveRedirectUris } from '#lib/domain/clients/client-lists.ts'
import { makeClientPublic } from '#lib/domain/clients/client-secret.ts'
import { deleteClient } from '#lib/domain/clients/clients.ts'
import { saveConsent, withdrawConsent } from '#lib/domain/clients/consents.ts'
import { removeGroup } from '#lib/domain/groups/groups.ts'
import { guardMembershipSave, leaveGroup, saveMemberships } from '#lib/domain/groups/memberships.ts'
import { guardClient, guardUser } from '#lib/domain/permissions/administrators.ts'
import { operator } from '#lib/domain/permissions/caller.ts'
import { guardGrantSave, saveGrants } from '#lib/domain/permissions/permission-grants.ts'
import { savePermissionList } from '#lib/domain/resources/resource-permissions.ts'
import { removeResource } from '#lib/domain/resources/resources.ts'
import { revokeAuthState, revokeGrant } from '#lib/domain/retention/revocation.ts'
import { bumpRefreshedSession, bumpSession, joinSession } from '#lib/domain/sessions/sessions.ts'
import { endSession } from '#lib/domain/sessions/user-sessions.ts'
import {
  changeUser,
  lockUser,
  removeUser,
  setEnabled,
  setPassword,
} from '#lib/domain/users/users.ts'
import {
  issueTransaction,
  type PlannedRefreshToken,
  planOfflineToken,
  planSessionToken,
  storeRefreshToken,
} from '#lib/protocol/token/refresh.ts'
import { isStillEntitled, spendIfEntitled } from '#lib/protocol/token/user-tokens.ts'
import { testContext } from '#tests/support/context.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { anInteraction } from '#tests/support/interactions.ts'
import { aClient, aGroup, aResource, aUser, grantToUser, unique } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { type Deed as AnyDeed, expectNoDeadlock, Gone } from './two-at-once.ts'

// Each test starts dozens of pairs of transactions.
vi.setConfig({ testTimeout: 120_000 })

const { ctx, store } = await testContext()

/** A user with a session and an interaction, a consent, and a grant whose expiry every stored token extends. */
async function aFixture(offline: boolean) {
  const user = await aUser(store, { forgotPasswordCodeHash: randomToken() })
  const client = await aClient(store)
  const session = await aSession(store, user, [client])
  const { sessionIdentifier } = session
  const createdAt = new Date(testStart.getTime() - 3 * 86_400_000)
  const origin = { sessionIdentifier, offline, used: false, createdAt }
  const { grant, code, refreshToken } = await aStoredGrant(store, user, client, origin)
  const plan: PlannedRefreshToken = offline
    ? planOfflineToken(ctx, client, 'openid', null)
    : planSessionToken(ctx, client, 'openid', session)
  const { authenticatedAt, acrLevel, authMethods, authStateGeneration } = code
  const authentication = { user, authenticatedAt, acrLevel, authMethods, authStateGeneration }
  const interaction = await anInteraction(store, client, { userId: user.id })
  const consent = await store.consents.save(user.id, client.id, 'openid', testStart)
  const asked = { user, client, session, interaction, consent }
  return { ...asked, grant, code, refreshToken, plan, authentication }
}

/** The same fixture, plus permissions of a resource for the user, the client and a group of the user. */
async function aFixtureWithRights() {
  const fixture = await aFixture(false)
  const group = await aGroup(store, {}, [fixture.user])
  const resource = await aResource(store, unique('resource'), ['read', 'write'])
  const ids = resource.permissions.map(({ id }) => id)
  for (const [kind, { id }] of [
    ['user', fixture.user],
    ['client', fixture.client],
    ['group', group],
  ] as const)
    await store.permissionGrants.add({ kind, id }, ids, testStart)
  return { ...fixture, group, resource }
}

type Fixture = Awaited<ReturnType<typeof aFixture>>
type Deed = AnyDeed<Fixture>
type FixtureWithRights = Awaited<ReturnType<typeof aFixtureWithRights>>

/** As at the token endpoint. */
const redeem: Deed = (ctx, { client, grant, code, plan, authentication }) => {
  const work = async (tx: Tx) => {
    const done = await Promise.all([
      isStillEntitled(tx, client, authentication, plan.sessionIdentifier),
      tx.store.codes.spend(code.id, tx.now),
    ])
    if (!done.every(Boolean)) throw new Gone()
    await storeRefreshToken(tx, plan, {
      grant,
      codeId: code.id,
      client,
      authentication,
      parent: null,
      dpopJkt: '',
    })
  }
  return issueTransaction(ctx, plan, grant, work)
}

const refresh: Deed = (ctx, fixture) => {
  const { client, session, grant, refreshToken: parent, plan, authentication } = fixture
  const work = async (tx: Tx) => {
    const spend = () => tx.store.refreshTokens.rotate(parent.id, tx.now, '')
    if (!(await spendIfEntitled(tx, client, authentication, plan.sessionIdentifier, spend))) {
      throw new Gone()
    }
    await storeRefreshToken(tx, plan, {
      grant,
      codeId: parent.codeId,
      client,
      authentication,
      parent,
      dpopJkt: '',
    })
    if (plan.sessionIdentifier !== '') await bumpRefreshedSession(tx, session, client.id)
  }
  return issueTransaction(ctx, plan, grant, work)
}

/** As at the end of a sign-in. */
const signOn: Deed = (ctx, { user, client, session, interaction }) =>
  transaction(ctx, async (tx) => {
    const [, held, there] = await Promise.all([
      tx.store.users.hold(user.id),
      tx.store.sessions.lock(session.sessionIdentifier),
      tx.store.clients.findById(client.id),
    ])
    if (!held || !there) throw new Gone()
    await bumpSession(tx, held, client.id)
    await joinSession(tx, held.sessionIdentifier, client)
    if (!(await tx.store.interactions.change(interaction, { completedAt: tx.now })))
      throw new Gone()
    await storeGrant(tx, user.id, client.id, session.sessionIdentifier)
  })

async function storeGrant(tx: Tx, userId: number, clientId: number, sessionIdentifier: string) {
  await tx.store.grants.insert({
    userId,
    clientId,
    sessionIdentifier,
    createdAt: tx.now,
    grantIdentifier: randomUuid(),
    grantType: 'authorization_code',
    expiresAt: addSeconds(tx.now, 60),
  })
}

const inTransaction =
  <S extends Fixture = Fixture>(work: (tx: AdminTx, fixture: S) => Promise<unknown>): AnyDeed<S> =>
  (ctx, fixture) =>
    adminTransaction(ctx, (tx) => work(tx, fixture))

/** As on the consent page, when `openid` is already approved. */
const approveOnly = (ticked: readonly string[]): Deed =>
  inTransaction(async (tx, { interaction, user, client }) => {
    if (!(await tx.store.users.lock(user.id))) throw new Gone()
    const change = { consentedScope: ticked.join(' ') }
    if (!(await tx.store.interactions.change(interaction, change))) throw new Gone()
    await saveConsent(tx, user, client.id, { shown: ['openid', 'email'], ticked })
  })
const approve = approveOnly(['openid', 'email'])
const narrow = approveOnly(['email'])

/** As in the password grant. */
const grantByPassword = inTransaction(async (tx, { client, user, authentication }) => {
  const there = await tx.store.clients.lock(client.id)
  if (!there || !(await isStillEntitled(tx, client, authentication, ''))) throw new Gone()
  await storeGrant(tx, user.id, client.id, '')
})

const byUser = { loggedInUser: '' }
const revocations: readonly [string, Deed][] = [
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
    inTransaction((tx, { user }) => setPassword(tx, user, 'a hash', 'admin')),
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
  [
    'the disabling of the user',
    inTransaction((tx, { user }) => setEnabled(tx, user.id, false, 'admin')),
  ],
  ['the answer to a replay', inTransaction((tx, { grant }) => revokeGrant(tx, grant.id, 'replay'))],
  [
    'a client that becomes public',
    inTransaction((tx, { client }) => makeClientPublic(tx, client.id, 'admin')),
  ],
]

const removeClient: Deed = inTransaction((tx, { client }) => deleteClient(tx, client, 'admin'))
/** As the cleaner does, which asks at the end whether the client is still unused. */
const removeUnusedClient: Deed = inTransaction((tx, { client }) =>
  tx.store.clients.remove(client.id, async () => true),
)
const removeConsent: Deed = inTransaction((tx, { consent }) =>
  withdrawConsent(tx, consent, { event: 'deleted_user_consent', ...byUser }),
)
const endings: readonly [string, Deed][] = [
  ...revocations,
  ['the removal of the client', removeClient],
  ['the removal of the user', inTransaction((tx, { user }) => removeUser(tx, user.id, 'admin'))],
]

const removals: readonly [string, AnyDeed<FixtureWithRights>][] = [
  ...endings.slice(revocations.length),
  ['the removal of the consent', removeConsent],
  [
    'the removal of the group',
    inTransaction<FixtureWithRights>((tx, { group }) => removeGroup(tx, group.id, operator)),
  ],
  [
    'the removal of the resource',
    inTransaction<FixtureWithRights>((tx, { resource }) =>
      removeResource(tx, resource.id, operator),
    ),
  ],
  [
    'the removal of its permissions',
    inTransaction<FixtureWithRights>((tx, { resource }) => {
      const expected = resource.permissions
      return savePermissionList(tx, { resource, wanted: [], expected, caller: operator })
    }),
  ],
]

const granular = {
  caller: { ...operator, scopes: ['authserver:manage-users', 'authserver:manage-clients'] },
  method: 'PUT',
  route: '/api/v1/admin/users/{id}',
}

/** Writes with a granular token, which the policy authorizes again inside the transaction. */
const judgedWrites: readonly [string, AnyDeed<FixtureWithRights>][] = [
  [
    'a password that a granular token sets',
    async (ctx, { user }) =>
      adminTransaction(await guardUser(ctx, granular, user.id), (tx) =>
        setPassword(tx, user, 'a hash', 'admin'),
      ),
  ],
  [
    'the disabling by a granular token',
    async (ctx, { user }) =>
      adminTransaction(await guardUser(ctx, granular, user.id, { mayTakeManage: true }), (tx) =>
        setEnabled(tx, user.id, false, 'admin'),
      ),
  ],
  [
    'the permissions that a granular token saves',
    async (ctx, { user }) => {
      const save = { holder: { kind: 'user', id: user.id }, wanted: [] } as const
      await adminTransaction(await guardGrantSave(ctx, granular, save), (tx) =>
        saveGrants(tx, { ...save, expected: null, caller: granular.caller }),
      )
    },
  ],
  [
    'the groups that a granular token saves',
    async (ctx, { user }) => {
      const save = { userId: user.id, wanted: [] } as const
      await adminTransaction(await guardMembershipSave(ctx, granular, save), (tx) =>
        saveMemberships(tx, { ...save, expected: null, caller: granular.caller }),
      )
    },
  ],
  [
    'the removal of a client by a granular token',
    async (ctx, { client }) =>
      adminTransaction(await guardClient(ctx, granular, client), (tx) =>
        deleteClient(tx, client, 'admin'),
      ),
  ],
]

/** The same fixture, with an administrator who lets the client manage the account. */
async function aFixtureWithApproval() {
  const fixture = await aFixtureWithRights()
  await grantToUser(store, fixture.user, 'authserver:admin-read')
  const scope = 'openid authserver:manage-account'
  await store.consents.save(fixture.user.id, fixture.client.id, scope, testStart)
  return fixture
}

/** Changes with a granular token that revoke the user's approval. */
const reachingFurther: readonly [string, AnyDeed<FixtureWithRights>][] = [
  [
    'another redirect URI',
    inTransaction<FixtureWithRights>((tx, { client }) =>
      changeReachOfClient(tx, client.id, granular.caller, () => {
        const list = { wanted: ['https://evil.example/cb'], expected: null }
        return saveRedirectUris(tx, client.id, list, 'granular')
      }),
    ),
  ],
  [
    'a client that a granular token makes public',
    inTransaction<FixtureWithRights>((tx, { client }) =>
      changeReachOfClient(tx, client.id, granular.caller, () =>
        makeClientPublic(tx, client.id, 'granular'),
      ),
    ),
  ],
]

const promotions: readonly [string, AnyDeed<FixtureWithRights>][] = [
  [
    'a permission that the user is granted',
    async (ctx, { user }) =>
      adminTransaction(ctx, async (tx) => {
        const manage = await tx.store.permissions.find('authserver', 'manage')
        const holder = { kind: 'user', id: user.id } as const
        const wanted = manage ? [manage.id] : []
        await saveGrants(tx, { holder, wanted, expected: null, caller: operator })
      }),
  ],
  [
    'a permission that the group is granted',
    async (ctx, { group }) =>
      adminTransaction(ctx, async (tx) => {
        const manage = await tx.store.permissions.find('authserver', 'manage')
        const holder = { kind: 'group', id: group.id } as const
        const wanted = manage ? [manage.id] : []
        await saveGrants(tx, { holder, wanted, expected: null, caller: operator })
      }),
  ],
  [
    'the end of the membership',
    inTransaction<FixtureWithRights>((tx, { user, group }) =>
      leaveGroup(tx, { userId: user.id, groupId: group.id, caller: operator }),
    ),
  ],
]

/** Pairs each item with itself and with all later ones. */
function pairsOf<D>(named: readonly [string, D][]) {
  return named.flatMap(([one, deed], i) =>
    named.slice(i).map(([other, second]) => [one, other, deed, second] as const),
  )
}

describe.each([
  ['the redemption of a code', redeem, false],
  ['the redemption of a code for offline access', redeem, true],
  ['a refresh', refresh, false],
  ['an offline refresh', refresh, true],
  ['a sign-on', signOn, false],
  ['the approval of a consent', approve, false],
  ['the narrowing of a consent', narrow, false],
  ['the password grant', grantByPassword, true],
])('%s never ends in a deadlock with', (_, deed, offline) => {
  test.each(endings)('%s', async (_, ending) => {
    await expectNoDeadlock(ctx, () => aFixture(offline), deed, ending)
  })
})

describe('never end in a deadlock:', () => {
  test.each([
    ['the approval', 'the removal', approve, removeConsent],
    ['the narrowing', 'the removal', narrow, removeConsent],
    ['the narrowing', 'the approval', narrow, approve],
    ['the narrowing', 'the narrowing', narrow, narrow],
  ] as const)('%s and %s of a consent', async (_, __, one, other) => {
    await expectNoDeadlock(ctx, () => aFixture(false), one, other)
  })

  test.each([
    ['the approval of a consent', approve],
    ['the redemption of a code', redeem],
    ['a sign-on', signOn],
    ['the removal of the client', removeClient],
  ])('%s and the removal of an unused client', async (_, deed) => {
    await expectNoDeadlock(ctx, () => aFixture(false), deed, removeUnusedClient)
  })

  // Without the pairs of client and user removals, which are tested below.
  test.each(pairsOf(endings).slice(0, -3))('%s and %s', async (_, __, one, other) => {
    await expectNoDeadlock(ctx, () => aFixture(false), one, other)
  })

  test.each(pairsOf(removals))('%s and %s', async (_, __, one, other) => {
    await expectNoDeadlock(ctx, aFixtureWithRights, one, other)
  })

  test.each(pairsOf(judgedWrites))('%s and %s', async (_, __, one, other) => {
    await expectNoDeadlock(ctx, aFixtureWithRights, one, other)
  })

  test.each(
    judgedWrites.flatMap(([name, deed]) =>
      [
        ...promotions,
        ...removals,
        ['a sign-on', signOn] as const,
        ['a refresh', refresh] as const,
        ['the redemption of a code', redeem] as const,
      ].map(
        ([other, second]) => [name, other, deed, second as AnyDeed<FixtureWithRights>] as const,
      ),
    ),
  )('%s and %s', async (_, __, one, other) => {
    await expectNoDeadlock(ctx, aFixtureWithRights, one, other)
  })

  test.each(
    reachingFurther.flatMap(([name, deed]) =>
      [
        ...removals,
        ...reachingFurther,
        ['a sign-on', signOn] as const,
        ['a refresh', refresh] as const,
        ['the redemption of a code', redeem] as const,
        ['the approval of a consent', approve] as const,
        ['the narrowing of a consent', narrow] as const,
      ].map(
        ([other, second]) => [name, other, deed, second as AnyDeed<FixtureWithRights>] as const,
      ),
    ),
  )('%s and %s', async (_, __, one, other) => {
    await expectNoDeadlock(ctx, aFixtureWithApproval, one, other)
  })
})
