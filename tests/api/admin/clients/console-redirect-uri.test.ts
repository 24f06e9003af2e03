import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient } from '#tests/support/people.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal, granular, entries, console } = await fixture()

const callback = `${baseUrl}/console/callback`
const client = await console()
const path = `/clients/${client.id}/redirect-uris`
const seeded = client.redirectUris.map(({ uri }) => uri)

async function stored(): Promise<string[]> {
  return ((await store.clients.findById(client.id))?.redirectUris ?? []).map(({ uri }) => uri)
}

test('the console’s callback is among what a new installation has', () => {
  expect(seeded).toContain(callback)
})

describe('a list without the console’s callback', () => {
  test.each([
    [[]],
    [null],
    [seeded.filter((uri) => uri !== callback)],
    [[`${callback}/`]],
    [[callback.toUpperCase()]],
    [[`${callback}?a=b`]],
    [['https://elsewhere.example/console/callback']],
  ])('%j is refused, and nothing is saved', async (redirectURIs) => {
    const before = (await entries()).length
    const { status, body } = await ask('PUT', path, { redirectURIs })
    expect([status, body]).toMatchObject([
      400,
      {
        error_code: 'VALIDATION_ERROR',
        error_description: `The administration console cannot do without its redirect URI ${callback}.`,
      },
    ])
    expect(await stored()).toEqual(seeded)
    expect(await entries()).toHaveLength(before)
  })

  test('before it is compared with what was expected', async () => {
    const body = { redirectURIs: [], expectedRedirectURIs: [] }
    expect(await refusal('PUT', path, body)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('before the rights of the caller, as every 400', async () => {
    const before = (await entries()).length
    expect(await outcome(call(granular, 'PUT', path, { redirectURIs: [] }))).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
    expect(await entries()).toHaveLength(before)
    expect(await outcome(call(granular, 'PUT', path, { redirectURIs: seeded }))).toEqual([
      403,
      'MANAGE_SCOPE_REQUIRED',
    ])
  })

  test('is none of other clients’ business', async () => {
    const other = await aClient(store)
    const answer = await ask('PUT', `/clients/${other.id}/redirect-uris`, { redirectURIs: [] })
    expect(answer.status).toBe(200)
  })
})

test('all the rest may be taken away, and given back', async () => {
  expect((await ask('PUT', path, { redirectURIs: [` ${callback} `] })).status).toBe(200)
  expect(await stored()).toEqual([callback])
  expect((await ask('PUT', path, { redirectURIs: seeded })).status).toBe(200)
})
