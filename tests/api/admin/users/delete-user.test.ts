import { describe, expect, test } from 'vitest'
import { fullName } from '#lib/domain/users/full-name.ts'
import { apiUser, call } from '#tests/support/api.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aGroup, aUser, grantToUser } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { app, ask, refusal, store, database, manager, entriesOf, firstAdministrator, rulesOf } =
  await fixture()
const rules = rulesOf('DELETE', '')

describe('200', () => {
  test('the user is gone with all that was theirs', async () => {
    const user = await aUser(store)
    const client = await aClient(store)
    await aSession(store, user, [client])
    await aStoredGrant(store, user, client)
    await aGroup(store, {}, [user])
    await grantToUser(store, user, 'authserver:manage-account')
    await store.userAttributes.insert({ userId: user.id, key: 'a', value: '' })
    await store.consents.save(user.id, client.id, 'openid', app.clock.now())
    await store.images.savePicture(user.id, new Uint8Array([1]), 'image/png')
    const entries = await entriesOf(async () => {
      expect((await ask('DELETE', `/users/${user.id}`)).body).toEqual({ success: true })
    })
    const userId = user.id
    expect(await store.users.findById(userId)).toBe(null)
    const left = await Promise.all([
      database.userSession.count({ where: { userId } }),
      database.grant.count({ where: { userId } }),
      database.code.count({ where: { userId } }),
      database.refreshToken.count({ where: { userId } }),
      database.userConsent.count({ where: { userId } }),
      database.userAttribute.count({ where: { userId } }),
      database.userGroup.count({ where: { userId } }),
      database.userPermission.count({ where: { userId } }),
      database.userProfilePicture.count({ where: { userId } }),
    ])
    expect(left.every((count) => count === 0)).toBe(true)
    const loggedInUser = manager.client.clientIdentifier
    const called = { userSubject: user.subject, email: user.email, name: fullName(user) }
    expect(entries).toEqual([
      { event: 'deleted_user', details: { userId, ...called, loggedInUser } },
    ])
  })

  test('a manager may delete themselves; the next call is not let in', async () => {
    const user = await aUser(store)
    const self = await apiUser(app, user, ['manage'])
    expect((await call(self, 'DELETE', `/users/${user.id}`)).status).toBe(200)
    expect((await call(self, 'GET', '/users/search')).status).toBe(401)
  })
})

describe('400', () => rules.refusesMalformedIds())

describe('403', () => rules.refusesGranularScopes())

describe('404', () => {
  rules.refusesUnknownIds()

  test('for all but one of 20 who delete the same user at once', async () => {
    const user = await aUser(store)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('DELETE', `/users/${user.id}`)),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'NOT_FOUND')).toHaveLength(19)
  })
})

describe('409', () => {
  test('the last enabled user who may manage everything stays, with no entry', async () => {
    const last = await firstAdministrator()
    const disabled = await aUser(store, { enabled: false })
    await grantToUser(store, disabled, 'authserver:manage')
    const entries = await entriesOf(async () => {
      expect(await refusal('DELETE', `/users/${last.id}`)).toEqual([409, 'LAST_ADMINISTRATOR'])
    })
    expect(entries).toEqual([])
    expect(await store.users.findById(last.id)).toEqual(last)
  })

  test('of two who are deleted at once, one stays', async () => {
    const last = await firstAdministrator()
    for (let round = 0; round < 5; round++) {
      const other = await aUser(store)
      await grantToUser(store, other, 'authserver:manage')
      const third = await aUser(store)
      await grantToUser(store, third, 'authserver:manage')
      await database.user.update({ where: { id: last.id }, data: { enabled: false } })
      const answers = await Promise.all([
        refusal('DELETE', `/users/${other.id}`),
        refusal('PUT', `/users/${third.id}/enabled`, { enabled: false }),
      ])
      await database.user.update({ where: { id: last.id }, data: { enabled: true } })
      expect(answers.map(([status]) => status).toSorted()).toEqual([200, 409])
      await ask('DELETE', `/users/${other.id}`)
      await ask('DELETE', `/users/${third.id}`)
    }
  })
})
