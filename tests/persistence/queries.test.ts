import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { joinedTable } from '#lib/persistence/database/joined.ts'
import { exists } from '#lib/persistence/database/results.ts'
import type { Tables } from '#lib/persistence/database/tables.ts'
import { Prisma } from '#lib/persistence/generated/sqlite/client.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aGroup, aResource, aUser, grantToGroup } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

const { ctx, store } = await testContext()
const { client, provider, database } = await fileDatabase()
const { queries } = database

const models = Object.values(Prisma.ModelName)
const inFirstCase = (model: string) => model.charAt(0).toLowerCase() + model.slice(1)
/** Prisma's own read of all rows of a model. */
const delegate = (model: string) =>
  Reflect.get(client, inFirstCase(model)) as { findMany(): Promise<object[]> }
const tableOf = (model: string) =>
  (/s$|Reach$/.test(model)
    ? inFirstCase(model)
    : `${inFirstCase(model)}s`.replace(/([^aeiou])ys$/, '$1ies')) as keyof Tables
const asText = (row: object) => JSON.stringify(row)

await fillTables()

describe('a row read by the query builder is the row that the client reads:', () => {
  test.each(models)('%s', async (model) => {
    const ours = await queries.selectFrom(tableOf(model)).selectAll().execute()
    const theirs = await delegate(model).findMany()
    expect(ours.map(plain).sort(byText)).toEqual(theirs.map(plain).sort(byText))
  })
})

describe('rows that are joined', () => {
  const session = joinedTable('userSessions')
  const owner = joinedTable('users', ['id', 'enabled', 'createdAt'])
  const withSessions = queries
    .selectFrom('users')
    .leftJoin('userSessions', 'userSessions.userId', 'users.id')
    .select([...owner.columns, ...session.columns])

  test('are each read whole or in part, although their columns have the same names', async () => {
    const { user, session: expected } = await signedIn()
    const [found = {}] = await withSessions.where('users.id', '=', user.id).execute()
    expect(owner.read(found)).toEqual({ id: user.id, enabled: true, createdAt: user.createdAt })
    expect(session.read(found)).toEqual(await store.sessions.findById(expected.id))
  })

  test('are null where an outer join found none', async () => {
    const user = await aUser(store)
    const [found = {}] = await withSessions.where('users.id', '=', user.id).execute()
    expect(owner.read(found)).toMatchObject({ id: user.id })
    expect(session.read(found)).toBeNull()
  })
})

describe('a query', () => {
  test('is answered beside one that the database refuses', async () => {
    const { id } = await aUser(store)
    const refused = queries.selectFrom('users').select(sql`no_such_column`.as('x')).execute()
    const found = exists(queries.selectFrom('users').select('id').where('id', '=', id))
    const [failure, row] = await Promise.allSettled([refused, found])
    expect(failure.status).toBe('rejected')
    expect(row).toEqual({ status: 'fulfilled', value: true })
  })

  test('locks rows on PostgreSQL, and says nothing of locks to SQLite', () => {
    const lock = queries.selectFrom('users').select('id').forNoKeyUpdate().skipLocked().compile()
    expect(lock.sql.trim()).toBe(
      provider === 'sqlite'
        ? 'select "id" from "users"'
        : 'select "id" from "users" for no key update skip locked',
    )
  })

  test('begins no transaction inside one of Prisma', async () => {
    const begun = database.adminTransaction(
      (source) => source.queries.transaction().execute(async () => {}),
      5_000,
    )
    await expect(begun).rejects.toThrow('inside another one')
  })
})

