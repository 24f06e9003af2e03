import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { logOptions } from '#lib/base/log/log.ts'
import { call, outcome } from '#tests/support/api.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { testCipher } from '#tests/support/settings.ts'
import { closedPort, mailServer } from '#tests/support/smtp.ts'
import { brokenBodies } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { fixture } from './fixture.ts'

const { app, ask, refusal, manager, granular, settings, lastEntries, entryCount } = await fixture()
const path = '/settings/email/send-test'
const outbox = await openOutbox()
const to = 'somebody@example.com'

const logged: string[] = []
const log = pino(
  logOptions('info'),
  new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk))
      done()
    },
  }),
)
Object.assign(app.runtime, { log })

beforeEach(async () => {
  logged.length = 0
  outbox.refuseWith(null)
  await app.changeSettings({
    appName: 'My Login',
    smtpEnabled: true,
    smtpHost: '127.0.0.1',
    smtpPort: outbox.port,
    smtpUsername: '',
    smtpPasswordEncrypted: null,
    smtpEncryption: 'none',
    smtpFromName: 'The Server',
    smtpFromEmail: 'from@example.org',
  })
})

afterAll(() => outbox.close())

describe('200', () => {
  test('once the server has taken the message', async () => {
    const { status, body } = await ask('POST', path, { to: ' Somebody@Example.com ' })
    expect([status, body]).toEqual([200, { success: true }])
    const message = await outbox.next()
    expect(message).toMatchObject({
      from: 'from@example.org',
      to: [to],
      subject: 'Test message from My Login',
    })
    expect(message.raw).toMatch(/^From: "?The Server"? <from@example\.org>/m)
    expect(await lastEntries(1)).toEqual([
      { event: 'sent_test_email', details: { loggedInUser: granular.client.clientIdentifier, to } },
    ])
  })

  test('in the language that the caller asks for, as HTML and as text', async () => {
    const { status } = await app.fetch(`/api/v1/admin${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${granular.value}`,
        'content-type': 'application/json',
        'accept-language': 'xx, de-AT;q=0.9, fr;q=0.5',
      },
      body: JSON.stringify({ to }),
    })
    expect(status).toBe(200)
    const message = await outbox.next()
    expect(message.subject).toBe('Testnachricht von My Login')
    expect(message.raw).toContain('multipart/alternative')
    expect(message.text).toContain('lang="de"')
  })

  test('with the stored password', async () => {
    const seen: unknown[] = []
    const server = await mailServer({
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password])
        done(null, { user: username })
      },
    })
    await app.changeSettings({
      smtpPort: server.port,
      smtpUsername: 'the-user',
      smtpPasswordEncrypted: testCipher.seal('a-secret-9', 'settings.smtp_password_encrypted/1'),
    })
    expect((await ask('POST', path, { to })).status).toBe(200)
    expect(seen).toEqual([['the-user', 'a-secret-9']])
    await server.close()
  })
})

const others = (smtpPort: number) => ({
  smtpEnabled: true,
  smtpHost: '127.0.0.1',
  smtpPort,
  smtpUsername: 'another-user',
  smtpPassword: 'typed-1',
  smtpEncryption: 'none',
  smtpFromName: 'Trial',
  smtpFromEmail: 'trial@example.org',
})
const attempt = (body: object) => call(manager, 'POST', path, body)

describe('settings to try', () => {
  /** A mail server that requires a password, and the credentials it received. */
  async function asking() {
    const seen: unknown[] = []
    const server = await mailServer({
      allowInsecureAuth: true,
      authOptional: true,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password])
        done(null, { user: username })
      },
    })
    return { ...server, seen }
  }

  const stored = {
    smtpUsername: 'the-user',
    smtpPasswordEncrypted: testCipher.seal('a-secret-9', 'settings.smtp_password_encrypted/1'),
  }
  test('are sent with, and not saved', async () => {
    await app.changeSettings(stored)
    const before = await settings()
    const server = await asking()
    const { status, body } = await attempt({ to, settings: others(server.port) })
    expect([status, body]).toEqual([200, { success: true }])
    expect(server.seen).toEqual([['another-user', 'typed-1']])
    expect(server.lines.join()).not.toContain('a-secret-9')
    expect(await settings()).toEqual(before)
    await server.close()
  })

  test('come before mail was ever switched on', async () => {
    await app.changeSettings({ smtpEnabled: false, smtpHost: '', smtpPort: 0 })
    const sent = { ...others(outbox.port), smtpUsername: '', smtpPassword: null }
    expect((await attempt({ to, settings: sent })).status).toBe(200)
    expect(await outbox.next()).toMatchObject({ from: 'trial@example.org', to: [to] })
    const off = attempt({ to, settings: { ...sent, smtpEnabled: false } })
    expect(await outcome(off)).toEqual([400, 'SMTP_NOT_ENABLED'])
  })

  test.each([
    ['another port', {}],
    ['another user name, too', { smtpUsername: 'somebody' }],
    ['another host, too', { smtpHost: 'localhost' }],
  ])('never get the stored password with %s', async (_, change) => {
    await app.changeSettings(stored)
    const server = await asking()
    const sent = { ...others(server.port), smtpUsername: 'the-user', smtpPassword: null, ...change }
    await attempt({ to, settings: sent })
    expect(server.seen).toEqual([])
    await server.close()
  })

  test.each([null, undefined])('get it at the server that it is for (%j)', async (smtpPassword) => {
    const server = await asking()
    await app.changeSettings({ ...stored, smtpPort: server.port })
    const sent = { ...others(server.port), smtpUsername: 'the-user', smtpPassword }
    expect((await attempt({ to, settings: sent })).status).toBe(200)
    expect(server.seen).toEqual([['the-user', 'a-secret-9']])
    await server.close()
  })

  test('a user name and a password of 255 characters arrive whole', async () => {
    const server = await asking()
    const [smtpUsername, smtpPassword] = ['u'.repeat(255), 'p'.repeat(255)]
    const sent = { ...others(server.port), smtpUsername, smtpPassword }
    expect((await attempt({ to, settings: sent })).status).toBe(200)
    expect(server.seen).toEqual([[smtpUsername, smtpPassword]])
    await server.close()
  })

  test.each([
    [{ smtpHost: '' }, 'VALIDATION_ERROR'],
    [{ smtpPort: 70_000 }, 'VALIDATION_ERROR'],
    [{ smtpUsername: 'u'.repeat(256) }, 'VALIDATION_ERROR'],
    [{ smtpFromName: '<' }, 'validator.settings_smtp_from_name.angle_brackets'],
    [{ smtpFromEmail: 'x' }, 'validator.email.invalid_format'],
    [{ smtpPort: '25' }, 'INVALID_REQUEST_BODY'],
  ])('are judged as those that are saved: %j', async (change, code) => {
    const sent = { to, settings: { ...others(outbox.port), ...change } }
    expect(await outcome(attempt(sent))).toEqual([400, code])
  })
})

