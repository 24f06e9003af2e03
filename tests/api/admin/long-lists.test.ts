import { beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '#lib/cli/configuration/read.ts'
import type { Tables } from '#lib/persistence/database/tables.ts'
import { call } from '#tests/support/api.ts'
import { testContext } from '#tests/support/context.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aGroup, aUser, grantToGroup } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from './fixture.ts'

/**
 * The most ids that a save accepts. Prisma puts fewer values into a statement for SQLite, and does not split
 * every statement.
 */
const many = 1_000

interface WithId {
  readonly id: number
}

const { app, ask, database, entriesOf, granular, manager, refusal, store } = await fixture()
/** Inserts thousands of rows at once, which takes Prisma seconds. */
const { queries } = app.runtime.database
const onlyCreated = { createdAt: testStart }
const stamps = { createdAt: testStart, updatedAt: testStart }
async function insertAll(table: keyof Tables, rows: readonly object[], common: object = stamps) {
  await queries
    .insertInto(table)
    .values(rows.map((row) => ({ ...common, ...row })) as never)
    .execute()
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
const idsOf = (rows: readonly WithId[]) => rows.map(({ id }) => id)
const unknownIds = (count: number) => numbers(count).map((i) => 10_000_000 + i)

describe('clients', () => {
  const identifier = (i: number) => `many-${String(i).padStart(4, '0')}`
  let clients: readonly (WithId & { readonly clientIdentifier: string })[]

  beforeAll(async () => {
    const columns = { defaultAcrLevel: 'urn:authserver:level1', createdViaDcr: true }
    await insertAll(
      'clients',
      numbers(many).map((i) => ({ ...columns, clientIdentifier: identifier(i) })),
    )
    clients = await database.client.findMany({
      where: { clientIdentifier: { startsWith: 'many-' } },
      orderBy: { clientIdentifier: 'asc' },
    })
    await insertAll(
      'clientRedirectUris',
      ['z', 'a'].flatMap((path) =>
        clients.map(({ id }) => ({ clientId: id, uri: `https://${id}.example/${path}` })),
      ),
      onlyCreated,
    )
    await insertAll(
      'clientWebOrigins',
      clients.map(({ id }) => ({ clientId: id, origin: `https://${id}.example` })),
      onlyCreated,
    )
  })

  test('a thousand are listed by identifier, each with its own lists in the order of adding', async () => {
    const { status, body } = await ask<{
      clients: readonly {
        readonly id: number
        readonly clientIdentifier: string
        readonly redirectURIs: readonly { readonly uri: string }[]
        readonly webOrigins: readonly { readonly origin: string }[] | null
      }[]
    }>('GET', '/clients')
    expect(status).toBe(200)
    const listed = body.clients.filter((one) => one.clientIdentifier.startsWith('many-'))
    expect(listed.map((one) => one.clientIdentifier)).toEqual(numbers(many).map(identifier))
    for (const { id, redirectURIs, webOrigins } of listed) {
      const site = `https://${id}.example`
      expect(redirectURIs.map(({ uri }) => uri)).toEqual([`${site}/z`, `${site}/a`])
      expect(webOrigins?.map(({ origin }) => origin)).toEqual([site])
    }
    const bare = body.clients.find((one) => one.clientIdentifier === 'admin-console-client')
    expect(bare).toMatchObject({ webOrigins: null })
  })

  test('an export is made of an installation with a thousand', async () => {
    const { ctx } = await testContext()
    const uris = ['https://exported.example/b', 'https://exported.example/a']
    const { clientIdentifier } = await aClient(store, { redirectUris: uris })
    expect(await readConfiguration(ctx, false)).toMatchObject({
      clients: expect.arrayContaining([
        expect.objectContaining({ clientIdentifier, redirectURIs: uris.toSorted() }),
      ]),
    })
  })

  test('of a user who consented to a thousand, every consent is listed', async () => {
    const user = await aUser(store)
    await insertAll(
      'userConsents',
      clients.map(({ id }) => ({
        userId: user.id,
        clientId: id,
        scope: 'openid',
        grantedAt: testStart,
      })),
    )
    const { status, body } = await ask<{ consents: readonly { clientIdentifier: string }[] }>(
      'GET',
      `/users/${user.id}/consents`,
    )
    expect(status).toBe(200)
    expect(body.consents.map((one) => one.clientIdentifier)).toEqual(numbers(many).map(identifier))
  })

  test('of a user with a thousand sessions, every one is listed with its clients in the order of joining', async () => {
    const user = await aUser(store)
    const { id: _, cookie: __, cookieHash, ...columns } = await aSession(store, user)
    const [first, second] = [clients[1], clients[0]]
    await insertAll(
      'userSessions',
      numbers(many).map((i) => ({
        ...columns,
        cookieHash: `${i}`,
        sessionIdentifier: `many-${i}`,
        lastAccessed: new Date(testStart.getTime() - i),
      })),
    )
    await database.userSession.deleteMany({ where: { cookieHash } })
    const sessions = await database.userSession.findMany({ where: { userId: user.id } })
    const used = { started: testStart, lastAccessed: testStart }
    await insertAll(
      'userSessionClients',
      [first, second].flatMap((client) =>
        sessions.map(({ id }) => ({ ...used, userSessionId: id, clientId: client?.id ?? 0 })),
      ),
    )
    const { status, body } = await ask<{
      sessions: readonly { sessionIdentifier: string; clientIdentifiers: readonly string[] }[]
    }>('GET', `/users/${user.id}/sessions`)
    expect(status).toBe(200)
    expect(body.sessions.map((one) => [one.sessionIdentifier, ...one.clientIdentifiers])).toEqual(
      numbers(many).map((i) => [`many-${i}`, identifier(1), identifier(0)]),
    )
  })
})

describe('permissions', () => {
  let permissionIds: readonly number[]

  /** One resource per permission, because resources are read by their ids too. */
  beforeAll(async () => {
    await insertAll(
      'resources',
      numbers(many).map((i) => ({ resourceIdentifier: `many-${i}` })),
    )
    const resources = await database.resource.findMany({
      where: { resourceIdentifier: { startsWith: 'many-' } },
    })
    await insertAll(
      'permissions',
      resources.map(({ id }) => ({ resourceId: id, permissionIdentifier: 'use-it' })),
    )
    permissionIds = idsOf(
      await database.permission.findMany({
        where: { permissionIdentifier: 'use-it' },
        orderBy: { id: 'asc' },
      }),
    )
  })

  const holders = [
    ['user', async () => (await aUser(store)).id],
    ['group', async () => (await aGroup(store)).id],
    ['client', async () => (await aClient(store)).id],
  ] as const

  for (const [kind, aHolder] of holders) {
    test(`a ${kind} is given a thousand at once, and loses them`, async () => {
      const path = `/${kind}s/${await aHolder()}/permissions`
      const save = (ids: readonly number[], expected: readonly number[]) =>
        ask('PUT', path, { permissionIds: ids, expectedPermissionIds: expected })
      const held = async () => (await ask<{ permissions: WithId[] }>('GET', path)).body.permissions
      expect(await save(permissionIds, [])).toMatchObject({ status: 200 })
      expect(idsOf(await held())).toEqual(permissionIds)
      expect(await save([], permissionIds)).toMatchObject({ status: 200 })
      expect(await held()).toEqual([])
    })

    test.each([998, many])(
      `%i ids of no permission, for a ${kind}, are not found`,
      async (count) => {
        const path = `/${kind}s/${await aHolder()}/permissions`
        const body = { permissionIds: unknownIds(count) }
        expect(await refusal('PUT', path, body)).toEqual([404, 'NOT_FOUND'])
      },
    )
  }

  test('a resource is given a thousand at once, changed ones included, and loses them', async () => {
    const { id } = await store.resources.insertAlone({ resourceIdentifier: 'large' })
    type Own = { readonly id: number; readonly permissionIdentifier: string; description: string }
    const path = `/resources/${id}/permissions`
    const stored = async () => (await ask<{ permissions: Own[] }>('GET', path)).body.permissions
    const save = async (permissions: readonly object[]) =>
      ask('PUT', path, { permissions, expectedPermissions: await stored() })
    const entries = numbers(many).map((i) => ({ permissionIdentifier: `do-${i}`, description: '' }))
    expect(await save(entries)).toMatchObject({ status: 200 })
    const described = (await stored()).map((one, i) =>
      i % 10 ? one : { ...one, description: 'x' },
    )
    expect(described).toHaveLength(many)
    expect(await save(described)).toMatchObject({ status: 200 })
    expect((await stored()).map((one) => one.description)).toEqual(
      described.map((one) => one.description),
    )
    expect(await save([])).toMatchObject({ status: 200 })
    expect(await stored()).toEqual([])
  })

  test('a granular scope gives a thousand too', async () => {
    const { id } = await aUser(store)
    const saving = call(granular, 'PUT', `/users/${id}/permissions`, { permissionIds })
    expect((await saving).status).toBe(200)
    expect(await store.permissionGrants.idsOf({ kind: 'user', id })).toEqual(permissionIds)
  })
})

describe('groups', () => {
  let groupIds: readonly number[]

  beforeAll(async () => {
    const others = await database.group.count()
    await insertAll(
      'groups',
      numbers(many - others).map((i) => ({ groupIdentifier: `many-${i}` })),
    )
    groupIds = idsOf(await database.group.findMany({ orderBy: { id: 'asc' } }))
  })

  test('a thousand are listed with their numbers of members', async () => {
    const [one, two] = [await aUser(store), await aUser(store)]
    const [first = 0, second = 0] = groupIds
    await store.memberships.add(one.id, [first, second], testStart)
    await store.memberships.add(two.id, [second], testStart)
    const { status, body } = await ask<{ groups: (WithId & { memberCount: number })[] }>(
      'GET',
      '/groups',
    )
    expect(status).toBe(200)
    expect(body.groups).toHaveLength(many)
    const counts = new Map(body.groups.map(({ id, memberCount }) => [id, memberCount]))
    expect(groupIds.map((id) => counts.get(id))).toEqual([1, 2, ...numbers(many - 2).map(() => 0)])
    await store.memberships.remove(one.id, groupIds)
    await store.memberships.remove(two.id, groupIds)
  })

  test('a user joins a thousand at once, and leaves them', async () => {
    const { id } = await aUser(store)
    const path = `/users/${id}/groups`
    const joining = await ask<{ groups: (WithId & { memberCount: number })[] }>('PUT', path, {
      groupIds,
      expectedGroupIds: [],
    })
    expect(joining.status).toBe(200)
    expect(idsOf(joining.body.groups).toSorted((a, b) => a - b)).toEqual(groupIds)
    expect(new Set(joining.body.groups.map(({ memberCount }) => memberCount))).toEqual(new Set([1]))
    expect((await ask('GET', path)).body).toEqual(joining.body)
    const leaving = await ask('PUT', path, { groupIds: [], expectedGroupIds: groupIds })
    expect(leaving).toMatchObject({ status: 200, body: { groups: [] } })
  })

  test.each([998, many])('%i ids of no group are not found', async (count) => {
    const { id } = await aUser(store)
    const body = { groupIds: unknownIds(count) }
    const code = 'handler.admin_user_groups.not_found'
    expect((await refusal('PUT', `/users/${id}/groups`, body))[1]).toBe(code)
  })

  test('of a thousand the administrative ones are found: told, and refused to a granular scope', async () => {
    const { id } = await aUser(store)
    const [group = 0, other = 0] = [groupIds[700], groupIds[5]]
    await grantToGroup(store, { id: group }, 'authserver:manage-users', 'authserver:admin-read')
    await grantToGroup(store, { id: other }, 'authserver:admin-read')
    const path = `/users/${id}/groups`
    const [refused] = await entriesOf(async () => {
      expect((await call(granular, 'PUT', path, { groupIds })).status).toBe(403)
    })
    expect(refused?.details).toMatchObject({ ceiling: 'grant' })
    expect(refused?.details.groupIds).toEqual([other, group])
    const entries = await entriesOf(async () => {
      expect((await call(manager, 'PUT', path, { groupIds })).status).toBe(200)
    })
    const told = entries.filter(({ event }) => event === 'administrative_permission_changed')
    expect(told.map(({ details }) => [details.groupId, details.change])).toEqual([
      [other, 'granted'],
      [group, 'granted'],
    ])
  })
})
