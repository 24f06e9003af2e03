import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { initialSignInSettings } from '#lib/domain/sign-in/sign-in-settings.ts'
import { call } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { app, reader } = await fixture()
// Other tests do without these.
await app.changeSettings(initialSignInSettings)

type Property = { readonly description?: string }
type Schema = { readonly properties: Readonly<Record<string, Property>> }

const { schemas } = parse(await (await app.fetch('/openapi.yaml')).text()).components as {
  schemas: Record<string, Schema>
}

/** The value that a description tells of a new installation; null for none. */
function toldDefault({ description = '' }: Property): string | null {
  const found =
    /\bat first `?(true|false|\d+|low)\b/i.exec(description) ??
    /\b(true|false) in a new installation/i.exec(description)
  return found?.[1]?.toLowerCase() ?? null
}

describe.each([
  ['general', 'GeneralSettings', 6],
  ['email', 'EmailSettings', 1],
  ['sessions', 'SessionSettings', 2],
  ['tokens', 'TokenSettings', 5],
  ['audit-logs', 'AuditLogSettings', 3],
  ['integrations', 'IntegrationSettings', 2],
  ['sign-in', 'SignInSettings', 6],
  ['protocol', 'ProtocolSettings', 12],
])('GET /settings/%s', (area, name, least) => {
  test('answers of a new installation what the API reference tells of each field', async () => {
    const { body } = await call(reader, 'GET', `/settings/${area}`)
    const told = Object.entries(schemas[name]?.properties ?? {}).flatMap(([field, property]) => {
      const value = toldDefault(property)
      return value === null ? [] : [[field, value] as const]
    })
    expect(told.length).toBeGreaterThanOrEqual(least)
    for (const [field, value] of told) {
      expect(String((body as Record<string, unknown>)[field]), field).toBe(value)
    }
  })
})
