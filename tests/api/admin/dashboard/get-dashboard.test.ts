import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { dashboard } from '#lib/api/contract/models/dashboard.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { apiClient, apiUser, call } from '#tests/support/api.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession } from '#tests/support/granted.ts'
import { requestToken, signIn } from '#tests/support/oauth.ts'
import { aClient, aGroup, aResource, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'

type Dashboard = z.output<typeof dashboard>

const { client: database } = await fileDatabase()
const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const day = 24 * 60 * 60
const reader = await apiClient(app, ['admin-read'])

async function read(token: Pick<typeof reader, 'server' | 'value'> = reader): Promise<Dashboard> {
  const { status, body } = await call<Dashboard>(token, 'GET', '/dashboard')
  expect(status).toBe(200)
  return body
}

async function settingsPart() {
  const { settings } = await read()
  if (!settings) throw new Error('The part of the settings is missing.')
  return settings
}

function today({ signInDays }: Awaited<ReturnType<typeof settingsPart>>) {
  const { signIns = -1, refused = -1 } = signInDays.at(-1) ?? {}
  return { signIns, refused }
}

describe('200', () => {
  test('the records there are', async () => {
    const before = await read()
    await aUser(store)
    await aUser(store)
    await aGroup(store)
    await aResource(store, 'depot', ['open'])
    await aClient(store)
    const after = await read()
    expect(after.users).toMatchObject({
      users: (before.users?.users ?? 0) + 2,
      groups: (before.users?.groups ?? 0) + 1,
    })
    expect(after.clients).toEqual({ clients: (before.clients?.clients ?? 0) + 1 })
    expect(after.settings?.resources).toBe((before.settings?.resources ?? 0) + 1)
  })

  test('the sessions that are live by their idle time and their age', async () => {
    const user = await aUser(store)
    const live = (await read()).users?.sessions ?? 0
    await aSession(store, user)
    await aSession(store, user, [], { lastAccessed: addSeconds(testStart, -7201) })
    await aSession(store, user, [], { started: addSeconds(testStart, -86_401) })
    expect((await read()).users?.sessions).toBe(live + 1)
  })

  test('what happened today: a sign-in, a wrong password, the same by password grant', async () => {
    await app.changeSettings({ resourceOwnerPasswordCredentialsEnabled: true })
    const before = today(await settingsPart())
    const user = await aUser(store)
    const client = await aClient(store, { pkceRequired: false })
    await signIn(app, client, user)
    await signIn(app, client, { ...user, password: 'wrong' }).catch(() => {})
    for (const password of [user.password, 'wrong']) {
      const fields = { grant_type: 'password', username: user.email, password, scope: 'openid' }
      await requestToken(app, client, fields)
    }
    const after = today(await settingsPart())
    await app.changeSettings({ resourceOwnerPasswordCredentialsEnabled: false })
    expect(after).toEqual({ signIns: before.signIns + 2, refused: before.refused + 2 })
  })

  test('two weeks of whole days in UTC, the oldest first', async () => {
    const midnight = new Date('2031-02-18T00:00:00.000Z')
    const moments = [0, 1, day - 0.001, -0.001].map((seconds) => addSeconds(midnight, seconds))
    for (const createdAt of moments) {
      await store.auditLog.insertAll([
        {
          createdAt,
          auditEvent: 'started_new_user_session',
          details: '{}',
          requestId: '',
        },
      ])
    }
    const { signInDays } = await settingsPart()
    expect(signInDays.map(({ date }) => date)).toEqual(
      Array.from({ length: 14 }, (_, i) =>
        addSeconds(testStart, (i - 13) * day)
          .toISOString()
          .slice(0, 10),
      ),
    )
    expect(signInDays.slice(0, 2)).toEqual([
      { date: '2031-02-18', signIns: 3, refused: 0 },
      { date: '2031-02-19', signIns: 0, refused: 0 },
    ])
    const count = (events: readonly string[], limit: number) =>
      store.dashboard.countEvents(events, midnight, addSeconds(midnight, day), limit)
    expect(await count(['started_new_user_session'], 2), 'counting stops').toBe(2)
    const moment = { createdAt: midnight, details: '{}', requestId: '' }
    await store.auditLog.insertAll([{ ...moment, auditEvent: 'token_issued_ropc_response' }])
    const both = ['started_new_user_session', 'token_issued_ropc_response']
    expect(await count(both, 10), 'events are counted together').toBe(4)
    expect(await count(both, 3), 'and stop together').toBe(3)
  })

  test('no day before the ones whose entries are kept', async () => {
    await app.changeSettings({ auditLogRetentionDays: 3 })
    expect((await settingsPart()).signInDays.map(({ date }) => date)).toEqual([
      '2031-03-01',
      '2031-03-02',
      '2031-03-03',
    ])
    await app.changeSettings({ auditLogRetentionDays: 0 })
    expect((await settingsPart()).signInDays).toHaveLength(14)
  })

  test('the signing keys and since when they are there', async () => {
    const createdAt = addSeconds(testStart, -2 * day - 1)
    await database.keyPair.updateMany({ data: { createdAt } })
    const { keys } = await settingsPart()
    expect(keys).toEqual(
      ['next', 'current'].map((state) => ({
        state,
        keyIdentifier: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: createdAt.toISOString(),
        ageInDays: 2,
      })),
    )
  })

  test('what should be looked at, the gravest first', async () => {
    await database.keyPair.updateMany({ data: { createdAt: addSeconds(testStart, -day) } })
    expect((await settingsPart()).warnings).toEqual([
      'rate_limiter_off',
      'mail_off',
      'password_policy_low',
    ])
    await app.changeSettings({ passwordPolicy: 'medium', selfRegistrationEnabled: false })
    await database.keyPair.updateMany({ data: { createdAt: addSeconds(testStart, -366 * day) } })
    expect((await settingsPart()).warnings).toEqual(['rate_limiter_off', 'mail_off', 'key_old'])
  })

  const parts: [permission: string, shown: string[]][] = [
    ['manage', ['users', 'clients', 'settings']],
    ['admin-read', ['users', 'clients', 'settings']],
    ['manage-users', ['users']],
    ['manage-clients', ['clients']],
    ['manage-settings', ['settings']],
  ]
  test.each(parts)('with %s the parts %j, and null for the others', async (permission, shown) => {
    const body = await read(await apiUser(app, await aUser(store), [permission]))
    const found = Object.entries(body).filter(([, part]) => part !== null)
    expect(found.map(([name]) => name)).toEqual(shown)
    expect(Object.keys(body)).toEqual(['users', 'clients', 'settings'])
  })

  const lists = [
    ['users', '/users/search'],
    ['groups', '/groups'],
    ['clients', '/clients'],
    ['resources', '/resources'],
  ] as const
  test.each(parts)('with %s a number of exactly the lists that open', async (permission) => {
    const token = await apiClient(app, [permission])
    const numbers: object = Object.assign({}, ...Object.values(await read(token)))
    const numbered = lists.map(([name]) => name).filter((name) => name in numbers)
    const opened: string[] = []
    for (const [name, path] of lists) {
      if ((await call(token, 'GET', path)).status === 200) opened.push(name)
    }
    expect(numbered).toEqual(opened)
  })
})
