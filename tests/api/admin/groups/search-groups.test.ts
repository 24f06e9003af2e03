import { describe, expect, test } from 'vitest'
import { aGroup, aUser, grantToGroup } from '#tests/support/people.ts'
import { fixture } from '../fixture.ts'

const { ask, refusal, store, permissionId } = await fixture()

interface FoundGroup {
  groupIdentifier: string
  memberCount: number
  hasPermission?: boolean
  permissionCount?: number
  includeInIdToken?: boolean
  includeInAccessToken?: boolean
}

interface Found {
  groups: FoundGroup[]
  total: number
  page: number
  size: number
}

const search = async (query: Record<string, string>) =>
  (await ask<Found>('GET', `/groups/search?${new URLSearchParams(query)}`)).body
const names = async (query: Record<string, string>) =>
  (await search(query)).groups.map((group) => group.groupIdentifier)

await aGroup(store, { groupIdentifier: 'north-team', description: 'École 100% d’été' }, [
  await aUser(store),
])
await aGroup(store, { groupIdentifier: 'south-team', description: 'under_score [x] *' })
const keepers = await aGroup(store, { groupIdentifier: 'keepers', description: 'ÜBER alles \\' })
await grantToGroup(store, keepers, 'authserver:manage-account')

describe('200', () => {
  test('every group without a query, ordered by identifier, with member counts', async () => {
    const found = await search({})
    expect(found).toMatchObject({ total: 3, page: 1, size: 10 })
    expect(found.groups.map((group) => [group.groupIdentifier, group.memberCount])).toEqual([
      ['keepers', 0],
      ['north-team', 1],
      ['south-team', 0],
    ])
    expect(found.groups[0]).not.toHaveProperty('hasPermission')
  })

  test.each([
    ['TEAM', ['north-team', 'south-team']],
    ['éCOLE', ['north-team']],
    ['über', ['keepers']],
    ['100%', ['north-team']],
    ['0% D', ['north-team']],
    [' 100', ['north-team']],
    ['\u200fété ', ['north-team']],
    ['%', ['north-team']],
    ['_', ['south-team']],
    ['[x]', ['south-team']],
    ['*', ['south-team']],
    ['?', []],
    ['\\', ['keepers']],
    ["'", []],
    ['nobody', []],
    ['\0', []],
    ['x'.repeat(5000), []],
    ['\u{1F600}', []],
  ])('“%s” is looked for literally, whatever the case', async (query, expected) => {
    expect(await names({ query })).toEqual(expected)
  })

  test('pages count all matches', async () => {
    expect(await search({ size: '2', page: '2' })).toMatchObject({
      groups: [{ groupIdentifier: 'south-team' }],
      total: 3,
      page: 2,
      size: 2,
    })
    expect(await search({ size: '2', page: '999999999999999' })).toMatchObject({
      groups: [],
      total: 3,
    })
  })

  test.each(['0', '-1', 'x', '201', '1.5', ''])('the size “%s” is ignored', async (size) => {
    expect(await search({ size })).toMatchObject({ size: 10, total: 3 })
  })

  test('an annotation tells which groups hold a permission', async () => {
    const id = await permissionId('authserver:manage-account')
    const { groups } = await search({ annotatePermissionId: String(id) })
    expect(groups.map((group) => group.hasPermission)).toEqual([true, false, false])
  })
})

describe('400', () => {
  test.each(['x', '', '1.5'])('the annotation “%s” is no integer', async (value) => {
    const path = `/groups/search?annotatePermissionId=${value}`
    expect(await refusal('GET', path)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('sorted, narrowed and described', () => {
  test('by members; those that tokens name; how many permissions each holds', async () => {
    const { groups } = await search({ sort: 'memberCount', order: 'desc', details: 'true' })
    const counts = groups.map((group) => Number(group.memberCount))
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(groups.every((group) => typeof group.permissionCount === 'number')).toBe(true)
    const inTokens = await search({ inTokens: 'true' })
    const outside = await search({ inTokens: 'false' })
    expect(inTokens.total + outside.total).toBe((await search({})).total)
    expect(await search({ createdBefore: '2020-01-01T00:00:00Z' })).toMatchObject({ total: 0 })
    expect(inTokens.groups.every((g) => g.includeInIdToken || g.includeInAccessToken)).toBe(true)
  })

  test.each([
    'sort=x',
    'order=up',
    'match=x',
    'ids=x',
    'onlyIds=x',
    'details=x',
    'inTokens=1',
    'createdBefore=x',
  ])('refused: %s', async (query) => {
    expect(await refusal('GET', `/groups/search?${query}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(['0', '-4', '999999'])('the permission %s does not exist', async (value) => {
    const path = `/groups/search?annotatePermissionId=${value}`
    expect(await refusal('GET', path)).toEqual([404, 'NOT_FOUND'])
  })
})