describe('403', () => {
  test('settings to try take manage: with less the server would connect to any host', async () => {
    const sent = { to, settings: others(outbox.port) }
    const target = { route: path, ceiling: 'settings' } as const
    await expectRefusedChange(granular, ['POST', path, sent], target)
    expect((await attempt({ to, settings: null })).status).toBe(200)
    expect((await ask('POST', path, { to, settings: null })).status).toBe(200)
  })
})

describe('400', () => {
  test('mail that is off comes before everything else', async () => {
    await app.changeSettings({ smtpEnabled: false })
    expect(await refusal('POST', path, { to })).toEqual([400, 'SMTP_NOT_ENABLED'])
    expect(await refusal('POST', path, '{')).toEqual([400, 'SMTP_NOT_ENABLED'])
  })

  test.each(brokenBodies)('the body %j', async (body) => {
    expect(await refusal('POST', path, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    [{}, 'VALIDATION_ERROR'],
    [{ to: null }, 'VALIDATION_ERROR'],
    [{ to: '  ' }, 'VALIDATION_ERROR'],
    [{ to: `${'a'.repeat(50)}@example.com` }, 'VALIDATION_ERROR'],
    [{ to: 'a'.repeat(61) }, 'validator.email.invalid_format'],
    [{ to: 'nobody' }, 'validator.email.invalid_format'],
    [{ to: 'a@b.example, c@d.example' }, 'validator.email.invalid_format'],
    [{ to: 'a@b.example>\r\nRSET' }, 'validator.email.invalid_format'],
    [{ to: [to] }, 'INVALID_REQUEST_BODY'],
  ])('%j', async (body, code) => {
    expect(await refusal('POST', path, body)).toEqual([400, code])
  })

  test('SEND_FAILED says what failed, not what the server said; the log says that', async () => {
    const count = await entryCount()
    outbox.refuseWith('mailbox-7431 is unknown')
    const { status, body, headers } = await ask('POST', path, { to })
    expect([status, body]).toEqual([
      400,
      {
        error_code: 'SEND_FAILED',
        error_description:
          'The message was refused by the SMTP server. Check the sender and the recipient.',
      },
    ])
    expect(headers.get('retry-after')).toBeNull()
    expect(await entryCount()).toBe(count)
    const records = logged.map((line) => JSON.parse(line))
    expect(records).toEqual([
      expect.objectContaining({
        level: 'warn',
        requestId: expect.stringMatching(/./),
        reason: 'message-refused',
        said: expect.stringContaining('mailbox-7431 is unknown'),
      }),
    ])
  })

  test('SEND_FAILED where nobody listens', async () => {
    await app.changeSettings({ smtpPort: await closedPort() })
    const { body } = await ask('POST', path, { to })
    expect(body).toMatchObject({
      error_code: 'SEND_FAILED',
      error_description: expect.stringMatching(/^The connection was refused/),
    })
    expect(JSON.stringify(body)).not.toContain('ECONN')
    expect(logged.join()).toContain('ECONNREFUSED')
  })

  test('SEND_FAILED in place of an unencrypted password, which is in no log', async () => {
    await app.changeSettings({
      smtpHost: 'mail.example',
      smtpUsername: 'the-user',
      smtpPasswordEncrypted: testCipher.seal('a-secret-9', 'settings.smtp_password_encrypted/1'),
    })
    const { body } = await ask('POST', path, { to })
    expect(body.error_description).toMatch(/^The password would be sent unencrypted/)
    expect(logged).toHaveLength(1)
    expect(logged.join()).not.toContain('a-secret-9')
  })
})
