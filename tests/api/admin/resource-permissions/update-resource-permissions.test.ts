import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, aResource, aUser, grantToGroup, grantToUser } from '#tests/support/people.ts'
import { brokenBodies, fixture, malformedIds, unknownIds } from '../fixture.ts'
import { theOneOfFifty } from '../one-save.ts'
import { expectRefusedChange } from '../refused-change.ts'

const { ask, refusal, store, manager, granular, entriesOf } = await fixture('manage-settings')

interface Entry {
  id?: number | null
  permissionIdentifier: string
  description: string
}

let next = 0
const another = (...permissions: string[]) => aResource(store, `resource-${++next}`, permissions)
const pathOf = ({ id }: { id: number }) => `/resources/${id}/permissions`

/** The list that a client reads before saving. */
async function listOf(resource: { id: number }): Promise<(Entry & { id: number })[]> {
  const rows = await store.resources.permissionsOf(resource.id)
  return rows.map(({ id, permissionIdentifier, description }) => ({
    id,
    permissionIdentifier,
    description,
  }))
}

const entry = (permissionIdentifier: string, description = ''): Entry => ({
  permissionIdentifier,
  description,
})

async function builtIn() {
  const found = await store.resources.findByIdentifier('authserver')
  if (!found) throw new Error('The database was not seeded.')
  return found
}

/** The list of the built-in resource with one changed entry. */
async function builtInWith(identifier: string, change: Partial<Entry>): Promise<Entry[]> {
  const list = await listOf(await builtIn())
  return list.map((one) => (one.permissionIdentifier === identifier ? { ...one, ...change } : one))
}

