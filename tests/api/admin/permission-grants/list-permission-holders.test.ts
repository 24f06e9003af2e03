import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { listPermissionHolders } from '#lib/api/contract/admin/permission-holders.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToClient,
  grantToGroup,
  grantToUser,
} from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store, permissionId } = await fixture()

type Answer = z.output<typeof listPermissionHolders.response>

await aResource(store, 'shop', ['buy', 'sell'])
const [zoe, ann, both, off] = [
  await aUser(store, { givenName: 'Zoë', familyName: 'Müller' }),
  await aUser(store, { givenName: 'Ann' }),
  await aUser(store, { givenName: 'Ann' }),
  await aUser(store, { givenName: 'Ben', enabled: false }),
]
const buyers = await aGroup(store, { groupIdentifier: 'buyers' }, [zoe, both, off])
const empty = await aGroup(store, { groupIdentifier: 'empty' })
await grantToGroup(store, buyers, 'shop:buy')
await grantToGroup(store, empty, 'shop:buy')
for (const user of [ann, both]) await grantToUser(store, user, 'shop:buy')
await grantToUser(store, zoe, 'shop:sell')
const client = await aClient(store, { clientIdentifier: 'tills', displayName: 'Tills' })
await grantToClient(store, client, 'shop:buy')
const path = `/permissions/${await permissionId('shop:buy')}/holders`
const counts = { users: 4, groups: 2, clients: 1 }
const since = testStart.toISOString()

describe('200', () => {
  test('users by given name, each once with every source', async () => {
    const { body } = await ask<Answer>('GET', path)
    expect(body.users.map(({ id, enabled }) => [id, enabled])).toEqual([
      [ann.id, true],
      [both.id, true],
      [off.id, false],
      [zoe.id, true],
    ])
    expect(body).toMatchObject({ counts, total: 4, page: 1, size: 20, groups: [], clients: [] })
    const group = { id: buyers.id, groupIdentifier: 'buyers' }
    expect(body.users.find(({ id }) => id === both.id)?.sources).toEqual([
      { kind: 'direct', group: null, since },
      { kind: 'group', group, since },
    ])
  })

  test('page by page, and by words without accents', async () => {
    const { body: second } = await ask<Answer>('GET', `${path}?page=2&size=3`)
    expect(second.users.map(({ id }) => id)).toEqual([zoe.id])
    const { body: found } = await ask<Answer>('GET', `${path}?query=muller+zoe`)
    expect(found).toMatchObject({ total: 1, users: [{ id: zoe.id }] })
  })

  test('users by the way in which they have it', async () => {
    const idsOf = async (source: string) => {
      const { body } = await ask<Answer>('GET', `${path}?source=${source}`)
      expect(body.total).toBe(body.users.length)
      return body.users.map(({ id }) => id)
    }
    expect(await idsOf('direct')).toEqual([ann.id, both.id])
    expect(await idsOf('group')).toEqual([both.id, off.id, zoe.id])
  })

  test('only the ids of all of them, and only those with some ids', async () => {
    const ofKind = (kind: string, more: string) =>
      ask<Answer>('GET', `${path}?kind=${kind}&${more}`)
    const { body } = await ofKind('user', 'source=group&onlyIds=true&size=1')
    expect(body).toMatchObject({ ids: [both.id, off.id, zoe.id], total: 3, users: [] })
    expect((await ofKind('group', 'onlyIds=true')).body.ids).toEqual([buyers.id, empty.id])
    expect((await ofKind('client', 'onlyIds=true')).body.ids).toEqual([client.id])
    const some = await ofKind('user', `ids=${zoe.id},${off.id},999999`)
    expect(some.body.users.map(({ id }) => id)).toEqual([off.id, zoe.id])
    expect((await ofKind('group', `ids=${empty.id}`)).body).toMatchObject({ total: 1 })
    expect((await ofKind('client', 'ids=999999')).body).toMatchObject({ total: 0, clients: [] })
  })

  test('groups and clients', async () => {
    const { body: groups } = await ask<Answer>('GET', `${path}?kind=group`)
    expect(groups).toMatchObject({ counts, total: 2, users: [] })
    expect(groups.groups).toEqual([
      { id: buyers.id, groupIdentifier: 'buyers', description: '', since },
      { id: empty.id, groupIdentifier: 'empty', description: '', since },
    ])
    const { body: clients } = await ask<Answer>('GET', `${path}?kind=client`)
    expect(clients.clients).toEqual([
      { id: client.id, clientIdentifier: 'tills', displayName: 'Tills', enabled: true, since },
    ])
  })

  test('nobody', async () => {
    const resource = await aResource(store, 'nobody', ['has'])
    const { body } = await ask<Answer>('GET', `/permissions/${resource.permissions[0]?.id}/holders`)
    expect(body).toMatchObject({ counts: { users: 0, groups: 0, clients: 0 }, total: 0, users: [] })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/permissions/${id}/holders`)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(['kind=device', 'source=inherited', 'ids=x', 'onlyIds=1'])('%s', async (query) => {
    expect(await refusal('GET', `${path}?${query}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/permissions/${id}/holders`)).toEqual([404, 'NOT_FOUND'])
  })
})
