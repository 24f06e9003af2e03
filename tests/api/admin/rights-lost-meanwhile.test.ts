import { describe, expect, test } from 'vitest'
import { apiClient, apiUser, call, outcome } from '#tests/support/api.ts'
import { aGroup, aUser, grantToGroup, grantToUser } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { app, store, database, permissionId } = await fixture()
const manage = await permissionId('authserver:manage')

/** Runs work between the gate and the write of the next operation. */
function beforeWriting(happens: () => Promise<unknown>): void {
  const { adminTransaction } = store
  store.adminTransaction = async (...work) => {
    store.adminTransaction = adminTransaction
    await happens()
    return adminTransaction(...work)
  }
}

async function anAdministrator() {
  const user = await aUser(store)
  await grantToUser(store, user, 'authserver:manage-account')
  return { user, token: await apiUser(app, user, ['manage']) }
}

const revokeFromUser = (userId: number) =>
  database.userPermission.deleteMany({ where: { userId, permissionId: manage } })

/** Each caller loses a right during its request, and the request would restore that right. */
describe('who lost a right while a request was on its way does not take it back with it:', () => {
  const settings = (client: { clientIdentifier: string }) => ({
    clientIdentifier: client.clientIdentifier,
    enabled: true,
  })

  test.each([
    ['disabled', { enabled: false }],
    ['made public', { isPublic: true }],
    ['without its flow', { clientCredentialsEnabled: false }],
  ])('a client that is %s enables itself', async (_, lost) => {
    const token = await apiClient(app, ['manage'])
    const { client } = token
    beforeWriting(() => store.clients.update(client.id, lost))
    const answer = call(token, 'PUT', `/clients/${client.id}`, settings(client))
    expect(await outcome(answer)).toEqual([401, 'INVALID_TOKEN'])
    expect(await store.clients.findById(client.id)).toMatchObject(lost)
  })

  test('a client that is disabled switches its flow on', async () => {
    const token = await apiClient(app, ['manage'])
    const { id } = token.client
    const lost = { enabled: false, clientCredentialsEnabled: false }
    beforeWriting(() => store.clients.update(id, lost))
    const answer = call(token, 'PUT', `/clients/${id}/oauth2-flows`, {
      clientCredentialsEnabled: true,
    })
    expect(await outcome(answer)).toEqual([401, 'INVALID_TOKEN'])
    expect(await store.clients.findById(id)).toMatchObject(lost)
  })

  test('a client that is stripped grants itself the permission', async () => {
    const token = await apiClient(app, ['manage'])
    const { id: clientId } = token.client
    beforeWriting(() => database.clientPermission.deleteMany({ where: { clientId } }))
    const body = { permissionIds: [manage] }
    const answer = call(token, 'PUT', `/clients/${clientId}/permissions`, body)
    expect(await outcome(answer)).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect(await database.clientPermission.count({ where: { clientId } })).toBe(0)
  })

  test('a user grants it again, to themselves and to a group', async () => {
    const { user, token } = await anAdministrator()
    const group = await aGroup(store, {}, [user])
    for (const path of [`/users/${user.id}/permissions`, `/groups/${group.id}/permissions`]) {
      await store.permissionGrants.remove({ kind: 'user', id: user.id }, [manage])
      await grantToUser(store, user, 'authserver:manage')
      beforeWriting(() => revokeFromUser(user.id))
      const answer = call(token, 'PUT', path, { permissionIds: [manage] })
      expect(await outcome(answer)).toEqual([403, 'INSUFFICIENT_SCOPE'])
    }
    const held = await store.permissions.heldByUser(user.id)
    expect(held.map((one) => one.permissionIdentifier)).toEqual(['manage-account'])
  })

  test('a user who is removed from a group joins another one', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:manage-account')
    const [left, joined] = [await aGroup(store, {}, [user]), await aGroup(store)]
    for (const group of [left, joined]) await grantToGroup(store, group, 'authserver:manage')
    const token = await apiUser(app, user, ['manage'])
    beforeWriting(() => database.userGroup.deleteMany({ where: { userId: user.id } }))
    const answer = call(token, 'POST', `/groups/${joined.id}/members`, { userId: user.id })
    expect(await outcome(answer)).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect(await database.userGroup.count({ where: { userId: user.id } })).toBe(0)
  })

  test('a user who is disabled enables themselves', async () => {
    const { user, token } = await anAdministrator()
    beforeWriting(() => store.users.change(user.id, { enabled: false }))
    const answer = call(token, 'PUT', `/users/${user.id}/enabled`, { enabled: true })
    expect(await outcome(answer)).toEqual([401, 'INVALID_TOKEN'])
    expect(await store.users.findById(user.id)).toMatchObject({ enabled: false })
  })
})

describe('who takes it from themselves is not stopped half-way:', () => {
  test('a client deletes itself, a client disables itself, a user loses the last permission', async () => {
    const [deleted, disabled] = [await apiClient(app, ['manage']), await apiClient(app, ['manage'])]
    const { user, token } = await anAdministrator()
    const path = `/clients/${disabled.client.id}`
    const off = { clientIdentifier: disabled.client.clientIdentifier, enabled: false }
    expect((await call(deleted, 'DELETE', `/clients/${deleted.client.id}`)).status).toBe(200)
    expect((await call(disabled, 'PUT', path, off)).status).toBe(200)
    const none = { permissionIds: [] }
    expect((await call(token, 'PUT', `/users/${user.id}/permissions`, none)).status).toBe(200)
    expect(await outcome(call(deleted, 'GET', '/groups'))).toEqual([401, 'INVALID_TOKEN'])
    expect(await outcome(call(disabled, 'GET', '/groups'))).toEqual([401, 'INVALID_TOKEN'])
    expect(await outcome(call(token, 'GET', '/groups'))).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })
})
