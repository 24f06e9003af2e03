import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToClient,
  grantToGroup,
  grantToUser,
} from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store, manager, granular, entriesOf, anAdministrator } =
  await fixture('manage-settings')

describe('200', () => {
  test('takes its permissions and every grant of them with it', async () => {
    const { id } = await aResource(store, 'shop', ['buy', 'sell'])
    const [user, group, client] = [
      await anAdministrator(),
      await aGroup(store),
      await aClient(store),
    ]
    await grantToUser(store, user, 'shop:buy')
    await grantToGroup(store, group, 'shop:sell', 'authserver:manage-account')
    await grantToClient(store, client, 'shop:buy')
    const entries = await entriesOf(async () => {
      const { status, body } = await call(granular, 'DELETE', `/resources/${id}`)
      expect([status, body]).toEqual([200, { success: true }])
    })
    expect(entries).toEqual([
      {
        event: 'deleted_resource',
        details: {
          resourceId: id,
          resourceIdentifier: 'shop',
          loggedInUser: granular.client.clientIdentifier,
        },
      },
    ])
    const { permissionGrants } = store
    expect(await permissionGrants.list({ kind: 'user', id: user.id })).toHaveLength(1)
    expect(await permissionGrants.list({ kind: 'group', id: group.id })).toHaveLength(1)
    expect(await permissionGrants.list({ kind: 'client', id: client.id })).toHaveLength(0)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/resources/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('the built-in resource', async () => {
    const builtIn = await store.resources.findByIdentifier('authserver')
    const { status, body } = await ask('DELETE', `/resources/${builtIn?.id}`)
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.error_description).toContain('deleted')
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/resources/${id}`)).toEqual([404, 'NOT_FOUND'])
  })

  test('while its permissions are granted and it is deleted, nobody gets a failure', async () => {
    const { id, permissions } = await aResource(store, 'contested', ['use'])
    const users = await Promise.all(Array.from({ length: 25 }, () => aUser(store)))
    const body = { permissionIds: permissions.map((one) => one.id) }
    const answers = await Promise.all([
      ...users.map((user) => outcome(call(manager, 'PUT', `/users/${user.id}/permissions`, body))),
      outcome(call(manager, 'DELETE', `/resources/${id}`)),
      outcome(call(manager, 'DELETE', `/resources/${id}`)),
    ])
    for (const answer of answers)
      expect([
        [200, ''],
        [404, 'NOT_FOUND'],
      ]).toContainEqual(answer)
    expect(answers.slice(-2).filter(([status]) => status === 200)).toHaveLength(1)
    for (const user of users) {
      expect(await store.permissionGrants.idsOf({ kind: 'user', id: user.id })).toEqual([])
    }
  })
})
