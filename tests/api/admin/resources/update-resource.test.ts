import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aResource } from '#tests/support/people.ts'
import { badIdentifiers, brokenBodies, fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store, manager, granular, entriesOf } = await fixture('manage-settings')

let next = 0
const another = () => aResource(store, `resource-${++next}`, ['use'])
const builtIn = await store.resources.findByIdentifier('authserver')

describe('200', () => {
  test('renames the resource, its permissions stay', async () => {
    const { id, permissions } = await another()
    const entries = await entriesOf(async () => {
      const body = { resourceIdentifier: 'renamed' }
      expect((await call(granular, 'PUT', `/resources/${id}`, body)).body).toEqual({
        resource: {
          id,
          resourceIdentifier: 'renamed',
          description: '',
          isSystemLevelResource: false,
        },
      })
    })
    expect(entries).toEqual([
      {
        event: 'updated_resource',
        details: {
          resourceId: id,
          resourceIdentifier: 'renamed',
          loggedInUser: granular.client.clientIdentifier,
        },
      },
    ])
    expect(await store.resources.permissionsOf(id)).toEqual(permissions)
  })

  test('the built-in resource gets another description', async () => {
    const body = { resourceIdentifier: 'authserver', description: 'Ours' }
    const { status } = await call(granular, 'PUT', `/resources/${builtIn?.id}`, body)
    expect(status).toBe(200)
    expect(await store.resources.findByIdentifier('authserver')).toMatchObject({
      id: builtIn?.id,
      description: 'Ours',
    })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/resources/${id}`, {})).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(brokenBodies)('the body %s', async (body) => {
    const { id } = await another()
    expect(await refusal('PUT', `/resources/${id}`, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(badIdentifiers)('the identifier %j', async (resourceIdentifier, code) => {
    const { id } = await another()
    expect(await refusal('PUT', `/resources/${id}`, { resourceIdentifier })).toEqual([400, code])
  })

  test('another name for the built-in resource', async () => {
    const path = `/resources/${builtIn?.id}`
    for (const resourceIdentifier of ['other', 'Authserver']) {
      const { status, body } = await ask('PUT', path, { resourceIdentifier })
      expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR'])
      expect(body.error_description).toContain('renamed')
    }
    expect((await ask('GET', path)).body).toMatchObject({
      resource: { resourceIdentifier: 'authserver' },
    })
  })

  test('the identifier of another resource, also for 50 who take it at once', async () => {
    const resources = []
    for (let i = 0; i < 50; i++) resources.push(await another())
    const body = { resourceIdentifier: 'taken-by-one' }
    const answers = await Promise.all(
      resources.map(({ id }) => outcome(call(manager, 'PUT', `/resources/${id}`, body))),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'VALIDATION_ERROR')).toHaveLength(49)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, told before a broken body', async (id) => {
    expect(await refusal('PUT', `/resources/${id}`, '{')).toEqual([404, 'NOT_FOUND'])
  })
})
