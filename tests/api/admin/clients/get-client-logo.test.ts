import { describe, expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal, console } = await fixture()
const logo = { image: new Uint8Array([1]), contentType: 'image/png', etag: 'e' }

describe('200', () => {
  test('there is none', async () => {
    const { id } = await aClient(store)
    const { status, body } = await ask<object>('GET', `/clients/${id}/logo`)
    expect([status, body]).toEqual([200, { hasLogo: false }])
  })

  test('there is one, and where everybody finds it', async () => {
    const { id } = await console()
    await store.images.saveLogo(id, logo)
    const { body } = await ask<object>('GET', `/clients/${id}/logo`)
    expect(body).toEqual({ hasLogo: true, logoUrl: `${baseUrl}/client/logo/admin-console-client` })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/logo`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/logo`)).toEqual([404, 'NOT_FOUND'])
  })
})
