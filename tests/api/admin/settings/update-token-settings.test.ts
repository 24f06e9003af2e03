import { describe, expect, test } from 'vitest'
import { apiClient, call } from '#tests/support/api.ts'
import { readJwt } from '#tests/support/oauth.ts'
import { brokenBodies } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, ask, refusal, granular, lastEntries } = await fixture()
const path = '/settings/tokens'

const valid = {
  tokenExpirationInSeconds: 600,
  refreshTokenOfflineIdleTimeoutInSeconds: 1_000,
  refreshTokenOfflineMaxLifetimeInSeconds: 2_000,
  includeOpenIDConnectClaimsInAccessToken: true,
  includeOpenIDConnectClaimsInIdToken: false,
}
const most = 160_000_000

describe('200', () => {
  test('saves, answers what is stored and records what was and what is', async () => {
    const before = (await ask('GET', path)).body
    const { status, body } = await ask('PUT', path, valid)
    expect([status, body]).toEqual([200, valid])
    expect((await ask('GET', path)).body).toEqual(valid)
    const [entry] = await lastEntries(1)
    expect(entry?.event).toBe('updated_tokens_settings')
    expect(entry?.details.loggedInUser).toBe(granular.client.clientIdentifier)
    expect(entry?.details.old).toEqual(before)
    expect(entry?.details.new).toEqual(valid)
  })

  test('holds for the next token', async () => {
    await ask('PUT', path, { ...valid, tokenExpirationInSeconds: 77 })
    const { payload } = readJwt((await apiClient(app, ['admin-read'])).value)
    expect(Number(payload.exp) - Number(payload.iat)).toBe(77)
  })

  test('takes the largest values', async () => {
    const largest = {
      ...valid,
      tokenExpirationInSeconds: most,
      refreshTokenOfflineIdleTimeoutInSeconds: most,
      refreshTokenOfflineMaxLifetimeInSeconds: most,
    }
    expect((await ask('PUT', path, largest)).body).toEqual(largest)
  })

  test('of many saves at once each entry tells what the one before had left', async () => {
    const values = Array.from({ length: 20 }, (_, i) => 100 + i)
    await ask('PUT', path, valid)
    const answers = await Promise.all(
      values.map((seconds) =>
        call(granular, 'PUT', path, { ...valid, tokenExpirationInSeconds: seconds }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(values.map(() => 200))
    const entries = await lastEntries(values.length)
    const secondsOf = (value: unknown) => (value as typeof valid).tokenExpirationInSeconds
    const steps = new Map(
      entries.map(({ details }) => [secondsOf(details.old), secondsOf(details.new)]),
    )
    let seconds = valid.tokenExpirationInSeconds
    for (let i = 0; i < values.length; i++) seconds = steps.get(seconds) ?? Number.NaN
    const { body } = await ask('GET', path)
    expect([steps.size, seconds]).toEqual([values.length, body.tokenExpirationInSeconds])
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (sent) => {
    expect(await refusal('PUT', path, sent)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    [{ tokenExpirationInSeconds: 0 }, /tokenExpiration.* more than 0/],
    [{ tokenExpirationInSeconds: undefined }, /tokenExpiration.* more than 0/],
    [{ tokenExpirationInSeconds: most + 1 }, /tokenExpiration.* at most/],
    [{ refreshTokenOfflineIdleTimeoutInSeconds: -1 }, /OfflineIdle.* more than 0/],
    [{ refreshTokenOfflineIdleTimeoutInSeconds: most + 1 }, /OfflineIdle.* at most/],
    [{ refreshTokenOfflineMaxLifetimeInSeconds: 0 }, /OfflineMax.* more than 0/],
    [{ refreshTokenOfflineMaxLifetimeInSeconds: most + 1 }, /OfflineMax.* at most/],
    [{ refreshTokenOfflineIdleTimeoutInSeconds: 2_001 }, /OfflineIdle.* may not be more than/],
    [
      { tokenExpirationInSeconds: 0, refreshTokenOfflineIdleTimeoutInSeconds: 0 },
      /tokenExpiration.* more than 0/,
    ],
  ])('%j', async (change, description) => {
    const { status, body } = await ask('PUT', path, { ...valid, ...change })
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.error_description).toMatch(description)
  })
})
