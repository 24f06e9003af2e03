import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { MailFailure, MailFailureReason, MailServer } from '#lib/mail/mail.ts'
import { openMail } from '#lib/mail/transport.ts'
import { selfSigned } from '#tests/support/certificate.ts'
import {
  closedPort,
  mailServer,
  scriptedServer,
  type TestMailServer,
  upgrade,
} from '#tests/support/smtp.ts'

const message = {
  from: { name: 'The server', address: 'from@example.org' },
  to: 'to@example.com',
  subject: 'Test',
  text: 'Test.',
}

const patient = openMail({ connectMs: 10_000, sessionMs: 10_000 })
const hasty = openMail({ connectMs: 200, sessionMs: 200 })

const open: TestMailServer[] = []

afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function started(server: Promise<TestMailServer>): Promise<TestMailServer> {
  open.push(await server)
  return server
}

function scripted(...script: Parameters<typeof scriptedServer>): Promise<TestMailServer> {
  return started(scriptedServer(...script))
}

function at(port: number, changes: Partial<MailServer> = {}): MailServer {
  return { host: '127.0.0.1', port, encryption: 'none', username: '', password: '', ...changes }
}

const account = { username: 'the-user', password: 'a-secret-9' }

async function failureOf(server: MailServer, mail = patient): Promise<MailFailure> {
  const failure = await mail.send(server, message)
  if (!failure) throw new Error('The message was sent.')
  return failure
}

async function reasonOf(server: MailServer, mail = patient): Promise<MailFailureReason> {
  return (await failureOf(server, mail)).reason
}

/** Behaves like a server that offers these extensions and accepts everything, except for these commands. */
function accepting(extensions: readonly string[], exceptions: Record<string, string | null> = {}) {
  let inMessage = false
  return (line: string) => {
    if (inMessage) {
      inMessage = line !== '.'
      return inMessage ? undefined : (exceptions['.'] ?? '250 taken')
    }
    const found = Object.keys(exceptions).find((command) => line.startsWith(command))
    if (found !== undefined) return exceptions[found]
    if (line.startsWith('EHLO')) return ['250-test', ...extensions, '250 HELP'].join('\r\n')
    inMessage = line === 'DATA'
    return inMessage ? '354 go on' : '250 fine'
  }
}

describe('a host', () => {
  test('without an address is not found', async () => {
    expect(await reasonOf(at(25, { host: 'no-such-host.invalid' }))).toBe('host-not-found')
  })

  test('that is no name at all is not found', async () => {
    expect(await reasonOf(at(25, { host: 'two words\r\n' }))).toBe('host-not-found')
  })

  test('that nobody listens on refuses the connection', async () => {
    const port = await closedPort()
    expect(await reasonOf(at(port))).toBe('connection-refused')
    expect(await reasonOf(at(port, { host: 'localhost' }))).toBe('connection-refused')
    expect(await reasonOf(at(port, { encryption: 'ssltls' }))).toBe('connection-refused')
  })
})

