import { describe, expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal } = await fixture()

interface Page {
  readonly notifications: readonly Record<string, unknown>[]
  readonly total: number
  readonly page: number
  readonly size: number
}

describe('200', () => {
  test('what waits or failed of this client, newest first, without personal data', async () => {
    const [client, other] = [await aClient(store), await aClient(store)]
    const now = app.clock.now()
    const later = new Date(now.getTime() + 1_000)
    const giveUpAt = new Date(now.getTime() + 86_400_000)
    const told = (clientId: number, sessionIdentifier: string) => [
      { clientId, subject: 'somebody', sessionIdentifier },
    ]
    const { logoutNotifications } = store
    await logoutNotifications.add(told(client.id, 'one'), now, giveUpAt)
    await logoutNotifications.add(told(client.id, 'two'), later, giveUpAt)
    await logoutNotifications.add(told(other.id, 'three'), now, giveUpAt)
    const [first] = await logoutNotifications.due(now, 1, 1, [other.id])
    if (!first) throw new Error('Nothing is due.')
    const failed = { state: 'failed', lastOutcome: 'answered', lastStatus: 400 }
    await logoutNotifications.change(first, failed)
    const path = `/clients/${client.id}/logout-notifications`
    const { body } = await ask<Page>('GET', path)
    expect(body).toMatchObject({ total: 2, page: 1, notifications: [{ state: 'pending' }, failed] })
    expect(body.notifications[1]).toEqual({
      ...failed,
      id: first.id,
      createdAt: now.toISOString(),
      attempts: 0,
      nextAttemptAt: now.toISOString(),
      giveUpAt: giveUpAt.toISOString(),
      subject: 'somebody',
    })
    const second = await ask<Page>('GET', `${path}?page=2&size=1`)
    expect(second.body).toMatchObject({ total: 2, page: 2, size: 1, notifications: [failed] })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    const path = `/clients/${id}/logout-notifications`
    expect(await refusal('GET', path)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/logout-notifications`)).toEqual([404, 'NOT_FOUND'])
  })
})
