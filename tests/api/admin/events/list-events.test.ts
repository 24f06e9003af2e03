import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { fixture, type Page } from './fixture.ts'

const { reader, granular, user, client, app, entry } = await fixture()

/** Only entries of the fixture, which are of one moment. */
const moment = 'from=2026-03-02T23:30:00Z&to=2026-03-02T23:30:01Z'
const list = async (query: string, by = reader) =>
  (await call<Page>(by, 'GET', `/events?${moment}&${query}`)).body
const names = async (query: string) =>
  (await list(query)).events.map(({ auditEvent }) => auditEvent)

describe('200', () => {
  test('the newest first, without tokens unless they are asked for', async () => {
    const all = ['rate_limit_exceeded', 'updated_group', 'created_client', 'auth_failed_pwd']
    expect(await names('')).toEqual(all)
    expect(await names('category=tokens')).toEqual(['token_issued_ropc_response'])
    expect(await names('category=all')).toHaveLength(5)
  })

  test.each([
    ['category=security', ['rate_limit_exceeded']],
    ['category=sign_ins&outcome=refused', ['auth_failed_pwd']],
    ['outcome=done', ['updated_group', 'created_client']],
    ['auditEvent=updated_group', ['updated_group']],
    ['auditEvent=updated_group&category=changes&outcome=done', ['updated_group']],
    ['auditEvent=updated_group&category=security', []],
    ['auditEvent=updated_group&outcome=refused', []],
    [`userId=${user.id}`, ['auth_failed_pwd']],
    [`clientId=${client.id}&category=changes`, ['created_client']],
    [`actor=${user.subject}`, ['created_client']],
    ['ipAddress=192.0.2.9', ['auth_failed_pwd']],
    ['requestId=another', ['rate_limit_exceeded']],
    ['requestId=%00', []],
    ['after=nonsense&auditEvent=updated_group', ['updated_group']],
    ['after=999999999999999-1&auditEvent=updated_group', ['updated_group']],
    ['userId=9007199254740993', []],
  ])('filtered by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('names the records for who may read them', async () => {
    const [seen] = (await list(`userId=${user.id}`)).events
    expect(seen?.user).toEqual({ id: user.id, name: 'Zoë Müller' })
    const [hidden] = (await list(`userId=${user.id}`, granular)).events
    expect(hidden?.user).toEqual({ id: user.id, name: '' })
  })

  test('page by page, each entry once, however many share a moment', async () => {
    await app.store.auditLog.insertAll(
      Array.from({ length: 25 }, () => entry('verified_email', { userId: user.id })),
    )
    for (const query of [
      'auditEvent=verified_email',
      `userId=${user.id}&auditEvent=verified_email`,
    ]) {
      const ids: number[] = []
      let after = ''
      do {
        const page = await list(`${query}&limit=10&after=${after}`)
        ids.push(...page.events.map(({ id }) => id))
        after = page.next ?? ''
      } while (after !== '')
      expect(new Set(ids).size).toBe(25)
      expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    }
  })
})

describe('400', () => {
  test.each([
    'from=yesterday',
    'category=none',
    'outcome=maybe',
    'from=0000-01-01T00:00:00Z',
    'to=9999-12-31T23:59:59-00:01',
    'userId=abc',
    'userId=0',
    'clientId=12x',
    'groupId=',
    'resourceId=-1',
  ])('%s', async (query) => {
    expect(await outcome(call(reader, 'GET', `/events?${query}`))).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})
