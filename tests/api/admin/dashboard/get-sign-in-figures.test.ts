import { describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import type { signInFigures } from '#lib/api/contract/models/sign-in-figures.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { countFinishedHours, startOfHour } from '#lib/domain/dashboard/sign-in-hours.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const app = await server({ ownDatabase: true })
const { store } = app
const hour = 3_600

type Figures = z.output<typeof signInFigures>

async function read(range = ''): Promise<Figures> {
  // The clock moves on by more than the life of a token.
  const reader = await apiClient(app, ['admin-read'])
  const query = range && `?range=${range}`
  const { status, body } = await call<{ figures: Figures }>(
    reader,
    'GET',
    `/dashboard/sign-ins${query}`,
  )
  expect(status).toBe(200)
  return body.figures
}

async function entry(
  auditEvent: string,
  details: object,
  ago: number,
  userId: number | null = null,
) {
  await store.auditLog.insertAll([
    {
      createdAt: addSeconds(app.clock.now(), -ago),
      auditEvent,
      details: JSON.stringify(details),
      requestId: '',
      userId,
    },
  ])
}

const count = () => countFinishedHours(store, { auditLogsInDatabaseEnabled: true }, app.clock.now())

const totals = ({ hours }: Figures) => ({
  signIns: hours.reduce((total, one) => total + one.signIns, 0),
  refused: hours.reduce((total, one) => total + one.refused, 0),
})

describe('200', () => {
  test('users who signed in or were created within the range, and in the one before', async () => {
    const before = (await read('24h')).users
    const ago = (hours: number) => addSeconds(app.clock.now(), -hours * hour)
    await aUser(store, { createdAt: ago(1), lastSignInAt: ago(1) })
    await aUser(store, { createdAt: ago(30), lastSignInAt: ago(2) })
    await aUser(store, { createdAt: ago(90), lastSignInAt: ago(80) })
    expect((await read('24h')).users).toEqual({
      active: before.active + 2,
      created: before.created + 1,
      createdBefore: before.createdBefore + 1,
    })
  })

  test('the range names the number of hours, seven days without one', async () => {
    expect((await read('24h')).hours).toHaveLength(24)
    expect((await read('7d')).hours).toHaveLength(168)
    expect((await read('30d')).hours).toHaveLength(720)
    expect((await read()).hours).toHaveLength(168)
    expect((await read('for-ever')).hours).toHaveLength(168)
    const { hours } = await read('24h')
    expect(hours.at(-1)?.hour).toBe(startOfHour(app.clock.now()).toISOString())
  })

  test('an entry counts at once, and once only after the cleaner has counted its hour', async () => {
    const before = totals(await read('24h'))
    const client = await aClient(store, { displayName: 'Warehouse' })
    await entry('started_new_user_session', { userId: 1, clientId: client.id }, 90 * 60)
    await entry('created_auth_code', { userId: 1, clientId: client.id }, 90 * 60)
    await entry('auth_failed_pwd', { email: 'a@example.org' }, 90 * 60, 7)
    await entry('auth_failed_pwd', { email: 'b@example.org', count: 4 }, 90 * 60)
    const after = { signIns: before.signIns + 1, refused: before.refused + 5 }
    expect(totals(await read('24h'))).toEqual(after)
    for (let pass = 0; pass < 20; pass++) await count()
    expect(totals(await read('24h'))).toEqual(after)
    const figures = await read('24h')
    expect(figures.applications).toContainEqual({
      clientId: client.id,
      clientIdentifier: client.clientIdentifier,
      displayName: 'Warehouse',
      count: 1,
    })
    expect(figures.reasons.slice(0, 2)).toEqual([
      { reason: 'no_account', count: 4 },
      { reason: 'wrong_password', count: 1 },
    ])
  })

  test('an hour with three times the usual refusals is a spike, one with twice is not', async () => {
    expect((await read()).spike).toBeNull()
    await entry('auth_failed_otp', { userId: 1, count: 29 }, 5 * hour)
    for (let pass = 0; pass < 2; pass++) await count()
    expect((await read()).spike).toBeNull()
    app.clock.advance(10 * hour)
    await entry('auth_failed_otp', { userId: 1, count: 90 }, 2 * hour)
    await count()
    expect((await read()).spike).toMatchObject({ refused: 90, usual: 0 })
    app.clock.advance(24 * hour)
    await entry('auth_failed_otp', { userId: 1, count: 30 }, 2 * hour)
    await count()
    // 30 is less than three times 90 / 7.
    expect((await read()).spike).toBeNull()
  })

  test('counts of the range before are told', async () => {
    app.clock.advance(40 * hour)
    for (let pass = 0; pass < 2; pass++) await count()
    const now = await read('24h')
    expect(now.before.refused).toBeGreaterThan(0)
    expect(totals(now)).toEqual({ signIns: 0, refused: 0 })
  })

  test('an hour is counted a thousand entries at a time, and all of them count', async () => {
    const before = totals(await read('24h')).refused
    const createdAt = addSeconds(app.clock.now(), -hour)
    const [failed, limited] = ['auth_failed_otp', 'rate_limit_exceeded'].map((auditEvent) =>
      Array.from({ length: 1_050 }, () => ({
        createdAt,
        auditEvent,
        details: '{}',
        requestId: '',
      })),
    )
    await store.auditLog.insertAll([...(failed ?? []), ...(limited ?? [])])
    const reading = vi.spyOn(store.auditLog, 'listFiltered')
    expect(totals(await read('24h')).refused).toBe(before + 2_100)
    const pieces = await Promise.all(reading.mock.results.map(({ value }) => value))
    reading.mockRestore()
    expect(pieces.map(({ length }) => length).filter((length) => length > 50)).toEqual([
      1_000, 1_000, 100,
    ])
  })
})
