import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { listAdministrators } from '#lib/api/contract/admin/administrators.ts'
import { call } from '#tests/support/api.ts'
import {
  aClient,
  aGroup,
  aUser,
  grantToClient,
  grantToGroup,
  grantToUser,
} from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'

const { ask, refusal, granular, store, firstAdministrator } = await fixture()

type Answer = z.output<typeof listAdministrators.response>

const list = async (query = '') => (await ask<Answer>('GET', `/administrators${query}`)).body

const owner = await firstAdministrator()
const auditor = await aUser(store, { givenName: 'Zoë', otpEnabled: true })
const settler = await aUser(store, { givenName: 'Yan' })
const leaver = await aUser(store, { givenName: 'Xu', enabled: false })
await aUser(store, { givenName: 'Nobody' })
const auditors = await aGroup(store, { groupIdentifier: 'auditors' }, [auditor])
await grantToGroup(store, auditors, 'authserver:admin-read')
await grantToUser(store, settler, 'authserver:manage-settings', 'authserver:manage-account')
await grantToUser(store, leaver, 'authserver:manage-users')
await store.users.change(settler.id, { lastSignInAt: testStart })

describe('200', () => {
  test('people with their roles, sources, second factor and last sign-in', async () => {
    const { users, total } = await list()
    expect(total).toBe(4)
    const found = (id: number) => users.find((user) => user.id === id)
    const since = testStart.toISOString()
    const group = { id: auditors.id, groupIdentifier: 'auditors' }
    expect(found(auditor.id)).toMatchObject({
      otpEnabled: true,
      lastSignInAt: null,
      roles: [{ permissionIdentifier: 'admin-read', kind: 'group', group, since }],
    })
    expect(found(settler.id)).toMatchObject({
      otpEnabled: false,
      lastSignInAt: since,
      roles: [{ permissionIdentifier: 'manage-settings', kind: 'direct', group: null, since }],
    })
    expect(found(leaver.id)).toMatchObject({ enabled: false })
    expect(found(owner.id)?.roles.map((role) => role.permissionIdentifier)).toEqual(['manage'])
  })

  test('who signs in with a password alone: enabled people without a second factor', async () => {
    const { passwordAlone } = await list()
    expect(passwordAlone.total).toBe(2)
    expect(passwordAlone.users.map(({ id }) => id)).toEqual([owner.id, settler.id])
  })

  test('not who is asked for a passkey after the password, nor who has no password', async () => {
    const before = (await list()).passwordAlone
    const guarded = await aUser(store, { passkeySecondFactor: true })
    const keyed = await aUser(store, { passwordHash: '' })
    for (const user of [guarded, keyed]) await grantToUser(store, user, 'authserver:admin-read')
    expect((await list()).passwordAlone).toEqual(before)
    for (const { id } of [guarded, keyed]) await ask('DELETE', `/users/${id}`)
  })

  test('groups with their members', async () => {
    const { groups, total } = await list('?kind=group')
    expect(total).toBe(1)
    expect(groups).toEqual([
      {
        ...{ id: auditors.id, groupIdentifier: 'auditors', description: '', memberCount: 1 },
        permissionIdentifiers: ['admin-read'],
      },
    ])
  })

  test('clients that hold a permission, that may ask for one, and the console', async () => {
    const holding = await aClient(store, { clientIdentifier: 'holding' })
    await grantToClient(store, holding, 'authserver:manage-users', 'authserver:admin-read')
    await aClient(store, { clientIdentifier: 'asking', administrativeScopesAllowed: true })
    await aClient(store, { clientIdentifier: 'ordinary' })
    const { clients, total, counts } = await list('?kind=client&size=100')
    expect(counts).toMatchObject({ users: 4, groups: 1, clients: total })
    const roles = clients.map((one) => [
      one.clientIdentifier,
      one.permissionIdentifiers,
      one.administrativeScopesAllowed,
    ])
    expect(roles).toContainEqual(['admin-console-client', [], true])
    expect(roles).toContainEqual(['asking', [], true])
    expect(roles).toContainEqual(['holding', ['admin-read', 'manage-users'], false])
    expect(roles.map(([name]) => name)).not.toContain('ordinary')
  })

  test('manage-users may read it, and finds people by words', async () => {
    const path = '/administrators?query=zoe'
    const { status, body } = await call<Answer>(granular, 'GET', path)
    expect([status, body.total, body.users[0]?.id]).toEqual([200, 1, auditor.id])
  })
})

describe('400', () => {
  test('another kind', async () => {
    expect(await refusal('GET', '/administrators?kind=x')).toEqual([400, 'VALIDATION_ERROR'])
  })
})
