import { describe, expect, test } from 'vitest'
import type { Context } from '#lib/context.ts'
import { deleteClientWithAll, removeUserWithAll } from '#lib/domain/retention/removal.ts'
import { openDatabase } from '#lib/persistence/client.ts'
import type { ParentRecord } from '#lib/persistence/maintenance/dependent-tables.ts'
import { openStore } from '#lib/persistence/store.ts'
import { call } from '#tests/support/api.ts'
import { testContext } from '#tests/support/context.ts'
import { insertCopies } from '#tests/support/copies.ts'
import {
  fileDatabase,
  type OpenDatabase,
  openSeededDatabase,
} from '#tests/support/file-database.ts'
import { aSession, aStoredGrant, auditDetails } from '#tests/support/granted.ts'
import { aClient, aUser, unique } from '#tests/support/people.ts'
import { fixture as adminFixture } from '../api/admin/fixture.ts'

const { ctx, store } = await testContext()
const shared = await fileDatabase()
const { client: database, provider } = shared
const { manager } = await adminFixture()

/** More than one transaction removes. */
const many = 1_250

/** A user with this many tokens, some grants and codes, and a consent, at a new client. */
async function aFixture(count: number, opened: OpenDatabase = shared) {
  const { store } = opened
  const user = await aUser(store)
  const { id } = await aClient(store)
  const client = await store.clients.findWithLists(id)
  if (!client) throw new Error('The client was not stored.')
  const session = await aSession(store, user, [client])
  const { grant, code, refreshToken } = await aStoredGrant(store, user, client, session)
  const fewer = Math.min(count - 1, Math.floor(count / 10))
  const copies = [
    [{ table: 'grants', id: grant.id, unique: ['grant_identifier'] }, fewer],
    [{ table: 'codes', id: code.id, unique: ['code_hash'] }, fewer],
    [{ table: 'refresh_tokens', id: refreshToken.id, unique: ['jti'] }, count - 1],
  ] as const
  for (const [original, times] of copies) await insertCopies(opened, original, times)
  await store.consents.save(user.id, id, 'openid', ctx.now)
  return { user, client }
}

async function left({ kind, id }: ParentRecord): Promise<number[]> {
  const where = kind === 'client' ? { clientId: id } : { userId: id }
  return Promise.all([
    database.refreshToken.count({ where }),
    database.code.count({ where }),
    database.grant.count({ where }),
    database.userConsent.count({ where }),
  ])
}

/** A context that records each batch: its rows, and whether their owner was still enabled. */
function watched(): { readonly ctx: Context; readonly batches: (readonly [number, unknown])[] } {
  const batches: [number, unknown][] = []
  const isEnabled = async ({ kind, id }: ParentRecord) =>
    (kind === 'client' ? await store.clients.findById(id) : await store.users.findById(id))?.enabled
  const removals: typeof store.dependents.removals = (parent) =>
    store.dependents.removals(parent).map((removeBatch) => async (limit) => {
      const removed = await removeBatch(limit)
      batches.push([removed, await isEnabled(parent)])
      return removed
    })
  const dependents = { ...store.dependents, removals }
  return { ctx: { ...ctx, store: { ...store, dependents } }, batches }
}

function remove(ctx: Context, { kind, id }: ParentRecord, { client }: { client: { id: number } }) {
  return kind === 'user'
    ? removeUserWithAll(ctx, id, 'admin')
    : deleteClientWithAll(ctx, client as Parameters<typeof deleteClientWithAll>[1], 'admin')
}