describe('a row that the query builder writes', () => {
  test('may hold a value that the database looks up', async () => {
    const { session } = await signedIn()
    await queries
      .updateTable('userSessions')
      .set((eb) => ({ deviceName: 'before', acrLevel: eb.ref('userAgent'), deviceOs: 'after' }))
      .where('id', '=', session.id)
      .execute()
    expect(await store.sessions.findById(session.id)).toMatchObject({
      deviceName: 'before',
      acrLevel: session.userAgent,
      deviceOs: 'after',
    })
  })

  test('is what the client would have written', async () => {
    const entry = { createdAt: testStart, auditEvent: 'x', details: '{}', requestId: 'r' }
    await queries.insertInto('auditLogs').values([entry, entry]).execute()
    const theirs = await client.auditLog.create({ data: entry })
    const rows = await client.auditLog.findMany({ where: { requestId: 'r' } })
    expect(rows.map((row) => ({ ...row, id: 0 }))).toEqual(Array(3).fill({ ...theirs, id: 0 }))
  })

  test('has the times of its making, in a form that compares as theirs does', async () => {
    const { user } = await signedIn()
    const row = await client.userSession.findFirstOrThrow({ where: { userId: user.id } })
    const minute = { gte: addSeconds(new Date(), -60), lte: addSeconds(new Date(), 60) }
    const where = { id: row.id, createdAt: minute, updatedAt: minute }
    expect(await client.userSession.count({ where })).toBe(1)
  })

  test('has a new time of change after a change', async () => {
    const { session } = await signedIn()
    await client.userSession.update({ where: { id: session.id }, data: { updatedAt: testStart } })
    await store.sessions.update(session.id, { lastAccessed: testStart })
    const row = await store.sessions.findById(session.id)
    expect(row?.updatedAt).not.toEqual(testStart)
  })

  test('takes any text as it is', async () => {
    const userAgent = `' " ? $1 \\ 😀 ${'x'.repeat(400)}`
    const { session } = await signedIn({ userAgent })
    expect((await client.userSession.findUnique({ where: { id: session.id } }))?.userAgent).toBe(
      userAgent,
    )
    expect((await store.sessions.findByIdentifier(session.sessionIdentifier))?.userAgent).toBe(
      userAgent,
    )
  })

  test('twice under a unique name is refused as the client refuses it', async () => {
    const { session } = await signedIn()
    const { cookieHash } = session
    await expect(signedIn({ cookieHash })).rejects.toSatisfy(
      (error: { code?: string }) =>
        error.code === '23505' || error.code === 'SQLITE_CONSTRAINT_UNIQUE',
    )
  })
})

describe('inside a transaction', () => {
  test('queries of the builder and of the client see each other’s rows', async () => {
    const { user } = await signedIn()
    await store.adminTransaction(async (tx) => {
      await tx.users.change(user.id, { nickname: 'by the client' })
      expect((await tx.users.findById(user.id))?.nickname).toBe('by the client')
      const session = await aSession(tx, user)
      expect((await tx.sessions.findById(session.id))?.cookieHash).toBe(session.cookieHash)
    })
  })

  test('queries of the builder are undone with it', async () => {
    const { user } = await signedIn()
    const sessionIdentifier = randomUuid()
    const failed = store.adminTransaction(async (tx) => {
      await aSession(tx, user, [], { sessionIdentifier })
      throw new Error('undo')
    })
    await expect(failed).rejects.toThrow('undo')
    expect(await store.sessions.findByIdentifier(sessionIdentifier)).toBeNull()
  })

  test('each of many at once works on its own connection', async () => {
    const { user } = await signedIn()
    const done = await Promise.all(
      Array.from({ length: 12 }, () =>
        store.adminTransaction(async (tx) => {
          const { id } = await aSession(tx, user)
          return (await tx.sessions.findById(id))?.id === id
        }),
      ),
    )
    expect(done).toEqual(Array(12).fill(true))
  })
})

async function signedIn(overrides: Parameters<typeof aSession>[3] = {}) {
  const user = await aUser(store)
  return { user, session: await aSession(store, user, [], overrides) }
}

/** A row with values of every type in each table that needs no complex setup. */
async function fillTables(): Promise<void> {
  const user = await aUser(store, {
    otpSecretEncrypted: new Uint8Array([0, 1, 255]),
    forgotPasswordCodeIssuedAt: addSeconds(ctx.now, 0.123),
    birthDate: '1815-12-10',
    usernameKey: 'ádå',
  })
  const application = await aClient(store, {
    pkceRequired: false,
    webOrigins: ['https://a.example'],
  })
  await aResource(store, 'direct', ['read', 'write'])
  await grantToGroup(store, await aGroup(store, {}, [user]), 'direct:read')
  const { sessionIdentifier } = await aSession(store, user, [application])
  await aStoredGrant(store, user, application, { sessionIdentifier })
  await store.consents.save(user.id, application.id, 'openid', ctx.now)
  await client.userAttribute.create({ data: { userId: user.id, key: 'k', value: 'v' } })
  await client.lease.create({ data: { name: 'l', holder: 'h', expiresAt: ctx.now } })
  await client.rateLimit.create({ data: { key: 'k', points: 3, expire: null } })
}

function plain(row: object): object {
  const fields = Object.entries(row).map(([name, value]) => {
    const isBytes = ArrayBuffer.isView(value)
    return [name, isBytes ? Buffer.from(value as Uint8Array).toString('hex') : value]
  })
  return Object.fromEntries(fields)
}

function byText(one: object, other: object): number {
  return asText(one) < asText(other) ? -1 : 1
}
