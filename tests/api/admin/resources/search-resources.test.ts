import { describe, expect, test } from 'vitest'
import { fixture } from '../fixture.ts'

const { ask, refusal, store } = await fixture()

interface Found {
  resources: { id: number; resourceIdentifier: string }[]
  total: number
  page: number
  size: number
}

const search = async (query: Record<string, string>) =>
  (await ask<Found>('GET', `/resources/search?${new URLSearchParams(query)}`)).body
const names = async (query: Record<string, string>) =>
  (await search(query)).resources.map((resource) => resource.resourceIdentifier)

await store.resources.insert('south-depot', 'under_score [x] *', [])
await store.resources.insert('north-depot', '100% École', [
  { permissionIdentifier: 'read', description: 'May count every gherkin' },
])
await store.resources.insert('invoices', 'ÜBER alles', [])

describe('200', () => {
  test('every resource without a query, ordered by identifier', async () => {
    const { resources } = (await ask<Found>('GET', '/resources')).body
    expect(await search({})).toEqual({ resources, total: resources.length, page: 1, size: 10 })
    expect(await names({})).toEqual(['authserver', 'invoices', 'north-depot', 'south-depot'])
  })

  test('a record is the one that reading the resource gives', async () => {
    const [found] = (await search({ query: 'north' })).resources
    const { body } = await ask<{ resource: object }>('GET', `/resources/${found?.id}`)
    expect(found).toEqual(body.resource)
  })

  test.each([
    ['DEPOT', ['north-depot', 'south-depot']],
    ['éCOLE', ['north-depot']],
    ['über', ['invoices']],
    ['100%', ['north-depot']],
    ['_', ['south-depot']],
    ['[x]', ['south-depot']],
    ['*', ['south-depot']],
    ['?', []],
    ["'", []],
    ['gherkin', []],
    ['\0', []],
    ['x'.repeat(5000), []],
  ])('“%s” is looked for literally, whatever the case', async (query, expected) => {
    expect(await names({ query })).toEqual(expected)
  })

  test('pages count all matches', async () => {
    expect(await search({ query: 'depot', size: '1', page: '2' })).toMatchObject({
      resources: [{ resourceIdentifier: 'south-depot' }],
      total: 2,
      page: 2,
      size: 1,
    })
    expect(await search({ query: 'depot', page: '999999999999999' })).toMatchObject({
      resources: [],
      total: 2,
    })
  })

  test.each(['0', '-1', 'x', '201', '1.5', ''])('the size “%s” is ignored', async (size) => {
    expect(await search({ query: 'depot', size })).toMatchObject({ size: 10, total: 2 })
  })
})

test('sorted by permissions, with their number; words are found without accents', async () => {
  const query = { sort: 'permissionCount', order: 'desc', details: 'true' }
  expect((await search(query)).resources).toMatchObject([
    { resourceIdentifier: 'authserver', permissionCount: 7 },
    { resourceIdentifier: 'north-depot', permissionCount: 1 },
    { permissionCount: 0 },
    { permissionCount: 0 },
  ])
  expect(await names({ query: 'ecole depot', match: 'words' })).toEqual(['north-depot'])
  const all = (await search({ onlyIds: 'true', query: 'depot' })) as Found & { ids?: number[] }
  expect(await names({ ids: all.ids?.join() ?? '' })).toEqual(['north-depot', 'south-depot'])
})

describe('400', () => {
  test.each([
    'sort=x',
    'order=up',
    'match=x',
    'ids=x',
    'onlyIds=x',
    'details=x',
    'createdBefore=x',
  ])('%s', async (query) => {
    expect(await refusal('GET', `/resources/search?${query}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})
