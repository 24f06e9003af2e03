import { describe, expect, test } from 'vitest'
import { hiddenFields } from '#tests/support/browser.ts'
import { aClient } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { press } from '../upstream/fixture.ts'
import { begin } from './fixture.ts'

const app = await server()
await app.changeSettings({ passkeysEnabled: true, identityProvidersEnabled: true })
const client = await aClient(app.store, { defaultAcrLevel: 'urn:authserver:level1' })
await aProvider(app.store, { alias: 'away', issuer: 'http://localhost:9' })

type Browser = ReturnType<typeof visitor>
type Page = Awaited<ReturnType<typeof begin>>

const attempts: Readonly<Record<string, (browser: Browser, page: Page) => Promise<number>>> = {
  'challenges for passkeys': async (browser, page) =>
    (await browser.copy().post('/auth/passkey/options', hiddenFields(page.view))).status,
  passkeys: async (browser, page) => {
    const fields = [...hiddenFields(page.view), ['credential', '{}']] as const
    return (await browser.copy().post('/auth/passkey', fields)).status
  },
  'starts at a provider': async (browser, page) =>
    (await press(browser.copy(), page, 'away')).status,
  'answers of a provider': async (browser) =>
    (await browser.copy().visit('/auth/provider/away/callback?state=x&code=y')).status,
}

describe('an address that floods the server', () => {
  test.each([
    ['challenges for passkeys', 120],
    ['passkeys', 60],
    ['starts at a provider', 60],
    ['answers of a provider', 60],
  ])('with %s is refused after %i in a minute, and nobody else is', async (kind, budget) => {
    const flood = visitor(app, { 'x-test-peer': '203.0.113.77' })
    const page = await begin(flood, client)
    const attempt = attempts[kind]
    if (!attempt) throw new Error('No attempt.')
    const statuses: number[] = []
    for (let i = 0; i < budget + 2; i++) statuses.push(await attempt(flood, page))
    expect(statuses.indexOf(429)).toBe(budget)
    expect(statuses.slice(budget)).toEqual([429, 429])
    const other = visitor(app, { 'x-test-peer': '203.0.113.78' })
    expect(await attempt(other, await begin(other, client))).not.toBe(429)
  })
})
