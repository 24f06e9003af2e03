import { afterAll, describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { openSecondProvider } from '#tests/support/second-provider.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { providersFixture } from './fixture.ts'

const { add, ask, refusal, granular, entries } = await providersFixture()
const clientSecret = 'a+b/c%d:e~f'
const second = await openSecondProvider({
  redirectUri: `${baseUrl}/auth/provider/checked/callback`,
  clientSecret,
})
afterAll(second.close)
const pathOf = (id: number | string) => `/identity-providers/${id}/test`

interface Checks {
  readonly checks: readonly { readonly check: string; readonly result: string; detail: string }[]
}

async function checksOf(more: Readonly<Record<string, unknown>>) {
  const { id } = await add({ clientId: second.clientId, ...more })
  const { status, body } = await ask<Checks>('POST', pathOf(id))
  expect(status).toBe(200)
  return Object.fromEntries(
    body.checks.map(({ check, result, detail }) => [check, [result, detail]]),
  )
}

describe('200', () => {
  test('a provider that is as it should be', async () => {
    const before = (await entries()).length
    const checks = await checksOf({ alias: 'checked', issuer: second.issuer, clientSecret })
    expect(checks).toEqual({
      metadata: ['ok', ''],
      issuer: ['ok', ''],
      key_set: ['ok', ''],
      s256: ['ok', ''],
      auth_method: ['ok', ''],
      scopes: ['ok', ''],
      iss: ['ok', ''],
      // The clock of tests is years ahead.
      clock: ['warning', 'differs'],
      credentials: ['ok', ''],
    })
    // Only the provider itself was added.
    expect((await entries()).length).toBe(before + 1)
  })

  test('a secret that the provider refuses', async () => {
    const checks = await checksOf({ issuer: second.issuer, clientSecret: 'another' })
    expect(checks.credentials).toEqual(['failed', 'invalid_client'])
  })

  test('a provider that is away', async () => {
    expect(await checksOf({})).toEqual({ metadata: ['failed', 'connect_failed'] })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('POST', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope sends no secret', async () => {
    const { id } = await add()
    const answer = outcome(call(granular, 'POST', pathOf(id)))
    expect(await answer).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('POST', pathOf(id))).toEqual([404, 'NOT_FOUND'])
  })
})
