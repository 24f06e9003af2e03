import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, grantToGroup } from '#tests/support/people.ts'
import { brokenBodies, fixture, malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { badFields } from './bad-fields.ts'

const { ask, refusal, store, database, granular, manager, entriesOf } = await fixture()

async function anAttribute() {
  const group = await aGroup(store)
  const data = { groupId: group.id, key: 'old', value: 'old', includeInIdToken: true }
  const attribute = await database.groupAttribute.create({ data })
  return { group, attribute, path: `/group-attributes/${attribute.id}` }
}

describe('200', () => {
  test('replaces the fields; the group never changes', async () => {
    const { group, attribute, path } = await anAttribute()
    const other = await aGroup(store)
    const entries = await entriesOf(async () => {
      const { status, body } = await ask('PUT', path, { key: 'new', groupId: other.id })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        attribute: { key: 'new', value: '', includeInIdToken: false, groupId: group.id },
      })
    })
    expect(entries).toEqual([
      {
        event: 'updated_group_attribute',
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
    expect((await call(granular, 'PUT', path, { key: 'k' })).status).toBe(200)
  })

  test('50 changes at once leave one of them, whole', async () => {
    const { attribute, path } = await anAttribute()
    const bodies = Array.from({ length: 50 }, (_, i) => ({ key: `k${i}`, value: `v${i}` }))
    const answers = await Promise.all(
      bodies.map((body) => outcome(call(manager, 'PUT', path, body))),
    )
    expect(answers).toEqual(bodies.map(() => [200, '']))
    const stored = await store.groupAttributes.findById(attribute.id)
    expect(bodies).toContainEqual({ key: stored?.key, value: stored?.value })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    const answer = await refusal('PUT', `/group-attributes/${id}`, {})
    expect(answer).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(brokenBodies)('the body %s', async (body) => {
    const { path } = await anAttribute()
    expect(await refusal('PUT', path, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(badFields)('%j', async (fields, code) => {
    const { path } = await anAttribute()
    expect(await refusal('PUT', path, fields)).toEqual([400, code])
  })
})

describe('403', () => {
  test('a granular scope and an administrative group', async () => {
    const { group, attribute, path } = await anAttribute()
    await grantToGroup(store, group, 'authserver:manage')
    await expectRefusedChange(granular, ['PUT', path, { key: 'k' }], {
      route: '/group-attributes/{id}',
      ceiling: 'target',
      targetKind: 'group',
      targetId: group.id,
    })
    expect(await store.groupAttributes.findById(attribute.id)).toEqual(attribute)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, told before a broken body', async (id) => {
    expect(await refusal('PUT', `/group-attributes/${id}`, '{')).toEqual([404, 'NOT_FOUND'])
  })
})
