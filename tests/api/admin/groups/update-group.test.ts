import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, aUser, grantToGroup } from '#tests/support/people.ts'
import { badIdentifiers, brokenBodies, fixture, malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'

const { ask, refusal, store, granular, manager, entriesOf, anAdministrator } = await fixture()

describe('200', () => {
  test('replaces every field, absent ones by their zero values', async () => {
    const group = await aGroup(store, { description: 'old', includeInIdToken: true }, [
      await aUser(store),
    ])
    const entries = await entriesOf(async () => {
      const body = { groupIdentifier: 'renamed' }
      expect((await ask('PUT', `/groups/${group.id}`, body)).body).toMatchObject({
        group: {
          id: group.id,
          groupIdentifier: 'renamed',
          description: '',
          includeInIdToken: false,
          memberCount: 1,
        },
      })
    })
    expect(entries).toEqual([
      {
        event: 'updated_group',
        details: {
          groupId: group.id,
          groupIdentifier: 'renamed',
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('a group keeps its own identifier', async () => {
    const { id, groupIdentifier } = await aGroup(store, { groupIdentifier: 'its-own' })
    expect((await ask('PUT', `/groups/${id}`, { groupIdentifier })).status).toBe(200)
  })

  test('a granular scope may change an ordinary group that has an administrator in it', async () => {
    const members = [await anAdministrator()]
    const { id, groupIdentifier } = await aGroup(store, { groupIdentifier: 'mixed' }, members)
    const { status } = await call(granular, 'PUT', `/groups/${id}`, { groupIdentifier })
    expect(status).toBe(200)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/groups/${id}`, {})).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(brokenBodies)('the body %s', async (body) => {
    const { id } = await aGroup(store)
    expect(await refusal('PUT', `/groups/${id}`, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(badIdentifiers)('the identifier %j', async (groupIdentifier, code) => {
    const { id } = await aGroup(store)
    expect(await refusal('PUT', `/groups/${id}`, { groupIdentifier })).toEqual([400, code])
  })

  test('the identifier of another group, also for 50 who take it at once', async () => {
    const groups = await Promise.all(Array.from({ length: 50 }, () => aGroup(store)))
    const body = { groupIdentifier: 'taken-by-one' }
    const answers = await Promise.all(
      groups.map(({ id }) => outcome(call(manager, 'PUT', `/groups/${id}`, body))),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'VALIDATION_ERROR')).toHaveLength(49)
  })
})

describe('403', () => {
  test('a granular scope may not change an administrative group', async () => {
    const group = await aGroup(store, { description: 'kept' })
    await grantToGroup(store, group, 'authserver:manage-clients')
    const body = { groupIdentifier: 'other' }
    await expectRefusedChange(granular, ['PUT', `/groups/${group.id}`, body], {
      route: '/groups/{id}',
      ceiling: 'target',
      targetKind: 'group',
      targetId: group.id,
    })
    expect(await store.groups.findById(group.id)).toEqual(group)
  })

  test('is told after a bad value', async () => {
    const group = await aGroup(store)
    await grantToGroup(store, group, 'authserver:manage')
    const answer = call(granular, 'PUT', `/groups/${group.id}`, { groupIdentifier: 'x' })
    expect(await outcome(answer)).toEqual([400, 'validator.identifier.too_short'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, told before a broken body', async (id) => {
    expect(await refusal('PUT', `/groups/${id}`, '{')).toEqual([404, 'NOT_FOUND'])
  })
})
