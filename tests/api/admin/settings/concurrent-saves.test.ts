import { expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { manager, settings } = await fixture()

test('fifty saves of different areas at once: each area has what one of its saves said', async () => {
  const general = { issuer: 'http://localhost:3000', passwordPolicy: 'high' }
  const areas: [string, (i: number) => object][] = [
    ['general', (i) => ({ ...general, appName: `app ${i}` })],
    ['email', (i) => mailSettings(i)],
    ['sessions', (i) => lifetimes('userSessionIdleTimeout', 'userSessionMaxLifetime', i)],
    ['ui-theme', (i) => ({ uiTheme: i % 2 === 0 ? 'nord' : 'dim' })],
    ['audit-logs', (i) => ({ auditLogsInDatabaseEnabled: true, auditLogRetentionDays: i + 1 })],
  ]
  const saves = areas.flatMap(([area, body]) =>
    Array.from({ length: 10 }, (_, i) => call(manager, 'PUT', `/settings/${area}`, body(i))),
  )
  const statuses = (await Promise.all(saves)).map(({ status }) => status)
  expect(statuses).toEqual(saves.map(() => 200))
  const row = await settings()
  expect(row.appName).toMatch(/^app \d$/)
  expect(row.smtpHost).toBe(`mail${row.smtpPort}.example`)
  expect(row.userSessionMaxLifetimeInSeconds).toBe(row.userSessionIdleTimeoutInSeconds * 2)
  expect(['nord', 'dim']).toContain(row.uiTheme)
  expect(row.auditLogRetentionDays).toBeLessThanOrEqual(10)
})

function mailSettings(i: number): object {
  return {
    smtpEnabled: true,
    smtpHost: `mail${i + 1}.example`,
    smtpPort: i + 1,
    smtpFromEmail: 'from@example.org',
  }
}

function lifetimes(idle: string, lifetime: string, i: number): object {
  return { [`${idle}InSeconds`]: 100 + i, [`${lifetime}InSeconds`]: 2 * (100 + i) }
}
