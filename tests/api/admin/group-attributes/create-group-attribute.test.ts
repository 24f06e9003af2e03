import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { aGroup, grantToGroup } from '#tests/support/people.ts'
import { brokenBodies, fixture } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { badFields } from './bad-fields.ts'

const { ask, refusal, store, granular, manager, entriesOf } = await fixture()
const path = '/group-attributes'

interface Answer {
  attribute: { id: number }
}

describe('201', () => {
  test('stores the value as sent and audits the attribute', async () => {
    const group = await aGroup(store)
    let id = 0
    const entries = await entriesOf(async () => {
      const value = `  ${'😀'.repeat(246)}  `
      const fields = { key: 'k', value, includeInAccessToken: true, groupId: group.id }
      const { status, body } = await ask<Answer>('POST', path, fields)
      expect(status).toBe(201)
      expect(body).toMatchObject({ attribute: { ...fields, includeInIdToken: false } })
      id = body.attribute.id
    })
    expect(entries).toEqual([
      {
        event: 'added_group_attribute',
        details: {
          groupAttributeId: id,
          groupId: group.id,
          groupIdentifier: group.groupIdentifier,
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('one key twice, by a granular scope', async () => {
    const { id: groupId } = await aGroup(store)
    for (const value of ['one', '']) {
      const { status } = await call(granular, 'POST', path, { key: 'same', value, groupId })
      expect(status).toBe(201)
    }
    expect(await store.groupAttributes.listOfGroup(groupId)).toHaveLength(2)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %s', async (body) => {
    expect(await refusal('POST', path, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(badFields)('%j, told before an unknown group', async (fields, code) => {
    const body = { ...fields, groupId: 999_999 }
    expect(await refusal('POST', path, body)).toEqual([400, code])
  })

  test.each([{}, { groupId: 0 }, { groupId: -1 }])('the group of %j', async (body) => {
    const sent = { key: '1', ...body }
    expect(await refusal('POST', path, sent)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope and an administrative group', async () => {
    const group = await aGroup(store)
    await grantToGroup(store, group, 'authserver:manage-users')
    const body = { key: 'k', value: 'v', groupId: group.id }
    await expectRefusedChange(granular, ['POST', path, body], {
      route: '/group-attributes',
      ceiling: 'target',
      targetKind: 'group',
      targetId: group.id,
    })
    expect(await store.groupAttributes.listOfGroup(group.id)).toEqual([])
  })
})

describe('404', () => {
  test('a group that does not exist', async () => {
    const body = { key: 'k', groupId: 999_999 }
    expect(await refusal('POST', path, body)).toEqual([404, 'NOT_FOUND'])
  })
})
