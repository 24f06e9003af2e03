import { describe, expect, test } from 'vitest'
import { apiClient, call } from '#tests/support/api.ts'
import { fixture } from '../fixture.ts'

interface Countries {
  readonly phoneCountries: readonly {
    readonly uniqueId: string
    readonly alpha2: string
    readonly callingCode: string
    readonly name: string
  }[]
}

const { app, ask } = await fixture()

describe('200', () => {
  test('every country once for each of its calling codes', async () => {
    const { status, body } = await ask<Countries>('GET', '/phone-countries')
    const { phoneCountries } = body
    expect(status).toBe(200)
    expect(phoneCountries.length).toBeGreaterThan(245)
    expect(phoneCountries).toContainEqual({
      uniqueId: 'USA_0',
      alpha2: 'US',
      emoji: '🇺🇸',
      callingCode: '+1',
      name: '🇺🇸 United States (+1)',
    })
    const dominican = phoneCountries.filter(({ alpha2 }) => alpha2 === 'DO')
    expect(dominican.map(({ uniqueId, callingCode }) => [uniqueId, callingCode])).toEqual([
      ['DOM_0', '+1809'],
      ['DOM_1', '+1829'],
      ['DOM_2', '+1849'],
    ])
    const ids = phoneCountries.map(({ uniqueId }) => uniqueId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const one of phoneCountries) {
      expect(one).toMatchObject({
        uniqueId: expect.stringMatching(/^[A-Z]{3}_\d$/),
        alpha2: expect.stringMatching(/^[A-Z]{2}$/),
        callingCode: expect.stringMatching(/^\+\d{1,4}$/),
      })
    }
  })

  test('by English name, letters with marks beside those without', async () => {
    const { phoneCountries } = (await ask<Countries>('GET', '/phone-countries')).body
    const names = phoneCountries.map(({ name }) => name.replace(/^\S+ (.*) \(.*\)$/, '$1'))
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
    expect(names.slice(0, 4)).toEqual(['Afghanistan', 'Åland Islands', 'Albania', 'Algeria'])
  })

  test.each(['admin-read', 'manage-users', 'manage-clients', 'manage-settings'])(
    'with %s',
    async (permission) => {
      const caller = await apiClient(app, [permission])
      expect((await call(caller, 'GET', '/phone-countries')).status).toBe(200)
    },
  )
})
