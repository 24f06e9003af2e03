import { BlockList, isIP, type Socket } from 'node:net'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MailError, sessionFailure } from './failures.ts'
import type { MailMessage, MailServer } from './mail.ts'
import { openMailSocket } from './socket.ts'

/** Time limits for sending, in milliseconds. */
export interface MailLimits {
  /** DNS lookup, connection and, with SSL/TLS, the handshake. */
  readonly connectMs: number
  /** Everything after that. */
  readonly sessionMs: number
}

/** In order of preference. */
const supportedMechanisms = ['PLAIN', 'LOGIN', 'CRAM-MD5']

/** Maximum size of one server reply, in bytes. */
const maxResponseSize = 64 * 1024

/**
 * Delivers one message to a mail server. Certificates are always verified, and a password never leaves the machine
 * unencrypted.
 * @throws MailError
 */
export async function deliver(
  server: MailServer,
  message: MailMessage,
  { connectMs, sessionMs }: MailLimits,
): Promise<void> {
  if (server.encryption === 'none' && server.username !== '' && !isLoopback(server.host)) {
    throw new MailError('password-unencrypted')
  }
  const content = await compose(message)
  const socket = await openMailSocket(server, connectMs)
  await converse(socket, server, message, content, sessionMs)
}

/** Builds the MIME message. The options keep the library from reading files or URLs. */
function compose({ from, to, subject, text, html, language }: MailMessage): Promise<Buffer> {
  const composer = new MailComposer({
    from: { ...from },
    to: { name: '', address: to },
    subject,
    text: withLineBreaks(text),
    ...(html === undefined ? {} : { html: withLineBreaks(html) }),
    headers: {
      // Suppresses automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(language === undefined ? {} : { 'Content-Language': language }),
    },
    // Quoted-printable folds long lines, and some programs lose the part of a link after `=`.
    textEncoding: 'base64',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** Canonical line breaks of text, which the library skips for base64 (RFC 2045 section 6.8). */
function withLineBreaks(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}

/** Runs the SMTP session: greeting, STARTTLS, authentication and the message, all within one time limit. */
async function converse(
  socket: Socket,
  server: MailServer,
  { from, to }: MailMessage,
  content: Buffer,
  limitMs: number,
): Promise<void> {
  let greeted = ''
  let isSenderRefused = false
  const { promise: broken, reject } = Promise.withResolvers<never>()
  const connection = openConnection(socket, server, limitMs, (reply, command) => {
    if (greeted === '' && /^250[ -]/.test(reply)) greeted = reply
    const isRefused = !reply.startsWith('2')
    if (command.startsWith('MAIL FROM:')) isSenderRefused = isRefused
    // The library itself reports a refused sender.
    if (command.startsWith('RCPT TO:') && isRefused && !isSenderRefused) {
      reject(refusedRecipient(reply))
    }
  })
  const timer = setTimeout(() => reject(new MailError('timed-out')), limitMs)
  connection.on('error', reject)
  connection.on('end', () => reject(new MailError('other')))
  const step = (begin: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      broken,
      new Promise<void>((resolve, reject) => {
        begin((error) => (error ? reject(error) : resolve()))
      }),
    ])
  try {
    await step((done) => connection.connect(done))
    if (server.username !== '') {
      const credentials = signIn(server, connection.lastServerResponse || '')
      await step((done) => connection.login(credentials, done))
    }
    await step((done) => connection.send({ from: from.address, to }, content, done))
    connection.quit()
  } catch (error) {
    const { upgrading = false } = connection
    connection.close()
    socket.destroy()
    throw sessionFailure(error, server, { greeted, upgrading })
  } finally {
    clearTimeout(timer)
    broken.catch(() => {})
  }
}

/**
 * A message has one recipient, so a refused recipient ends the message. The library has already sent DATA (RFC
 * 2920) and waits for its reply. A server that accepts DATA anyway may never answer the end of the empty message.
 */
function refusedRecipient(reply: string): MailError {
  const said = { code: 'EENVELOPE', command: 'RCPT TO', response: reply }
  return new MailError(
    'message-refused',
    Object.assign(new Error(`Recipient command failed: ${reply}`), said),
  )
}

/** @param onReply receives every reply of the server and the command it answers, '' for none */
function openConnection(
  socket: Socket,
  { host, port, encryption }: MailServer,
  limitMs: number,
  onReply: (reply: string, command: string) => void,
): SMTPConnection {
  const isTls = encryption === 'ssltls'
  const unanswered: string[] = []
  return new SMTPConnection({
    host,
    port,
    connection: socket,
    secure: isTls,
    secured: isTls,
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    tls: { rejectUnauthorized: true },
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    socketCloseTimeout: 1_000,
    maxResponseSize,
    // The only way to see the extensions offered before STARTTLS, and replies before the last command.
    transactionLog: true,
    logger: {
      debug(entry: { readonly tnx?: string }, text: string) {
        if (entry.tnx === 'client') unanswered.push(text)
        if (entry.tnx === 'server') onReply(text, unanswered.shift() ?? '')
      },
    },
  })
}

/**
 * Selects the mechanism from the last EHLO reply. On its own, the library would send unauthenticated when no
 * mechanism is offered, and try PLAIN when no known one is.
 */
function signIn({ username, password }: MailServer, greeted: string) {
  const offered = /^250[ -]AUTH(?:[ =](.*))?$/im.exec(greeted)
  if (!offered) throw new MailError('authentication-not-offered')
  const mechanisms = (offered[1] ?? '').toUpperCase().split(/[\s=]+/)
  const method = supportedMechanisms.find((mechanism) => mechanisms.includes(mechanism))
  if (!method) throw new MailError('no-supported-mechanism')
  return { user: username, pass: password, method }
}

function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true
  const version = isIP(host)
  return version !== 0 && loopback().check(host, version === 4 ? 'ipv4' : 'ipv6')
}

function loopback(): BlockList {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  list.addAddress('::1', 'ipv6')
  return list
}
