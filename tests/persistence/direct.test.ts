import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/kernel/clock.ts'
import { randomUuid } from '#lib/kernel/random.ts'
import { direct, LookedUp } from '#lib/persistence/direct.ts'
import { type Model, tableOf } from '#lib/persistence/tables.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aGroup, aResource, aUser, grantToGroup } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

const { ctx, store } = await testContext()
const { client } = await fileDatabase()
const sql = direct(client.$database.connection)

/** The client's own way of reading every row of a model. */
const delegate = (model: Model) => {
  const name = model.charAt(0).toLowerCase() + model.slice(1)
  return Reflect.get(client, name) as { findMany(): Promise<object[]> }
}
const models = Object.keys(tableOf) as Model[]
const asText = (row: object) => JSON.stringify(row)

await fillTables()

describe('a row read directly is the row that the client reads:', () => {
  test.each(models)('%s', async (model) => {
    const [ours, theirs] = [await sql.all(model, ''), await delegate(model).findMany()]
    expect(ours.map(plain).sort(byText)).toEqual(theirs.map(plain).sort(byText))
  })

  test('columns of every model are known', () => {
    for (const model of models) expect(tableOf[model].columns.length).toBeGreaterThan(1)
  })
})

describe('rows that are joined', () => {
  const from = 'FROM "user_sessions" JOIN "users" ON "users"."id" = "user_sessions"."user_id"'

  test('may be read in part', async () => {
    const { user, session } = await signedIn()
    const found = await sql.joined(
      ['UserSession', ['User', 'id', 'enabled', 'createdAt']],
      `${from} WHERE "user_sessions"."id" = ?`,
      session.id,
    )
    const part = { id: user.id, enabled: true, createdAt: user.createdAt }
    expect(found).toEqual([[await store.sessions.findById(session.id), part]])
  })

  test('are null where an outer join found none, in part as well', async () => {
    const user = await aUser(store)
    const outer = from.replace('"user_sessions" JOIN "users"', '"users" LEFT JOIN "user_sessions"')
    const where = `${outer} WHERE "users"."id" = ?`
    const found = await sql.joined(
      [
        ['User', 'id'],
        ['UserSession', 'userId'],
      ],
      where,
      user.id,
    )
    expect(found).toEqual([[{ id: user.id }, null]])
  })
})

describe('a row that a key finds', () => {
  const from = 'FROM "users" LEFT JOIN "user_sessions" ON "user_sessions"."user_id" = "users"."id"'
  const aRow = async () => {
    const { id } = await aUser(store)
    return client.user.findUniqueOrThrow({ where: { id } })
  }

  test('is the same alone, beside others of its turn, and in a transaction', async () => {
    const users = [await aRow(), await aRow(), await aRow()]
    const find = (id: number, mine = sql) =>
      Promise.all([
        mine.one('User', 'WHERE "id" = ?', id),
        mine.oneJoined(['User', 'UserSession'], `${from} WHERE "users"."id" = ?`, id),
      ])
    const together = await Promise.all(users.map(({ id }) => find(id)))
    expect(together).toEqual(users.map((user) => [user, [user, null]]))
    for (const user of users) {
      const inside = await client.$database.transaction({
        run: (mine) => find(user.id, direct(mine)),
        limitMillis: 5_000,
      })
      expect([await find(user.id), inside]).toEqual(Array(2).fill([user, [user, null]]))
    }
  })

  test('is null where there is none, and so is a joined one', async () => {
    const none = [
      sql.one('User', 'WHERE "id" = ?', -1),
      sql.oneJoined(['User'], `${from} WHERE "users"."id" = ?`, -1),
    ]
    expect(await Promise.all(none)).toEqual([null, null])
  })

  test('is found beside one that the database refuses', async () => {
    const user = await aRow()
    const refused = sql.one('User', 'WHERE "no_such_column" = ?', 1)
    const found = sql.one('User', 'WHERE "id" = ?', user.id)
    const [failure, row] = await Promise.allSettled([refused, found])
    expect(failure.status).toBe('rejected')
    expect(row).toEqual({ status: 'fulfilled', value: user })
  })
})

describe('a row written directly', () => {
  test('may hold a value that is looked up while it is written', async () => {
    const { session } = await signedIn()
    const acrLevel = new LookedUp(
      '(SELECT "user_agent" FROM "user_sessions" WHERE "id" = ?)',
      session.id,
    )
    const change = { deviceName: 'before', acrLevel, deviceOs: 'after' }
    expect(await sql.change('UserSession', change, 'WHERE "id" = ?', session.id)).toBe(1)
    expect(await store.sessions.findById(session.id)).toMatchObject({
      deviceName: 'before',
      acrLevel: session.userAgent,
      deviceOs: 'after',
    })
  })

  test('is what the client would have written', async () => {
    const entry = { createdAt: testStart, auditEvent: 'x', details: '{}', requestId: 'r' }
    await sql.insertAll('AuditLog', [entry, entry])
    const theirs = await client.auditLog.create({ data: entry })
    const rows = await client.auditLog.findMany({ where: { requestId: 'r' } })
    expect(rows.map((row) => ({ ...row, id: 0 }))).toEqual(Array(3).fill({ ...theirs, id: 0 }))
  })

  test('has the columns that the clock fills in, in a form that compares as theirs does', async () => {
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

  test('refuses a field that the model does not have', async () => {
    const fields = { auditEvent: 'x', stranger: 1 } as object
    await expect(async () => sql.insert('AuditLog', fields)).rejects.toThrow('stranger')
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
  test('direct statements and those of the client see each other’s rows', async () => {
    const { user } = await signedIn()
    await store.transaction(async (tx) => {
      await tx.users.change(user.id, { nickname: 'by the client' })
      expect((await tx.users.findById(user.id))?.nickname).toBe('by the client')
      const session = await aSession(tx, user)
      expect((await tx.sessions.findById(session.id))?.cookieHash).toBe(session.cookieHash)
    })
  })

  test('direct statements are undone with it', async () => {
    const { user } = await signedIn()
    const sessionIdentifier = randomUuid()
    const failed = store.transaction(async (tx) => {
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
        store.transaction(async (tx) => {
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

/** A row in each table that can have one without much ado, with values of every type. */
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
