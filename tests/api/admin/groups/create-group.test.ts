import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup } from '#tests/support/people.ts'
import { badIdentifiers, brokenBodies, fixture, goodIdentifiers } from '../fixture.ts'

const { ask, refusal, store, granular, manager, entriesOf } = await fixture()

describe('201', () => {
  test('answers and audits the new group', async () => {
    let answer: unknown
    const entries = await entriesOf(async () => {
      const { status, body } = await ask('POST', '/groups', {
        groupIdentifier: 'staff',
        description: '  Tom & "Jerry"  ',
        includeInIdToken: true,
      })
      expect(status).toBe(201)
      answer = body
    })
    const stored = await store.groups.findByIdentifier('staff')
    expect(answer).toEqual({
      group: {
        id: stored?.id,
        createdAt: stored?.createdAt.toISOString(),
        updatedAt: stored?.updatedAt.toISOString(),
        groupIdentifier: 'staff',
        description: 'Tom & "Jerry"',
        includeInIdToken: true,
        includeInAccessToken: false,
        memberCount: 0,
      },
    })
    expect(entries).toEqual([
      {
        event: 'created_group',
        details: {
          groupId: stored?.id,
          groupIdentifier: 'staff',
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('a granular scope may create groups', async () => {
    const body = { groupIdentifier: 'made-by-granular' }
    expect((await call(granular, 'POST', '/groups', body)).status).toBe(201)
  })

  test.each(goodIdentifiers)('the identifier %s', async (groupIdentifier) => {
    expect((await ask('POST', '/groups', { groupIdentifier })).status).toBe(201)
  })

  test('identifiers differ by case', async () => {
    for (const groupIdentifier of ['cased', 'CASED']) {
      expect((await ask('POST', '/groups', { groupIdentifier })).status).toBe(201)
    }
  })

  test('a description of 100 characters that take two units each', async () => {
    const body = { groupIdentifier: 'emoji', description: '😀'.repeat(100) }
    expect((await ask('POST', '/groups', body)).status).toBe(201)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %s', async (body) => {
    expect(await refusal('POST', '/groups', body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    { groupIdentifier: 5 },
    { groupIdentifier: 'abc', includeInIdToken: 'yes' },
    { groupIdentifier: 'abc', description: 'NUL\0' },
  ])('a field of the wrong form: %j', async (body) => {
    expect(await refusal('POST', '/groups', body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(badIdentifiers)('the identifier %j', async (groupIdentifier, code) => {
    expect(await refusal('POST', '/groups', { groupIdentifier })).toEqual([400, code])
  })

  test('the description is judged before the form of the identifier', async () => {
    const long = { groupIdentifier: '1', description: 'd'.repeat(101) }
    expect(await refusal('POST', '/groups', long)).toEqual([400, 'VALIDATION_ERROR'])
    const marked = { groupIdentifier: '1', description: 'a <b> c' }
    expect(await refusal('POST', '/groups', marked)).toEqual([
      400,
      'validator.description.angle_brackets',
    ])
  })

  test('an identifier in use', async () => {
    const { groupIdentifier } = await aGroup(store, { groupIdentifier: 'in-use' })
    expect(await refusal('POST', '/groups', { groupIdentifier })).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('of 50 who create the same group at once, one succeeds and nobody gets a failure', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        outcome(call(manager, 'POST', '/groups', { groupIdentifier: 'wanted-by-all' })),
      ),
    )
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'VALIDATION_ERROR')).toHaveLength(49)
  })
})