describe('200', () => {
  test('updates entries with an id, inserts those without, deletes the rest with grants', async () => {
    const resource = await another('read', 'write', 'erase')
    const list = await listOf(resource)
    const [read, write] = list
    const user = await aUser(store)
    const group = await aGroup(store)
    const name = `resource-${next}`
    await grantToUser(store, user, `${name}:erase`, `${name}:read`)
    await grantToGroup(store, group, `${name}:erase`)
    const entries = await entriesOf(async () => {
      const answer = await call(granular, 'PUT', pathOf(resource), {
        permissions: [
          { id: 0, permissionIdentifier: 'publish', description: '  May publish ' },
          { id: write?.id, permissionIdentifier: 'edit', description: '' },
          read,
          { id: null, permissionIdentifier: 'print' },
          { id: -7, permissionIdentifier: 'share', description: 'é & "ü"' },
        ],
        expectedPermissions: list.toReversed(),
      })
      expect([answer.status, answer.body]).toEqual([200, { success: true }])
    })
    expect(entries).toEqual([
      {
        event: 'updated_resource_permissions',
        details: { resourceId: resource.id, loggedInUser: granular.client.clientIdentifier },
      },
    ])
    expect(await listOf(resource)).toEqual([
      read,
      { id: write?.id, permissionIdentifier: 'edit', description: '' },
      { id: expect.any(Number), ...entry('publish', 'May publish') },
      { id: expect.any(Number), ...entry('print') },
      { id: expect.any(Number), ...entry('share', 'é & "ü"') },
    ])
    expect(await store.permissionGrants.idsOf({ kind: 'user', id: user.id })).toEqual([read?.id])
    expect(await store.permissionGrants.idsOf({ kind: 'group', id: group.id })).toEqual([])
  })

  test('an empty list deletes all; an empty expected list says that there were none', async () => {
    const resource = await another('use')
    const expectedPermissions = await listOf(resource)
    expect((await ask('PUT', pathOf(resource), { expectedPermissions })).status).toBe(200)
    const body = { permissions: [entry('use')], expectedPermissions: [] }
    expect((await ask('PUT', pathOf(resource), body)).status).toBe(200)
    expect(await listOf(resource)).toHaveLength(1)
  })

  test('the built-in resource takes custom permissions, and loses them again', async () => {
    const resource = await builtIn()
    const before = await listOf(resource)
    const added = { permissions: [...before, entry('print')], expectedPermissions: before }
    expect((await call(granular, 'PUT', pathOf(resource), added)).status).toBe(200)
    const after = await listOf(resource)
    const renamed = after.map((one) =>
      one.permissionIdentifier === 'print' ? { ...one, permissionIdentifier: 'copy' } : one,
    )
    const second = { permissions: renamed, expectedPermissions: after }
    expect((await call(granular, 'PUT', pathOf(resource), second)).status).toBe(200)
    const third = { permissions: before, expectedPermissions: renamed }
    expect((await call(granular, 'PUT', pathOf(resource), third)).status).toBe(200)
    expect(await listOf(resource)).toEqual(before)
  })

  test('a granular scope may describe manage-account, a manage token every permission', async () => {
    const resource = await builtIn()
    const before = await listOf(resource)
    const account = await builtInWith('manage-account', { description: 'Your own account' })
    const first = { permissions: account, expectedPermissions: before }
    expect((await call(granular, 'PUT', pathOf(resource), first)).status).toBe(200)
    const everything = await builtInWith('manage', { description: 'All of it' })
    const second = { permissions: everything, expectedPermissions: account }
    expect((await ask('PUT', pathOf(resource), second)).status).toBe(200)
    expect(await listOf(resource)).toEqual(everything)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    const answer = await refusal('PUT', `/resources/${id}/permissions`, {})
    expect(answer).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([
    ...brokenBodies,
    '{"permissions":{},"expectedPermissions":[]}',
    '{"permissions":[1],"expectedPermissions":[]}',
    '{"permissions":[{"id":"1"}],"expectedPermissions":[]}',
    '{"expectedPermissions":[{}]}',
  ])('the body %s', async (body) => {
    const answer = await refusal('PUT', pathOf(await another()), body)
    expect(answer).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([undefined, null])('the expected list %s', async (expectedPermissions) => {
    const body = { permissions: [entry('!')], expectedPermissions }
    const answer = await refusal('PUT', pathOf(await another()), body)
    expect(answer).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([
    [
      [
        { id: 1, ...entry('abc') },
        { id: 1, ...entry('!') },
      ],
      'VALIDATION_ERROR',
    ],
    [[entry('', '<')], 'handler.admin_resource_permissions.description_html_not_allowed'],
    [[entry(' ')], 'VALIDATION_ERROR'],
    [[entry('a'.repeat(39), 'd'.repeat(101))], 'validator.identifier.too_long'],
    [[entry('ab', 'd'.repeat(101))], 'validator.identifier.too_short'],
    [[entry('a b', 'd'.repeat(101))], 'validator.identifier.invalid_format'],
    [[entry('abc', 'd'.repeat(101))], 'VALIDATION_ERROR'],
    [[entry('abc'), entry('abc')], 'VALIDATION_ERROR'],
    [
      [entry('abc', '>'), entry('')],
      'handler.admin_resource_permissions.description_html_not_allowed',
    ],
    [Array.from({ length: 1001 }, (_, i) => entry(`abc${i}`)), 'VALIDATION_ERROR'],
  ])('the list %#', async (permissions, code) => {
    const resource = await another('kept')
    const body = { permissions, expectedPermissions: [] }
    expect(await refusal('PUT', pathOf(resource), body)).toEqual([400, code])
    expect(await listOf(resource)).toHaveLength(1)
  })

  test('an identifier of another stored permission, even one that the save renames', async () => {
    const resource = await another('one', 'two')
    const list = await listOf(resource)
    const [one, two] = list
    for (const permissions of [
      [{ ...one, permissionIdentifier: 'two' }],
      [
        { ...one, permissionIdentifier: 'two' },
        { ...two, permissionIdentifier: 'one' },
      ],
      [one, entry('two')],
    ]) {
      const body = { permissions, expectedPermissions: list }
      expect(await refusal('PUT', pathOf(resource), body)).toEqual([400, 'VALIDATION_ERROR'])
    }
    expect(await listOf(resource)).toEqual(list)
  })

  test.each(['manage', 'browser-sessions', 'manage-account'])(
    'the built-in permission %s renamed, dropped, or added again',
    async (identifier) => {
      const resource = await builtIn()
      const list = await listOf(resource)
      const dropped = list.filter((one) => one.permissionIdentifier !== identifier)
      const renamed = await builtInWith(identifier, { permissionIdentifier: 'other' })
      const cased = await builtInWith(identifier, {
        permissionIdentifier: identifier.toUpperCase(),
      })
      for (const permissions of [dropped, [...dropped, entry(identifier)], renamed, cased]) {
        const body = { permissions, expectedPermissions: list }
        for (const token of [manager, granular]) {
          const answer = await outcome(call(token, 'PUT', pathOf(resource), body))
          expect(answer).toEqual([400, 'VALIDATION_ERROR'])
        }
      }
      expect(await listOf(resource)).toEqual(list)
    },
  )
})

describe('403', () => {
  test.each(['manage', 'admin-read', 'manage-users', 'browser-sessions'])(
    'a granular scope that describes %s',
    async (identifier) => {
      const resource = await builtIn()
      const list = await listOf(resource)
      const permissions = await builtInWith(identifier, { description: 'Harmless' })
      const id = list.find((one) => one.permissionIdentifier === identifier)?.id
      const body = { permissions, expectedPermissions: [] }
      await expectRefusedChange(granular, ['PUT', pathOf(resource), body], {
        route: '/resources/{id}/permissions',
        ceiling: 'description',
        permissionIds: [id ?? 0],
      })
      expect(await listOf(resource)).toEqual(list)
    },
  )
})

describe('404', () => {
  test.each(unknownIds)('the id %s, told before a broken body', async (id) => {
    expect(await refusal('PUT', `/resources/${id}/permissions`, '{')).toEqual([404, 'NOT_FOUND'])
  })

  test('a permission of another resource', async () => {
    const [foreign] = await listOf(await another('foreign'))
    const body = { permissions: [{ ...foreign }], expectedPermissions: [] }
    expect(await refusal('PUT', pathOf(await another()), body)).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test('another list than the one read last, in any part of an entry', async () => {
    const resource = await another('use')
    const [use] = await listOf(resource)
    const entries = await entriesOf(async () => {
      for (const expectedPermissions of [
        [],
        [{ ...use, id: 999_999 }],
        [{ ...use, permissionIdentifier: 'Use' }],
        [{ ...use, description: `${use?.description} ` }],
        [use, { ...use, id: 999_999 }],
      ]) {
        const body = { permissions: [], expectedPermissions }
        expect(await refusal('PUT', pathOf(resource), body)).toEqual([409, 'CONCURRENT_UPDATE'])
      }
    })
    expect(entries).toEqual([])
    expect(await listOf(resource)).toEqual([use])
  })

  test('an entry of the list read last that was deleted since', async () => {
    const resource = await another('gone', 'kept')
    const list = await listOf(resource)
    await store.resources.removePermissions([list[0]?.id ?? 0])
    const body = { permissions: list, expectedPermissions: list }
    expect(await refusal('PUT', pathOf(resource), body)).toEqual([409, 'CONCURRENT_UPDATE'])
  })

  test('of fifty that read the same list exactly one saves', async () => {
    const resource = await another()
    const saved = await theOneOfFifty((i) => {
      const permissions = [entry(`mine-${i}`), entry('shared')]
      return refusal('PUT', pathOf(resource), { permissions, expectedPermissions: [] })
    })
    expect((await listOf(resource)).map((one) => one.permissionIdentifier)).toEqual([
      `mine-${saved}`,
      'shared',
    ])
  })
})
