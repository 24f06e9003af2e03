import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { brokenBodies, fixture } from '../fixture.ts'
import { badFields } from './fields.ts'

const { ask, refusal, store, manager, granular, entriesOf, anAdministrator } = await fixture()
const fields = { key: 'badge', value: 'seven', includeInIdToken: true }
const path = '/user-attributes'

describe('201', () => {
  test('adds the attribute, also a second one of the same key', async () => {
    const { id: userId } = await aUser(store)
    for (let i = 0; i < 2; i++) {
      const entries = await entriesOf(async () => {
        const { status, body } = await ask<object>('POST', path, { ...fields, userId })
        expect([status, body]).toMatchObject([
          201,
          { attribute: { ...fields, includeInAccessToken: false, userId } },
        ])
      })
      const userAttributeId = expect.any(Number)
      const loggedInUser = manager.client.clientIdentifier
      expect(entries).toEqual([
        { event: 'added_user_attribute', details: { userId, userAttributeId, loggedInUser } },
      ])
    }
    expect(await store.users.attributes(userId)).toHaveLength(2)
  })

  test.each([
    { key: 'a', value: '' },
    { key: 'A-b_9', value: ' not trimmed & "quoted" ' },
    { key: 'long', value: '🦀'.repeat(250) },
  ])('%o', async (sent) => {
    const { id: userId } = await aUser(store)
    const { status, body } = await ask<object>('POST', path, { ...sent, userId })
    expect([status, body]).toMatchObject([201, { attribute: sent }])
  })

  test('with a granular scope', async () => {
    const { id: userId } = await aUser(store)
    expect((await call(granular, 'POST', path, { ...fields, userId })).status).toBe(201)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (body) => {
    expect(await refusal('POST', path, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(badFields)('%o → %s', async (changes, code) => {
    const { id: userId } = await aUser(store)
    expect(await refusal('POST', path, { ...fields, ...changes, userId })).toEqual([400, code])
  })

  test.each(['7', 1.5, 2 ** 64])('userId %j', async (userId) => {
    expect(await refusal('POST', path, { ...fields, userId })).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ])
  })
})

describe('403', () => {
  test('a granular scope and an administrator', async () => {
    const { id: userId } = await anAdministrator()
    const answer = call(granular, 'POST', path, { ...fields, userId })
    expect(await outcome(answer)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.users.attributes(userId)).toEqual([])
  })
})

describe('404', () => {
  test.each([undefined, 0, -1, 999_999, 3_000_000_000])('userId %s', async (userId) => {
    expect(await refusal('POST', path, { ...fields, userId })).toEqual([404, 'NOT_FOUND'])
  })

  test('an empty key is told before, a bad one after', async () => {
    const userId = 999_999
    expect(await refusal('POST', path, { key: '', userId })).toEqual([400, 'VALIDATION_ERROR'])
    expect(await refusal('POST', path, { key: '1', userId })).toEqual([404, 'NOT_FOUND'])
  })
})
