import { expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from './fixture.ts'

const { app, ask } = await fixture()

/** In every secret that an administrator may type, and in nothing else. */
const marker = 'Xyzzy-7-never-told'

interface Created {
  readonly identityProvider: { readonly id: number }
}

test('no secret that an administrator types is in an entry or an export', async () => {
  const [user, client] = [await aUser(app.store), await aClient(app.store)]
  const mail = {
    smtpEnabled: true,
    smtpHost: 'mail.example',
    smtpPort: 25,
    smtpEncryption: 'none',
    smtpFromEmail: 'from@example.org',
    smtpUsername: 'mailer',
    smtpPassword: marker,
  }
  const provider = { alias: 'told', preset: 'github', displayName: 'GitHub', clientId: 'c' }
  const secret = {
    isPublic: false,
    clientSecret: marker.padEnd(60, '0'),
  }
  const attribute = { key: 'password', value: marker }
  const saves: readonly (readonly [method: string, path: string, body: object])[] = [
    ['PUT', '/settings/email', mail],
    ['PUT', `/clients/${client.id}/authentication`, secret],
    ['PUT', `/users/${user.id}/password`, { newPassword: marker }],
    ['POST', '/user-attributes', { userId: user.id, ...attribute }],
  ]
  for (const [method, path, body] of saves) {
    expect((await ask(method, path, body)).status, path).toBeLessThan(300)
  }
  const body = { ...provider, clientSecret: marker }
  const created = await ask<Created>('POST', '/identity-providers', body)
  const path = `/identity-providers/${created.body.identityProvider.id}`
  expect((await ask('PUT', path, { clientSecret: `${marker}-2` })).status).toBe(200)

  // An export holds what was written before it began.
  app.clock.set(addSeconds(testStart, 60))
  const reader = await apiClient(app, ['admin-read'])
  const page = await call<{ events: readonly object[] }>(
    reader,
    'GET',
    '/events?category=all&limit=100',
  )
  expect(page.body.events.length).toBeGreaterThan(6)
  expect(JSON.stringify(page.body)).not.toContain(marker)
  for (const format of ['csv', 'ndjson']) {
    const file = await app.fetch(`/api/v1/admin/events/export?format=${format}&category=all`, {
      headers: { authorization: `Bearer ${reader.value}` },
    })
    const text = await file.text()
    expect(text).toContain('updated_smtp_settings')
    expect(text).not.toContain(marker)
  }
})
