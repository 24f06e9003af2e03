import { describe, expect, test } from 'vitest'
import { aClient, aPublicClient } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'
import { aSelfRegisteredClient } from './self-registered.ts'

const { ask, refusal, store } = await fixture()

interface Found {
  clients: {
    clientIdentifier: string
    displayName: string
    redirectURIs: { uri: string }[]
    approval?: string | null
  }[]
  total: number
  page: number
  size: number
}

const search = async (query: Record<string, string>) =>
  (await ask<Found>('GET', `/clients/search?${new URLSearchParams(query)}`)).body
const names = async (query: Record<string, string>) =>
  (await search(query)).clients.map((client) => client.clientIdentifier)

await aClient(store, {
  clientIdentifier: 'north-shop',
  displayName: 'École du Nord',
  description: '100% boats',
  redirectUris: ['https://north.example/b', 'https://north.example/a'],
})
await aClient(store, { clientIdentifier: 'south-shop', description: 'under_score [x] *' })
await aPublicClient(store, { clientIdentifier: 'keepers', displayName: 'ÜBER alles' })

describe('200', () => {
  test('every client without a query, ordered by identifier', async () => {
    const all = (await ask<Found>('GET', '/clients')).body.clients
    expect(await search({})).toEqual({ clients: all, total: all.length, page: 1, size: 10 })
    expect(await names({})).toEqual((await names({})).toSorted())
  })

  test('a record is the one that reading the client gives', async () => {
    const [found] = (await search({ query: 'north' })).clients
    const { id } = (await store.clients.findByIdentifier('north-shop')) ?? { id: 0 }
    const { body } = await ask<{ client: object }>('GET', `/clients/${id}`)
    expect(found).toEqual(body.client)
    expect(found?.redirectURIs.map(({ uri }) => uri)).toEqual([
      'https://north.example/b',
      'https://north.example/a',
    ])
  })

  test.each([
    ['SHOP', ['north-shop', 'south-shop']],
    ['éCOLE', ['north-shop']],
    ['über', ['keepers']],
    ['BOATS', ['north-shop']],
    ['100%', ['north-shop']],
    ['_', ['south-shop']],
    ['[x]', ['south-shop']],
    ['*', ['south-shop']],
    ['?', []],
    ["'", []],
    ['nobody', []],
    ['\0', []],
    ['x'.repeat(5000), []],
  ])('“%s” is looked for literally, whatever the case', async (query, expected) => {
    expect(await names({ query })).toEqual(expected)
  })

  test('pages count all matches', async () => {
    expect(await search({ query: 'shop', size: '1', page: '2' })).toMatchObject({
      clients: [{ clientIdentifier: 'south-shop' }],
      total: 2,
      page: 2,
      size: 1,
    })
    expect(await search({ query: 'shop', page: '999999999999999' })).toMatchObject({
      clients: [],
      total: 2,
    })
  })

  test.each(['0', '-1', 'x', '201', '1.5', ''])('the size “%s” is ignored', async (size) => {
    expect(await search({ query: 'shop', size })).toMatchObject({ size: 10, total: 2 })
  })

  test.each([
    ['south-shop keepers', ['keepers', 'south-shop']],
    ['KEEPERS', []],
    ['keep', []],
    ['keepers nobody', ['keepers']],
    ['keepers keepers', ['keepers']],
    ['', []],
    [' ', []],
    ['\0', []],
  ])('of the identifiers “%s” exactly those', async (identifiers, expected) => {
    expect(await names({ identifiers })).toEqual(expected)
  })

  test('identifiers and a query are both met', async () => {
    expect(await search({ identifiers: 'keepers north-shop', query: 'boats' })).toMatchObject({
      clients: [{ clientIdentifier: 'north-shop' }],
      total: 1,
    })
  })

  test('those after the two-hundredth are not looked for', async () => {
    const others = Array.from({ length: 199 }, (_, i) => `other-${i}`)
    expect(await names({ identifiers: [...others, 'keepers', 'north-shop'].join(' ') })).toEqual([
      'keepers',
    ])
  })
})

