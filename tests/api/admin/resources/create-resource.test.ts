import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { badIdentifiers, brokenBodies, fixture, goodIdentifiers } from '../fixture.ts'

const { ask, refusal, store, manager, granular, entriesOf } = await fixture('manage-settings')

describe('201', () => {
  test('answers and audits the new resource', async () => {
    const sent = { resourceIdentifier: 'shop', description: ' The "shop" & more ' }
    let answer: unknown
    const entries = await entriesOf(async () => {
      const { status, body } = await call(granular, 'POST', '/resources', sent)
      expect(status).toBe(201)
      answer = body
    })
    const stored = await store.resources.findByIdentifier('shop')
    expect(answer).toEqual({
      resource: {
        id: stored?.id,
        resourceIdentifier: 'shop',
        description: 'The "shop" & more',
        isSystemLevelResource: false,
      },
    })
    expect(entries).toEqual([
      {
        event: 'created_resource',
        details: {
          resourceId: stored?.id,
          resourceIdentifier: 'shop',
          loggedInUser: granular.client.clientIdentifier,
        },
      },
    ])
  })

  test.each([...goodIdentifiers, 'AUTHSERVER'])('the identifier %s', async (identifier) => {
    const body = { resourceIdentifier: identifier, description: '😀'.repeat(100) }
    expect((await ask('POST', '/resources', body)).status).toBe(201)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %s', async (body) => {
    expect(await refusal('POST', '/resources', body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(badIdentifiers)('the identifier %j', async (resourceIdentifier, code) => {
    expect(await refusal('POST', '/resources', { resourceIdentifier })).toEqual([400, code])
  })

  test.each([
    ['d'.repeat(101), 'VALIDATION_ERROR'],
    ['>', 'validator.description.angle_brackets'],
  ])('the description %s, told before a bad identifier', async (description, code) => {
    const body = { resourceIdentifier: '1', description }
    expect(await refusal('POST', '/resources', body)).toEqual([400, code])
  })

  test('an identifier in use, also for 50 who create it at once', async () => {
    const body = { resourceIdentifier: 'wanted-by-all' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => outcome(call(manager, 'POST', '/resources', body))),
    )
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'VALIDATION_ERROR')).toHaveLength(49)
  })
})
