import { describe, expect, test } from 'vitest'
import { aProvider } from '#tests/support/providers.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { byPassword, fixture } from './fixture.ts'

const { app, store, person } = await fixture()
const pathOf = (alias: string) => `/identities/${alias}/link`

describe('200', () => {
  test('an address for the browser, which works once and for five minutes', async () => {
    const one = await person()
    const { alias } = await aProvider(store)
    const { status, body } = await one.ask<{ url: string }>('POST', pathOf(alias), byPassword(one))
    expect(status).toBe(200)
    expect(body.url).toMatch(new RegExp(`^${baseUrl}/auth/provider\\?handle=[\\w-]{43}$`))
    const other = await one.ask<{ url: string }>('POST', pathOf(alias), {
      ...byPassword(one),
      otherAccount: true,
    })
    expect(other.body.url).toMatch(/&other=1$/)
  })
})

describe('400', () => {
  test('without a confirmation, or with a wrong password', async () => {
    const one = await person()
    const { alias } = await aProvider(store)
    for (const body of [{}, { confirmation: { password: 'Not-the-one-1' } }]) {
      expect(await one.refusal('POST', pathOf(alias), body)).toEqual([400, 'AUTHENTICATION_FAILED'])
    }
  })
})

describe('404', () => {
  test('a provider that is unknown, off, or does not connect accounts', async () => {
    const one = await person()
    const off = await aProvider(store, { enabled: false })
    const refusing = await aProvider(store, { linking: 'off' })
    for (const alias of ['nobody', off.alias, refusing.alias]) {
      expect(await one.refusal('POST', pathOf(alias), byPassword(one))).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('the feature is off', async () => {
    const one = await person()
    const { alias } = await aProvider(store)
    await app.changeSettings({ identityProvidersEnabled: false })
    expect(await one.refusal('POST', pathOf(alias), byPassword(one))).toEqual([404, 'NOT_FOUND'])
    await app.changeSettings({ identityProvidersEnabled: true })
  })
})

describe('429', () => {
  test('after five wrong passwords, the right one is not looked at', async () => {
    const one = await person()
    const { alias } = await aProvider(store)
    const wrong = { confirmation: { password: 'Not-the-one-1' } }
    for (let i = 0; i < 5; i++) await one.refusal('POST', pathOf(alias), wrong)
    expect(await one.refusal('POST', pathOf(alias), byPassword(one))).toEqual([
      429,
      'TOO_MANY_REQUESTS',
    ])
  })
})