describe('sorted, narrowed and described', () => {
  const listed = (query: Record<string, string>) =>
    names({ query: '', identifiers: 'keepers north-shop south-shop', size: '50', ...query })

  test.each([
    [{ sort: 'identifier', order: 'desc' }, ['south-shop', 'north-shop', 'keepers']],
    [{ sort: 'createdAt' }, ['north-shop', 'south-shop', 'keepers']],
    [{ isPublic: 'true' }, ['keepers']],
    [{ isPublic: 'false', sort: 'identifier' }, ['north-shop', 'south-shop']],
    [{ enabled: 'false' }, []],
    [{ selfRegistered: 'true' }, []],
    [{ kind: 'web', sort: 'identifier' }, ['north-shop', 'south-shop']],
    [{ kind: 'native' }, ['keepers']],
    [{ kind: 'spa' }, []],
    [{ neverUsed: 'true', isPublic: 'true' }, ['keepers']],
    [{ neverUsed: 'false' }, []],
    [{ usedSince: '2020-01-01T00:00:00Z' }, []],
    [{ usedBefore: '2020-01-01T00:00:00Z', isPublic: 'true' }, ['keepers']],
    [{ createdBefore: '2020-01-01T00:00:00Z' }, []],
    [{ createdBefore: '2100-01-01T00:00:00Z', isPublic: 'true' }, ['keepers']],
    [{ sort: 'name' }, ['south-shop', 'north-shop', 'keepers']],
    [{ sort: 'lastUsedAt' }, ['north-shop', 'south-shop', 'keepers']],
  ])('%j', async (query, expected) => {
    expect(await listed(query as Record<string, string>)).toEqual(expected)
  })

  test.each([
    ['shop north', ['north-shop']],
    ['nord ecole', ['north-shop']],
    ['UBER keepers', ['keepers']],
    ['score under_', ['south-shop']],
    ['north keepers', []],
    ['*', ['south-shop']],
    ['?', []],
  ])('every word of “%s” in any field and order, without accents', async (query, expected) => {
    expect(await names({ query, match: 'words' })).toEqual(expected)
  })

  test('the ids of all pages, and only the entries with some ids', async () => {
    const all = await search({ query: 'shop', onlyIds: 'true', size: '1' })
    expect(all).toMatchObject({ clients: [], total: 2 })
    const { ids = [] } = all as Found & { ids?: number[] }
    expect(await names({ ids: ids.join() })).toEqual(['north-shop', 'south-shop'])
  })

  test('without the new parameters a record has no new field', async () => {
    const [plain = {}] = (await search({ query: 'north' })).clients
    const [detailed = {}] = (await search({ query: 'north', details: 'true' })).clients
    expect(detailed).toEqual({
      ...plain,
      lastUsedAt: null,
      signIns7d: 0,
      hasLogo: false,
      approval: null,
    })
  })
})

test('a client is of the kind that it says, or else of the one that it shows', async () => {
  const of = async (clientIdentifier: string, client: Parameters<typeof aClient>[1]) => {
    await aClient(store, { clientIdentifier, ...client })
    const kinds = ['web', 'spa', 'native', 'machine']
    const found = await Promise.all(
      kinds.map((kind) => search({ kind, identifiers: clientIdentifier })),
    )
    return kinds.filter((_, index) => found[index]?.total === 1)
  }
  const isPublic = { isPublic: true, webOrigins: ['https://a.example'] }
  expect(await of('kind-spa', isPublic)).toEqual(['spa'])
  expect(await of('kind-said', { ...isPublic, kind: 'native' })).toEqual(['native'])
  const forItself = { authorizationCodeEnabled: false, clientCredentialsEnabled: true }
  expect(await of('kind-machine', forItself)).toEqual(['machine'])
})

describe('400', () => {
  test.each([
    'sort=secret',
    'kind=phone',
    'neverUsed=1',
    'usedSince=monday',
    'order=x',
    'enabled=1',
    'match=any',
    'ids=',
    'details=yes',
  ])('%s', async (query) => {
    expect(await refusal('GET', `/clients/search?${query}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('clients that registered themselves', () => {
  test('are narrowed by what was decided about them, and described by it', async () => {
    const pending = await aSelfRegisteredClient(store, { approval: 'pending' })
    const refused = await aSelfRegisteredClient(store, { approval: 'refused' })
    const identifiers = `${pending.clientIdentifier} ${refused.clientIdentifier} keepers`
    const found = (more: Record<string, string>) =>
      names({ query: '', identifiers, size: '50', ...more })
    expect(await found({ approval: 'pending' })).toEqual([pending.clientIdentifier])
    expect(await found({ approval: 'refused' })).toEqual([refused.clientIdentifier])
    expect(await found({ approval: 'approved' })).toEqual([])
    const { clients } = await search({ query: '', identifiers, details: 'true' })
    expect(Object.fromEntries(clients.map((one) => [one.clientIdentifier, one.approval]))).toEqual({
      [pending.clientIdentifier]: 'pending',
      [refused.clientIdentifier]: 'refused',
      keepers: null,
    })
  })
})
