import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { testCipher } from '#tests/support/settings.ts'
import { fixture } from './fixture.ts'

const { app, reader } = await fixture()

describe('200', () => {
  test('a new installation’s settings', async () => {
    const { status, body } = await call(reader, 'GET', '/settings/email')
    expect(status).toBe(200)
    expect(body).toEqual({
      smtpEnabled: false,
      smtpHost: '',
      smtpPort: 0,
      smtpUsername: '',
      hasSmtpPassword: false,
      smtpEncryption: 'none',
      smtpFromName: '',
      smtpFromEmail: '',
    })
  })

  test('of a stored password only that there is one', async () => {
    await app.changeSettings({
      smtpPasswordEncrypted: testCipher.seal('a-secret-9', 'settings.smtp_password_encrypted/1'),
    })
    const { body } = await call(reader, 'GET', '/settings/email')
    expect(body).toMatchObject({ hasSmtpPassword: true })
    expect(JSON.stringify(body)).not.toMatch(/a-secret-9|smtpPassword"|Encrypted/)
  })
})
