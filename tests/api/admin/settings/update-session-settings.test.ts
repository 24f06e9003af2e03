import { describe, expect, test } from 'vitest'
import { brokenBodies } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { ask, refusal, granular, lastEntries } = await fixture()
const path = '/settings/sessions'
const body = (idle: unknown, lifetime: unknown) => ({
  userSessionIdleTimeoutInSeconds: idle,
  userSessionMaxLifetimeInSeconds: lifetime,
})

describe('200', () => {
  test.each([
    [1, 1],
    [600, 3600],
    [160_000_000, 160_000_000],
  ])('idle %d, lifetime %d', async (idle, lifetime) => {
    const { status, body: answer } = await ask('PUT', path, body(idle, lifetime))
    expect([status, answer]).toEqual([200, body(idle, lifetime)])
    expect((await ask('GET', path)).body).toEqual(body(idle, lifetime))
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_sessions_settings',
        details: { loggedInUser: granular.client.clientIdentifier },
      },
    ])
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (sent) => {
    expect(await refusal('PUT', path, sent)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    ['1', 2],
    [1.5, 2],
    [1, 2 ** 64],
  ])('idle %j, lifetime %j: no whole numbers', async (idle, lifetime) => {
    expect(await refusal('PUT', path, body(idle, lifetime))).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    [0, 1, /IdleTimeout.* more than 0/],
    [undefined, 1, /IdleTimeout.* more than 0/],
    [-5, 0, /IdleTimeout.* more than 0/],
    [200_000_000, 0, /MaxLifetime.* more than 0/],
    [200_000_000, 300_000_000, /IdleTimeout.* at most 160000000/],
    [5, 160_000_001, /MaxLifetime.* at most 160000000/],
    [5, 2 ** 60, /MaxLifetime.* at most 160000000/],
    [6, 5, /may not be more than 'userSessionMaxLifetimeInSeconds'/],
  ])('idle %j, lifetime %j', async (idle, lifetime, description) => {
    const { status, body: answer } = await ask('PUT', path, body(idle, lifetime))
    expect([status, answer.error_code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(answer.error_description).toMatch(description)
  })
})