describe.each(['client', 'user'] as const)('a %s', (kind) => {
  const disabling = kind === 'client' ? 'updated_client_settings' : 'updated_user_details'
  const about = (id: number) => (kind === 'client' ? { clientId: id } : { userId: id })
  const entriesOf = async (id: number) =>
    Promise.all(
      [disabling, `deleted_${kind}`].map(
        async (event) => (await auditDetails(database, event, about(id))).length,
      ),
    )

  test('with much is disabled first, and all of it goes a hundred rows at a time', async () => {
    const fixture = await aFixture(many)
    const parent = { kind, id: fixture[kind].id }
    const { ctx, batches } = watched()
    await remove(ctx, parent, fixture)
    expect(Math.max(...batches.map(([removed]) => removed))).toBe(100)
    expect(batches.reduce((sum, [removed]) => sum + removed, 0)).toBeGreaterThanOrEqual(1.2 * many)
    expect(new Set(batches.map(([, isEnabled]) => isEnabled))).toEqual(new Set([false]))
    expect(await left(parent)).toEqual([0, 0, 0, 0])
    expect(await entriesOf(parent.id)).toEqual([1, 1])
  })

  test('with much is removed so by the API', async () => {
    const fixture = await aFixture(many)
    const { id } = fixture[kind]
    expect((await call(manager, 'DELETE', `/${kind}s/${id}`)).status).toBe(200)
    expect([await left({ kind, id }), await entriesOf(id)]).toEqual([
      [0, 0, 0, 0],
      [1, 1],
    ])
  })

  test('with much that could not all be removed stays disabled, and goes when asked again', async () => {
    const fixture = await aFixture(many)
    const parent = { kind, id: fixture[kind].id }
    const removals = () => [() => Promise.reject(new Error('no database'))]
    const dependents = { ...store.dependents, removals }
    const failing = { ...ctx, store: { ...store, dependents } }
    await expect(remove(failing, parent, fixture)).rejects.toThrow('no database')
    const found =
      kind === 'client'
        ? await store.clients.findById(parent.id)
        : await store.users.findById(parent.id)
    expect(found?.enabled).toBe(false)
    // Credentials from before must not work even if the user is enabled again.
    if (found && 'authStateGeneration' in found) {
      expect(found.authStateGeneration).toBe(fixture.user.authStateGeneration + 1)
    }
    await remove(ctx, parent, fixture)
    expect(await left(parent)).toEqual([0, 0, 0, 0])
  })

  test('with little goes in one transaction', async () => {
    const fixture = await aFixture(3)
    const parent = { kind, id: fixture[kind].id }
    const { ctx, batches } = watched()
    await remove(ctx, parent, fixture)
    expect([batches, await left(parent)]).toEqual([[], [0, 0, 0, 0]])
    expect(await entriesOf(parent.id)).toEqual([0, 1])
  })

  test('with much that others go on with keeps what they hold until the end', async () => {
    const fixture = await aFixture(many)
    const parent = { kind, id: fixture[kind].id }
    await store.adminTransaction(async (tx) => {
      const [token] = await database.refreshToken.findMany({ where: about(parent.id), take: 1 })
      if (!token) throw new Error('There is no token.')
      if (provider === 'sqlite') return
      await tx.refreshTokens.rotate(token.id, ctx.now, '')
      // The batches neither wait for the locked row nor fail on it.
      for (const removeBatch of store.dependents.removals(parent)) {
        while ((await removeBatch(500)) === 500);
      }
      expect((await left(parent)).slice(0, 3)).toEqual([1, 1, 1])
    })
    await remove(ctx, parent, fixture)
    expect(await left(parent)).toEqual([0, 0, 0, 0])
  })
})

test('the last administrator with much is refused, and keeps all of it', async () => {
  const holders = await database.user.findMany({
    where: { permissions: { some: { permission: { permissionIdentifier: 'manage' } } } },
  })
  expect(holders).toHaveLength(1)
  const [last] = holders
  const { client } = await aFixture(1)
  const grants = Array.from({ length: many }, () => ({
    grantIdentifier: unique('grant'),
    userId: last?.id ?? 0,
    clientId: client.id,
    sessionIdentifier: '',
    expiresAt: ctx.now,
  }))
  await database.grant.createMany({ data: grants })
  const id = last?.id ?? 0
  await expect(removeUserWithAll(ctx, id, 'admin')).rejects.toMatchObject({
    code: 'LAST_ADMINISTRATOR',
  })
  expect(await database.grant.count({ where: { userId: id } })).toBe(many)
  expect((await store.users.findById(id))?.authStateGeneration).toBe(last?.authStateGeneration)
})

test('a batch is never larger than was asked for, however the database goes about it', async () => {
  const own = await openSeededDatabase()
  const { user } = await aFixture(many, own)
  if (own.provider === 'postgresql') {
    const name = new URL(own.url).pathname.slice(1)
    for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material']) {
      await own.client.$executeRawUnsafe(`ALTER DATABASE "${name}" SET enable_${way} = off`)
    }
  }
  // The settings of a database apply only to new connections.
  const opened = openDatabase(own.url, 1)
  try {
    const { dependents } = openStore(opened)
    for (const removeBatch of dependents.removals({ kind: 'user', id: user.id })) {
      expect(await removeBatch(10)).toBeLessThanOrEqual(10)
    }
  } finally {
    await opened.close()
  }
})
