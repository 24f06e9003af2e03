import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient, aResource, grantToClient } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { theOneOfFifty } from '../one-save.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal, manager, granular, ...rest } = await fixture()
const { entries, lastEntries, permissionId } = rest

await aResource(store, 'shop', ['read', 'write', 'delete'])
const [read, write, remove] = [
  await permissionId('shop:read'),
  await permissionId('shop:write'),
  await permissionId('shop:delete'),
]
const manage = await permissionId('authserver:manage')
const adminRead = await permissionId('authserver:admin-read')
const manageAccount = await permissionId('authserver:manage-account')
const actor = manager.client.clientIdentifier

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/permissions`
const held = ({ id }: { readonly id: number }) =>
  store.permissionGrants.idsOf({ kind: 'client', id })

describe('200', () => {
  test('saves the list, repeats collapsed', async () => {
    const client = await aClient(store)
    await grantToClient(store, client, 'shop:read')
    const { status, body } = await ask<object>('PUT', pathOf(client), {
      permissionIds: [write, remove, write],
      expectedPermissionIds: [read, read],
    })
    expect([status, body]).toEqual([200, { success: true }])
    expect(new Set(await held(client))).toEqual(new Set([write, remove]))
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_client_permissions',
        details: { clientId: client.id, loggedInUser: actor },
      },
    ])
  })

  test('an absent list empties it', async () => {
    const client = await aClient(store)
    await grantToClient(store, client, 'shop:read')
    expect((await ask('PUT', pathOf(client), {})).status).toBe(200)
    expect(await held(client)).toEqual([])
  })

  test('administrative permissions won and lost have entries of their own', async () => {
    const client = await aClient(store)
    await grantToClient(store, client, 'authserver:manage')
    await ask('PUT', pathOf(client), { permissionIds: [adminRead, manageAccount, read] })
    const about = { targetKind: 'client', targetId: client.id, loggedInUser: actor }
    expect(await lastEntries(3)).toEqual([
      {
        event: 'updated_client_permissions',
        details: { clientId: client.id, loggedInUser: actor },
      },
      {
        event: 'administrative_permission_changed',
        details: {
          ...about,
          change: 'granted',
          permissionIdentifiers: ['authserver:admin-read'],
        },
      },
      {
        event: 'administrative_permission_changed',
        details: { ...about, change: 'revoked', permissionIdentifiers: ['authserver:manage'] },
      },
    ])
  })

  test('the scope of the domain saves what is not administrative', async () => {
    const client = await aClient(store)
    const body = { permissionIds: [read, manageAccount] }
    expect((await call(granular, 'PUT', pathOf(client), body)).status).toBe(200)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/permissions`, {})).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test.each([
    ...brokenBodies,
    { permissionIds: read },
    { permissionIds: [String(read)] },
    { permissionIds: [1.5] },
    { permissionIds: [read], expectedPermissionIds: ['1'] },
  ])('the body %j', async (body) => {
    expect(await refusal('PUT', pathOf(await aClient(store)), body)).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ])
  })

  test('more than a thousand', async () => {
    const client = await aClient(store)
    const list = (length: number) => ({ permissionIds: Array.from({ length }, () => read) })
    expect(await refusal('PUT', pathOf(client), list(1_001))).toEqual([400, 'VALIDATION_ERROR'])
    expect((await ask('PUT', pathOf(client), list(1_000))).status).toBe(200)
  })

  test('a client that cannot use them', async () => {
    const client = await aClient(store, { clientCredentialsEnabled: false })
    expect(await refusal('PUT', pathOf(client), { permissionIds: [read] })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
    await grantToClient(store, client, 'shop:read')
    expect(await refusal('PUT', pathOf(client), { permissionIds: [] })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test('the length of the list is judged before the flow, and the flow before the ids', async () => {
    const client = await aClient(store, { clientCredentialsEnabled: false })
    const told = async (permissionIds: number[]) => {
      const { status, body } = await call(manager, 'PUT', pathOf(client), { permissionIds })
      return [status, body.error_description]
    }
    const unknown = 2 ** 52
    expect(await told(Array.from({ length: 1_001 }, () => read))).toEqual([
      400,
      'At most 1000 permissions can be saved at once.',
    ])
    expect(await told([unknown])).toEqual([
      400,
      'Permissions of a client need the client credentials flow.',
    ])
  })
})

describe('403', () => {
  test('a granular scope that grants or takes an administrative permission', async () => {
    const ordinary = await aClient(store)
    const administrator = await aClient(store)
    await grantToClient(store, administrator, 'authserver:admin-read')
    const grant = { permissionIds: [read, adminRead], expectedPermissionIds: [write] }
    await expectRefusedChange(granular, ['PUT', pathOf(ordinary), grant], {
      route: '/clients/{id}/permissions',
      ceiling: 'grant',
      targetKind: 'client',
      targetId: ordinary.id,
      permissionIds: [adminRead],
    })
    expect(await held(ordinary)).toEqual([])
    const take = { permissionIds: [] }
    expect((await call(granular, 'PUT', pathOf(administrator), take)).status).toBe(403)
    expect(await held(administrator)).toEqual([adminRead])
  })

  test('a granular scope and an administrator client, whatever the list', async () => {
    const administrator = await aClient(store)
    await grantToClient(store, administrator, 'authserver:admin-read')
    const allowed = await aClient(store, { administrativeScopesAllowed: true })
    for (const [client, permissionIds] of [
      [administrator, [adminRead]],
      [administrator, [adminRead, read]],
      [allowed, [read]],
    ] as const) {
      expect((await call(granular, 'PUT', pathOf(client), { permissionIds })).status).toBe(403)
      expect((await lastEntries(1))[0]?.details.ceiling).toBe('target')
    }
  })

  test('not even when the permission comes between judgement and write', async () => {
    for (let round = 0; round < 10; round++) {
      const client = await aClient(store)
      const [granted, taken] = await Promise.all([
        ask('PUT', pathOf(client), { permissionIds: [manage] }),
        outcome(call(granular, 'PUT', pathOf(client), { permissionIds: [read] })),
      ])
      expect(granted.status).toBe(200)
      expect([200, 403]).toContain(taken[0])
      expect(await held(client)).toContain(manage)
    }
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, before the body is read', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/permissions`, 'x')).toEqual([404, 'NOT_FOUND'])
  })

  test.each([0, -1, 999_999, 3_000_000_000, 9_007_199_254_740_991])(
    'the permission %d, and nothing is saved',
    async (unknown) => {
      const client = await aClient(store)
      expect(await refusal('PUT', pathOf(client), { permissionIds: [read, unknown] })).toEqual([
        404,
        'NOT_FOUND',
      ])
      expect(await held(client)).toEqual([])
    },
  )

  test('comes before the policy', async () => {
    const client = await aClient(store)
    const body = { permissionIds: [adminRead, 999_999] }
    expect((await call(granular, 'PUT', pathOf(client), body)).status).toBe(404)
  })
})

describe('409', () => {
  test('the list is not the expected one', async () => {
    const client = await aClient(store)
    await grantToClient(store, client, 'shop:read')
    const before = (await entries()).length
    for (const expectedPermissionIds of [[], [write], [read, write], [999_999]]) {
      const body = { permissionIds: [remove], expectedPermissionIds }
      expect(await refusal('PUT', pathOf(client), body)).toEqual([409, 'CONCURRENT_UPDATE'])
    }
    expect(await held(client)).toEqual([read])
    expect(await entries()).toHaveLength(before)
  })

  test('of fifty that read the same list exactly one saves', async () => {
    const client = await aClient(store)
    const lists = [[read], [write], [remove]]
    const saved = await theOneOfFifty((i) => {
      const body = { permissionIds: lists[i % 3], expectedPermissionIds: [] }
      return refusal('PUT', pathOf(client), body)
    })
    expect(await held(client)).toEqual(lists[saved % 3])
  })
})
