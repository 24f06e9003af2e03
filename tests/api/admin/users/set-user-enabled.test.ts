import { describe, expect, test } from 'vitest'
import { apiUser, call, outcome } from '#tests/support/api.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aGroup, aUser, grantToGroup, grantToUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture, type UserAnswer } from './fixture.ts'

const { app, ask, refusal, store, database, manager, entriesOf, firstAdministrator, rulesOf } =
  await fixture()
const rules = rulesOf('PUT', '/enabled', { enabled: false })

const save = (user: { id: number }, enabled?: boolean) =>
  ask<UserAnswer>('PUT', `/users/${user.id}/enabled`, { enabled })
const loggedInUser = manager.client.clientIdentifier

describe('200', () => {
  test('disabling ends all sessions, tokens and codes', async () => {
    const user = await aUser(store)
    const client = await aClient(store)
    const { sessionIdentifier } = await aSession(store, user, [client])
    const grant = await aStoredGrant(store, user, client, { sessionIdentifier })
    const entries = await entriesOf(async () => {
      expect((await save(user, false)).body.user.enabled).toBe(false)
    })
    expect(await sessionsOf(store, user.id)).toEqual([])
    expect(entries).toEqual([
      { event: 'updated_user_details', details: { userId: user.id, enabled: false, loggedInUser } },
      {
        event: 'revoked_user_auth_state',
        details: expect.objectContaining({
          reason: 'account_disabled',
          terminatedSessionIdentifiers: [sessionIdentifier],
          revokedRefreshTokenJtis: [grant.refreshToken.jti],
        }),
      },
    ])
  })

  test('access tokens stop working at once, and stay so when the user is enabled again', async () => {
    const user = await aUser(store)
    const token = await apiUser(app, user, ['admin-read'])
    for (const enabled of [false, true]) {
      await save(user, enabled)
      expect(await outcome(call(token, 'GET', '/users/search'))).toEqual([401, 'INVALID_TOKEN'])
    }
  })

  test('the value it already has revokes nothing', async () => {
    const user = await aUser(store)
    await aSession(store, user)
    const disabled = await aUser(store, { enabled: false })
    const entries = await entriesOf(async () => {
      expect((await save(user, true)).body.user.enabled).toBe(true)
      expect((await save(disabled)).body.user.enabled).toBe(false)
    })
    expect(entries.map(({ event }) => event)).toEqual([
      'updated_user_details',
      'updated_user_details',
    ])
    expect(await sessionsOf(store, user.id)).toHaveLength(1)
    expect((await store.users.findById(disabled.id))?.authStateGeneration).toBe(0)
  })

  test('20 who disable at once: what it ends is ended once', async () => {
    const user = await aUser(store)
    await aSession(store, user)
    const entries = await entriesOf(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => save(user, false)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    })
    expect(entries.filter(({ event }) => event === 'revoked_user_auth_state')).toHaveLength(1)
  })
})

describe('400', () => {
  rules.refusesMalformedIds()
  rules.refusesBrokenBodies()

  test.each(['false', 0, []])('enabled: %j', async (enabled) => {
    const { id } = await aUser(store)
    expect(await refusal('PUT', `/users/${id}/enabled`, { enabled })).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ])
  })
})

describe('403', () => rules.refusesGranularScopes())

describe('404', () => rules.refusesUnknownIds())

describe('409', () => {
  test('the last enabled user who may manage everything', async () => {
    const last = await firstAdministrator()
    const entries = await entriesOf(async () => {
      const path = `/users/${last.id}/enabled`
      expect(await refusal('PUT', path, { enabled: false })).toEqual([409, 'LAST_ADMINISTRATOR'])
    })
    expect(entries).toEqual([])
    expect(await store.users.findById(last.id)).toEqual(last)
  })

  test('of two administrators disabled at once, one stays, whichever way they hold it', async () => {
    const last = await firstAdministrator()
    const group = await aGroup(store)
    await grantToGroup(store, group, 'authserver:manage')
    for (let round = 0; round < 10; round++) {
      const direct = await aUser(store)
      await grantToUser(store, direct, 'authserver:manage')
      const member = await aUser(store)
      await store.memberships.add(member.id, [group.id], testStart)
      await database.user.update({ where: { id: last.id }, data: { enabled: false } })
      const answers = await Promise.all([
        refusal('PUT', `/users/${direct.id}/enabled`, { enabled: false }),
        refusal('PUT', `/users/${member.id}/enabled`, { enabled: false }),
      ])
      await database.user.update({ where: { id: last.id }, data: { enabled: true } })
      expect(answers.map(([status]) => status).toSorted()).toEqual([200, 409])
      await save(direct, false)
      await save(member, false)
    }
  })
})
