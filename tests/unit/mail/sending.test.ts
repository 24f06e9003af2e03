import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerAuthentication, SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MailMessage, MailServer } from '#lib/mail/mail.ts'
import { openMail } from '#lib/mail/transport.ts'
import { selfSigned } from '#tests/support/certificate.ts'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import { mailServer, type TestMailServer } from '#tests/support/smtp.ts'

const message: MailMessage = {
  from: { name: 'Zoë, of the Server', address: 'from@example.org' },
  to: 'to@example.com',
  subject: 'Grüße',
  text: 'One line.\n.\nAnother: ½.',
}

const mail = openMail({ connectMs: 5_000, sessionMs: 5_000 })

function over(port: number, changes: Partial<MailServer> = {}): MailServer {
  return { host: 'localhost', port, encryption: 'none', username: '', password: '', ...changes }
}

describe('a message', () => {
  let outbox: Outbox

  beforeEach(async () => {
    outbox = await openOutbox()
  })

  afterEach(() => outbox.close())

  test('arrives with sender, recipient, subject and text', async () => {
    expect(await mail.send(over(outbox.port, { host: outbox.host }), message)).toBeNull()
    const arrived = await outbox.next()
    expect(arrived).toMatchObject({
      from: 'from@example.org',
      to: ['to@example.com'],
      subject: 'Grüße',
    })
    expect(arrived.text.replaceAll('\r\n', '\n').trim()).toBe(message.text)
    expect(arrived.raw).toMatch(/^From: .*<from@example\.org>\r\n/m)
    expect(arrived.raw).toMatch(/^Auto-Submitted: auto-generated\r\n/m)
    expect(arrived.raw).toMatch(/^Message-ID: <[^>]+@example\.org>\r\n/im)
    expect(arrived.raw).toMatch(/^Date: /m)
  })

  test('carries an HTML part beside the text', async () => {
    await mail.send(over(outbox.port), { ...message, html: '<p>One line &amp; more.</p>' })
    const arrived = await outbox.next()
    expect(arrived.raw).toContain('multipart/alternative')
    expect(arrived.text).toContain('<p>One line &amp; more.</p>')
  })

  test('names its language (RFC 3282)', async () => {
    await mail.send(over(outbox.port), { ...message, language: 'pt-BR' })
    expect((await outbox.next()).raw).toMatch(/^Content-Language: pt-BR\r\n/m)
  })

  test('has the line breaks of mail in every encoding (RFC 2045 section 6.8)', async () => {
    const text = 'مرحبًا،\n\nرسالة تجريبية.\n'
    await mail.send(over(outbox.port), { ...message, text })
    const arrived = await outbox.next()
    expect(arrived.raw).toMatch(/^Content-Transfer-Encoding: base64\r\n/m)
    expect(arrived.text).toBe(text.replaceAll('\n', '\r\n'))
  })

  test('cannot be given another header by a name, a subject or an address', async () => {
    const injected = 'x\r\nBcc: all@example.net'
    await mail.send(over(outbox.port), {
      ...message,
      from: { name: injected, address: 'from@example.org' },
      subject: injected,
    })
    const arrived = await outbox.next()
    expect(arrived.to).toEqual(['to@example.com'])
    expect(arrived.raw).not.toMatch(/^Bcc:/im)
    const refused = await mail.send(over(outbox.port), { ...message, to: 'a@b.example>\r\nRSET' })
    expect(refused?.reason).toBe('message-refused')
  })
})

describe('signing in', () => {
  const certificate = selfSigned('localhost', true)
  const open: TestMailServer[] = []
  const seen: Pick<SMTPServerAuthentication, 'method' | 'username'>[] = []

  beforeAll(() => {
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  })

  afterEach(async () => {
    seen.length = 0
    for (const server of open.splice(0)) await server.close()
  })

  async function serverWith(options: SMTPServerOptions): Promise<number> {
    const server = await mailServer({
      ...certificate,
      onAuth(auth, _session, done) {
        seen.push({ method: auth.method, username: auth.username })
        const isRight = auth.password
          ? auth.password === 'pa$$ wörd'
          : auth.validatePassword('pa$$ wörd')
        done(isRight ? null : new Error('no'), { user: auth.username })
      },
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', done)
      },
      ...options,
    })
    open.push(server)
    return server.port
  }

  const account = { username: 'the-user', password: 'pa$$ wörd' }

  test.each(['PLAIN', 'LOGIN', 'CRAM-MD5'])('works by %s', async (mechanism) => {
    const port = await serverWith({ authMethods: [mechanism], allowInsecureAuth: true })
    expect(await mail.send(over(port, account), message)).toBeNull()
    expect(seen).toEqual([{ method: mechanism, username: 'the-user' }])
  })

  test('takes a mechanism it knows where others are offered first', async () => {
    const port = await serverWith({ authMethods: ['XOAUTH2', 'LOGIN'], allowInsecureAuth: true })
    expect(await mail.send(over(port, account), message)).toBeNull()
    expect(seen).toEqual([{ method: 'LOGIN', username: 'the-user' }])
  })

  test.each(['localhost', '127.0.0.1'])('works over STARTTLS with %s', async (host) => {
    const port = await serverWith({})
    const server = over(port, { host, encryption: 'starttls', ...account })
    expect(await mail.send(server, message)).toBeNull()
    expect(seen).toHaveLength(1)
  })

  test.each(['localhost', '127.0.0.1'])('works over SSL/TLS with %s', async (host) => {
    const port = await serverWith({ secure: true })
    const server = over(port, { host, encryption: 'ssltls', ...account })
    expect(await mail.send(server, message)).toBeNull()
    expect(seen).toHaveLength(1)
  })

  test('is left out without a username, even where it is offered', async () => {
    const port = await serverWith({ authOptional: true, allowInsecureAuth: true })
    expect(await mail.send(over(port), message)).toBeNull()
    expect(seen).toEqual([])
  })
})