describe('time runs out', () => {
  test('when the TLS handshake is not answered', async () => {
    const { port } = await scripted(() => undefined, { greeting: null })
    const mail = openMail({ connectMs: 100, sessionMs: 60_000 })
    expect(await reasonOf(at(port, { encryption: 'ssltls' }), mail)).toBe('timed-out')
  })

  test('when nobody greets', async () => {
    const { port } = await scripted(() => undefined, { greeting: null })
    expect(await reasonOf(at(port), hasty)).toBe('timed-out')
  })

  test('when the handshake after STARTTLS is not answered', async () => {
    const answer = accepting(['250-STARTTLS'], { STARTTLS: '220 go' })
    let negotiating = false
    const { port } = await scripted((line) => {
      if (negotiating) return undefined
      negotiating = line.startsWith('STARTTLS')
      return answer(line)
    })
    expect(await reasonOf(at(port, { encryption: 'starttls' }), hasty)).toBe('timed-out')
  })

  test.each(['MAIL', 'RCPT', 'DATA', '.'])('when %s is not answered', async (command) => {
    const answer = accepting([])
    const { port } = await scripted((line) => (line.startsWith(command) ? undefined : answer(line)))
    expect(await reasonOf(at(port), hasty)).toBe('timed-out')
  })

  test('as a whole, however busy the server seems', async () => {
    const { port } = await scripted(
      (line, socket) => {
        if (line.startsWith('EHLO')) drip(socket)
        return undefined
      },
      { greeting: '220 test' },
    )
    expect(await reasonOf(at(port), hasty)).toBe('timed-out')
  })

  function drip(socket: Socket): void {
    const timer = setInterval(() => socket.write('250-x\r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  }
})

describe('STARTTLS', () => {
  const starttls = { encryption: 'starttls' } as const

  test.each([
    ['refused', '502 no'],
    ['not answered but hung up on', null],
    ['refused for now', '454 later'],
  ])('that is not offered and %s', async (_, reply) => {
    const { port, lines } = await scripted(accepting([], { STARTTLS: reply }))
    expect(await reasonOf(at(port, { ...starttls, ...account }))).toBe('starttls-not-offered')
    expect(lines.filter((line) => line.startsWith('AUTH'))).toEqual([])
  })

  test('that is offered and refused is a failure of TLS', async () => {
    const { port } = await scripted(accepting(['250-STARTTLS'], { STARTTLS: '454 later' }))
    expect(await reasonOf(at(port, starttls))).toBe('tls-failed')
  })

  test('with a certificate that nobody vouches for', async () => {
    const { port } = await started(mailServer({ authOptional: true }))
    expect(await reasonOf(at(port, starttls))).toBe('tls-failed')
  })

  test('that ends in something else than TLS', async () => {
    const { port } = await scripted((line, socket) => {
      if (line !== 'STARTTLS') return accepting(['250-STARTTLS'])(line)
      socket.once('data', () => socket.write('250 what was that?\r\n'))
      return '220 go'
    })
    expect(await reasonOf(at(port, starttls))).toBe('tls-failed')
  })

  test('that is hung up on during the handshake', async () => {
    const { port } = await scripted((line, socket) => {
      if (line !== 'STARTTLS') return accepting(['250-STARTTLS'])(line)
      socket.write('220 go\r\n')
      socket.once('data', () => socket.destroy())
      return undefined
    })
    expect(await reasonOf(at(port, starttls))).toBe('tls-failed')
  })

  test('answers sent before the handshake count for nothing', async () => {
    const certificate = selfSigned('localhost', true)
    const { port, lines } = await scripted((line, socket) => {
      if (line !== 'STARTTLS') return accepting(['250-STARTTLS'])(line)
      socket.write('220 go\r\n250-injected\r\n250 AUTH PLAIN\r\n')
      upgrade(socket, certificate)
      return undefined
    })
    expect(await reasonOf(at(port, { ...starttls, ...account }))).toBe('tls-failed')
    expect(lines.some((line) => line.includes('AUTH'))).toBe(false)
  })
})

describe('SSL/TLS', () => {
  const ssltls = { encryption: 'ssltls' } as const

  test('with a certificate that nobody vouches for', async () => {
    const { port } = await scripted(accepting([]), { tls: selfSigned('localhost', true) })
    expect(await reasonOf(at(port, { ...ssltls, host: 'localhost' }))).toBe('tls-failed')
  })

  test('with a server that does not speak it', async () => {
    const { port } = await scripted(accepting([]))
    expect(await reasonOf(at(port, ssltls))).toBe('tls-failed')
  })

  test('with a server that hangs up on the handshake', async () => {
    const hangingUp = createServer((socket) => socket.once('data', () => socket.destroy()))
    await once(hangingUp.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void hangingUp.close())
    const { port } = hangingUp.address() as AddressInfo
    expect(await reasonOf(at(port, ssltls))).toBe('tls-failed')
  })
})

describe('a password', () => {
  test.each(['mail.example', '192.0.2.7', '2001:db8::1'])(
    'is not sent unencrypted to %s, nor is a connection opened',
    async (host) => {
      expect(await reasonOf(at(25, { host, ...account }))).toBe('password-unencrypted')
    },
  )

  test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', 'LOCALHOST'])(
    'may be sent unencrypted to %s',
    async (host) => {
      const port = await closedPort()
      expect(await reasonOf(at(port, { host, ...account }))).not.toBe('password-unencrypted')
    },
  )

  test('needs a server that offers authentication', async () => {
    const { port, lines } = await scripted(accepting(['250-SIZE 1000']))
    expect(await reasonOf(at(port, account))).toBe('authentication-not-offered')
    expect(lines.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([])
  })

  test('needs a server that offers authentication where EHLO is unknown', async () => {
    const { port } = await scripted(accepting([], { EHLO: '502 no' }))
    expect(await reasonOf(at(port, account))).toBe('authentication-not-offered')
  })

  test.each(['250-AUTH XOAUTH2 GSSAPI NTLM', '250-AUTH'])(
    'needs a known mechanism: %s',
    async (auth) => {
      const { port, lines } = await scripted(accepting([auth]))
      expect(await reasonOf(at(port, account))).toBe('no-supported-mechanism')
      expect(lines.filter((line) => line.startsWith('AUTH'))).toEqual([])
    },
  )

  test.each(['PLAIN', 'LOGIN', 'CRAM-MD5'])(
    'that is wrong is rejected by %s',
    async (mechanism) => {
      const { port } = await started(
        mailServer({
          authMethods: [mechanism],
          allowInsecureAuth: true,
          onAuth: (_auth, _session, done) => done(new Error('no')),
        }),
      )
      expect(await reasonOf(at(port, account))).toBe('credentials-rejected')
    },
  )

  test('that is empty is rejected', async () => {
    const { port } = await scripted(accepting(['250-AUTH PLAIN'], { AUTH: '535 no' }))
    expect(await reasonOf(at(port, { username: 'the-user' }))).toBe('credentials-rejected')
  })

  test('that cannot be checked for now is not called wrong', async () => {
    const { port } = await scripted(accepting(['250-AUTH PLAIN'], { AUTH: '454 later' }))
    expect(await reasonOf(at(port, account))).toBe('other')
  })
})

describe('a message', () => {
  test.each([
    ['MAIL', '550 no'],
    ['MAIL', '451 later'],
    ['RCPT', '550 no such user'],
    ['RCPT', '450 greylisted'],
    ['DATA', '554 no'],
    ['.', '552 too much'],
    ['.', '421 closing'],
  ])('is refused at %s with %s', async (command, reply) => {
    const { port } = await scripted(accepting([], { [command]: reply }))
    expect(await reasonOf(at(port))).toBe('message-refused')
  })

  test('is refused by a server that takes commands in batches', async () => {
    const { port } = await scripted(
      accepting(['250-PIPELINING'], { RCPT: '550 no', DATA: '503 no' }),
    )
    expect(await reasonOf(at(port))).toBe('message-refused')
  })

  test('that is larger than the server allows is refused', async () => {
    const { port } = await started(
      mailServer({
        authOptional: true,
        size: 10,
        onData: (stream, _, done) => {
          stream.resume()
          stream.on('end', () => done(stream.sizeExceeded ? new Error('too large') : null))
        },
      }),
    )
    expect(await reasonOf(at(port))).toBe('message-refused')
  })
})

describe('anything else has the general description:', () => {
  test.each([
    ['a greeting that is none', '554 go away'],
    ['a greeting in another protocol', 'HTTP/1.1 400 Bad Request'],
  ])('%s', async (_, greeting) => {
    const { port } = await scripted(accepting([]), { greeting })
    const failure = await failureOf(at(port))
    expect(failure).toMatchObject({
      reason: 'other',
      description: 'Unable to send the test email.',
    })
  })

  test.each(['EHLO', 'MAIL', 'DATA', '.'])('hanging up at %s', async (command) => {
    const answer = accepting([])
    const { port } = await scripted((line) => (line.startsWith(command) ? null : answer(line)))
    expect(await reasonOf(at(port))).toBe('other')
  })

  test('an answer without end', async () => {
    const { port } = await scripted((line, socket) => {
      if (line.startsWith('EHLO')) socket.write(`250-${'x'.repeat(200_000)}`)
      return undefined
    })
    expect(await reasonOf(at(port))).toBe('other')
  })
})

describe('of what the server said', () => {
  test('nothing is in the description, and the log gets it', async () => {
    const { port } = await scripted(accepting([], { RCPT: '550 5.1.1 mailbox-7431 is unknown' }))
    const { description, detail } = await failureOf(at(port))
    expect(description).toBe(
      'The message was refused by the SMTP server. Check the sender and the recipient.',
    )
    expect(detail).toEqual({
      host: '127.0.0.1',
      port,
      errorKind: 'EENVELOPE',
      command: 'RCPT TO',
      said: expect.stringContaining('550 5.1.1 mailbox-7431 is unknown'),
    })
  })

  test('the password is taken out, in every form it was sent in', async () => {
    const { password } = account
    const { port } = await scripted((line) =>
      line.startsWith('AUTH')
        ? `535 ${line} ${password} ${Buffer.from(password).toString('base64')}`
        : accepting(['250-AUTH PLAIN'])(line),
    )
    const { reason, detail } = await failureOf(at(port, account))
    expect(reason).toBe('credentials-rejected')
    const logged = JSON.stringify(detail)
    expect(logged).toContain('[redacted] [redacted] [redacted]')
    expect(logged).not.toContain(password)
    expect(logged).not.toContain(Buffer.from(password).toString('base64'))
  })

  test('the log gets at most 500 characters', async () => {
    const { port } = await scripted(accepting([], { MAIL: `550 ${'long '.repeat(1_000)}` }))
    const { detail } = await failureOf(at(port))
    expect(String(detail.said).length).toBe(500)
  })
})

describe('a recipient that is refused', () => {
  /**
   * Accepts DATA although it refused the recipient, and never answers the end of the message (RFC 2920
   * section 3.1).
   */
  const careless = (reply: string, extensions: readonly string[] = ['250-PIPELINING']) =>
    accepting(extensions, { RCPT: reply, '.': null })

  test.each([
    '550 5.1.1 No such user',
    '554-5.7.1 Two lines\r\n554 5.7.1 of refusal',
    '451 4.7.1 Try again later',
    '553 5.1.3 Mailbox name not allowed',
  ])('is told at once by a server that pipelines and accepts DATA: %j', async (reply) => {
    const { port } = await scripted(careless(reply))
    const failure = await failureOf(at(port))
    expect(failure.reason).toBe('message-refused')
    expect(failure.detail).toMatchObject({ errorKind: 'EENVELOPE', command: 'RCPT TO' })
    expect(failure.detail.said).toContain(reply.slice(0, 9))
  })

  test('is told at once without pipelining', async () => {
    const { port } = await scripted(careless('550 5.1.1 No such user', []))
    expect(await reasonOf(at(port))).toBe('message-refused')
  })

  test('does not hide that the sender was refused', async () => {
    const { port } = await scripted(
      accepting(['250-PIPELINING'], {
        MAIL: '550 5.7.1 Not you',
        RCPT: '503 MAIL first',
        DATA: '503 no',
      }),
    )
    const failure = await failureOf(at(port))
    expect([failure.reason, failure.detail.said]).toEqual([
      'message-refused',
      expect.stringContaining('5.7.1 Not you'),
    ])
  })
})
