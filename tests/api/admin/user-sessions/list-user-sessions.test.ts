import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { apiUser, call } from '#tests/support/api.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../users/fixture.ts'

interface Listed {
  readonly sessions: readonly (Record<string, unknown> & { readonly id: number })[]
}

const { app, ask, store, rulesOf } = await fixture()
const rules = rulesOf('GET', '/sessions')

describe('200', () => {
  test('every field, with the clients in the order of joining', async () => {
    const user = await aUser(store)
    const clients = [await aClient(store), await aClient(store)]
    const session = await aSession(store, user, clients, { userAgent: 'Test/1.0' })
    await store.sessions.touchClient(
      session.sessionIdentifier,
      clients[0]?.id ?? 0,
      addSeconds(testStart, 5),
    )
    const { body } = await ask<Listed>('GET', `/users/${user.id}/sessions`)
    expect(body.sessions).toEqual([
      {
        id: session.id,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        sessionIdentifier: session.sessionIdentifier,
        started: testStart.toISOString(),
        lastAccessed: testStart.toISOString(),
        authTime: testStart.toISOString(),
        authMethods: 'pwd',
        acrLevel: 'urn:authserver:level1',
        ipAddress: '127.0.0.1',
        deviceName: 'Firefox',
        deviceType: 'computer',
        deviceOS: 'Linux',
        userAgent: 'Test/1.0',
        level2AuthConfigHasChanged: false,
        userId: user.id,
        isValid: true,
        isCurrent: false,
        clientIdentifiers: clients.map(({ clientIdentifier }) => clientIdentifier),
      },
    ])
  })

  test('live ones only, the last used one first', async () => {
    const user = await aUser(store)
    const { userSessionIdleTimeoutInSeconds: idle, userSessionMaxLifetimeInSeconds: max } =
      (await store.settings.find()) ?? {}
    const ago = (seconds = 0) => addSeconds(testStart, -seconds)
    const at = (lastAccessed: Date, started: Date) =>
      aSession(store, user, [], { lastAccessed, started })
    const first = await at(ago(idle), ago(idle))
    await at(addSeconds(ago(idle), -1), ago(idle))
    const second = await at(ago(60), ago(max))
    await at(ago(60), addSeconds(ago(max), -1))
    const third = await at(ago(60), ago(60))
    const { body } = await ask<Listed>('GET', `/users/${user.id}/sessions`)
    expect(body.sessions.map(({ id }) => id)).toEqual([third.id, second.id, first.id])
  })

  test('none that a change of credentials ended, though its row is still there', async () => {
    const user = await aUser(store)
    const live = await aSession(store, user)
    await aSession(store, user, [], { authStateGeneration: user.authStateGeneration + 1 })
    const { body } = await ask<Listed>('GET', `/users/${user.id}/sessions`)
    expect(body.sessions.map(({ id }) => id)).toEqual([live.id])
  })

  test('marks the session of the token that asks', async () => {
    const user = await aUser(store)
    await aSession(store, user)
    const self = await apiUser(app, user, ['manage'])
    const { body } = await call<Listed>(self, 'GET', `/users/${user.id}/sessions`)
    expect(body.sessions.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true])
  })
})

describe('400', () => rules.refusesMalformedIds())

describe('404', () => rules.refusesUnknownIds())
