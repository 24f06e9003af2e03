import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, grantToGroup } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'

const { refusal, store, database, granular, manager, entriesOf } = await fixture()

async function anAttribute() {
  const group = await aGroup(store)
  const data = { groupId: group.id, key: 'k', value: 'v' }
  const attribute = await database.groupAttribute.create({ data })
  return { group, attribute, path: `/group-attributes/${attribute.id}` }
}

describe('200', () => {
  test('deletes once and audits once, however many ask', async () => {
    const { group, attribute, path } = await anAttribute()
    const entries = await entriesOf(async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => outcome(call(manager, 'DELETE', path))),
      )
      expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
      expect(answers.filter(([, code]) => code === 'NOT_FOUND')).toHaveLength(19)
    })
    expect(entries).toEqual([
      {
        event: 'deleted_group_attribute',
        details: {
          groupAttributeId: attribute.id,
          groupId: group.id,
          groupIdentifier: group.groupIdentifier,
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('a granular scope and an ordinary group', async () => {
    const { path } = await anAttribute()
    const { status, body } = await call(granular, 'DELETE', path)
    expect([status, body]).toEqual([200, { success: true }])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/group-attributes/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope and an administrative group', async () => {
    const { group, attribute, path } = await anAttribute()
    await grantToGroup(store, group, 'authserver:admin-read')
    await expectRefusedChange(granular, ['DELETE', path], {
      route: '/group-attributes/{id}',
      ceiling: 'target',
      targetKind: 'group',
      targetId: group.id,
    })
    expect(await store.groupAttributes.findById(attribute.id)).toEqual(attribute)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/group-attributes/${id}`)).toEqual([404, 'NOT_FOUND'])
  })
})
