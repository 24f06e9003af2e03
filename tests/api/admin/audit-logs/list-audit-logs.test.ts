import { beforeAll, describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'

interface Page {
  readonly auditLogs: readonly {
    readonly id: number
    readonly createdAt: string
    readonly auditEvent: string
    readonly details: string
    readonly requestId: string
  }[]
  readonly total: number
  readonly page: number
  readonly size: number
}

const { client: database } = await fileDatabase()
const app = await server()
const reader = await apiClient(app, ['admin-read'])

async function read(query = ''): Promise<Page> {
  const { status, body } = await call<Page>(reader, 'GET', `/audit-logs${query}`)
  expect(status).toBe(200)
  return body
}

beforeAll(async () => {
  await app.changeSettings({ auditLogsInDatabaseEnabled: false })
  await database.auditLog.deleteMany({})
  // Three entries per moment, so that sorting by time alone is not enough.
  for (let i = 0; i < 60; i++) {
    await app.store.auditLog.insertAll([
      {
        createdAt: addSeconds(testStart, Math.floor(i / 3)),
        auditEvent: i % 2 === 0 ? 'logout' : 'saved_consent',
        details: JSON.stringify({ number: i }),
        requestId: `request-${i % 10}`,
      },
    ])
  }
})

const numbers = ({ auditLogs }: Page) => auditLogs.map(({ details }) => JSON.parse(details).number)

describe('200', () => {
  test('the newest twenty, newest first', async () => {
    const body = await read()
    expect(body).toMatchObject({ total: 60, page: 1, size: 20 })
    expect(numbers(body)).toEqual(Array.from({ length: 20 }, (_, i) => 59 - i))
    expect(body.auditLogs[0]).toEqual({
      id: expect.any(Number),
      createdAt: addSeconds(testStart, 19).toISOString(),
      auditEvent: 'saved_consent',
      details: '{"number":59}',
      requestId: 'request-9',
    })
  })

  test('pages neither overlap nor leave anything out', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => read(`?size=17&page=${page}`)))
    expect(pages.flatMap(numbers)).toEqual(Array.from({ length: 60 }, (_, i) => 59 - i))
  })

  test.each(['5', '999999999', '999999999999999', '9007199254740991'])(
    'the page %s is past the end',
    async (page) => {
      const body = await read(`?page=${page}&size=200`)
      expect(body).toMatchObject({ auditLogs: [], total: 60, page: Number(page) })
    },
  )

  test.each(['0', '-1', '201', '1.5', 'x', '', '99999999999999999999'])(
    'the size %j counts as none',
    async (size) => {
      expect(await read(`?size=${size}&page=${size}x`)).toMatchObject({ size: 20, page: 1 })
    },
  )

  test('the largest size', async () => {
    expect((await read('?size=200')).auditLogs).toHaveLength(60)
  })

  test('of one event', async () => {
    const body = await read('?auditEvent=logout&size=200')
    expect(body.total).toBe(30)
    expect(new Set(body.auditLogs.map(({ auditEvent }) => auditEvent))).toEqual(new Set(['logout']))
  })

  test('of one request', async () => {
    const body = await read('?requestId=request-3')
    expect([body.total, new Set(body.auditLogs.map(({ requestId }) => requestId))]).toEqual([
      6,
      new Set(['request-3']),
    ])
  })

  test('of one event and one request', async () => {
    expect(await read('?auditEvent=logout&requestId=request-4')).toMatchObject({ total: 6 })
    expect(await read('?auditEvent=logout&requestId=request-3')).toMatchObject({ total: 0 })
  })

  test.each(['?auditEvent=&requestId=', '?from=2020-01-01', '?auditEvent'])(
    '%s leaves nothing out',
    async (query) => {
      expect(await read(query)).toMatchObject({ total: 60 })
    },
  )

  test.each([
    '?auditEvent=Logout',
    '?auditEvent=unknown',
    '?auditEvent=%00',
    '?requestId=%00',
    '?requestId=%25',
    "?requestId='--",
    '?auditEvent=%F0%9F',
    `?requestId=${'x'.repeat(5_000)}`,
  ])('%s finds nothing', async (query) => {
    expect(await read(query)).toEqual({ auditLogs: [], total: 0, page: 1, size: 20 })
  })
})
