import { cutCodePoints } from '#lib/base/text/text.ts'
import type { MailFailure, MailFailureReason, MailServer } from './mail.ts'

/** The fixed descriptions of `SEND_FAILED` (docs/specification.md "Admin API"). */
export const failureDescriptions: Readonly<Record<MailFailureReason, string>> = {
  'host-not-found': 'The SMTP host name was not found. Check the host setting.',
  'timed-out':
    'The connection to the SMTP server timed out. Check the host, the port and any firewall.',
  'connection-refused':
    'The connection was refused by the SMTP server. Check the host and the port.',
  'starttls-not-offered':
    'The SMTP server did not offer STARTTLS. Choose another encryption setting.',
  'password-unencrypted': 'The password would be sent unencrypted. Choose SSL/TLS or STARTTLS.',
  'authentication-not-offered':
    'A username is configured but the SMTP server offers no authentication.',
  'no-supported-mechanism':
    'The SMTP server offers none of the supported mechanisms PLAIN, LOGIN and CRAM-MD5.',
  'tls-failed': 'The TLS connection failed. Check the certificate and the encryption setting.',
  'credentials-rejected': 'The username or password was rejected by the SMTP server.',
  'message-refused':
    'The message was refused by the SMTP server. Check the sender and the recipient.',
  other: 'Unable to send the test email.',
}

/** A failed step of sending, with its reason. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly reason: MailFailureReason

  constructor(reason: MailFailureReason, cause?: unknown) {
    super(cause instanceof Error ? cause.message : failureDescriptions[reason], { cause })
    this.reason = reason
  }
}

/** The state of an SMTP session when it failed. */
export interface SessionTrace {
  /** The server's first reply to EHLO; '' before it arrived. */
  readonly greeted: string
  /** True from the start of a STARTTLS handshake until it succeeds. */
  readonly upgrading: boolean
}

/** The fields of an error of the SMTP library or of a socket. */
interface Described {
  readonly message?: string
  readonly code?: string
  /** The system's code, where the library replaced it with its own. */
  readonly originalCode?: string
  readonly command?: string
  readonly responseCode?: number
}

/** Maximum length of a logged server reply, in code points. */
const maxDetail = 500

/**
 * Classifies a failure to open the connection.
 * @param isConnected true when only the TLS handshake failed
 */
export function connectFailure(error: Error, isConnected: boolean): MailError {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (isConnected) return new MailError('tls-failed', error)
  if (syscall === 'getaddrinfo') return new MailError('host-not-found', error)
  if (code === 'ECONNREFUSED') return new MailError('connection-refused', error)
  return new MailError(code === 'ETIMEDOUT' ? 'timed-out' : 'other', error)
}

/** Classifies a failure after the connection was opened. */
export function sessionFailure(
  error: unknown,
  server: MailServer,
  { greeted, upgrading }: SessionTrace,
): MailError {
  if (error instanceof MailError) return error
  const { code = '', originalCode = '', responseCode = 0 } = error as Described
  const fails = (reason: MailFailureReason) => new MailError(reason, error)
  // The library sends STARTTLS even when it was not offered; nothing after that can succeed.
  const lacksStartTls = server.encryption === 'starttls' && greeted !== '' && !offers(greeted)
  if (lacksStartTls) return fails('starttls-not-offered')
  if (code === 'ETIMEDOUT') return fails('timed-out')
  if (upgrading || code === 'ETLS' || /^ERR_(SSL|TLS)/.test(originalCode))
    return fails('tls-failed')
  if (code === 'EAUTH' && (responseCode === 0 || responseCode >= 500)) {
    return fails('credentials-rejected')
  }
  return fails(code === 'EENVELOPE' || code === 'EMESSAGE' ? 'message-refused' : 'other')
}

/** Splits a failure into a fixed public text and details for the log. */
export function describeFailure(failure: MailError, server: MailServer): MailFailure {
  const { reason } = failure
  const { message = '', code, originalCode, command } = (failure.cause ?? {}) as Described
  const kind = originalCode ?? code
  return {
    reason,
    description: failureDescriptions[reason],
    detail: {
      host: server.host,
      port: server.port,
      ...(kind === undefined ? {} : { errorKind: kind }),
      ...(command === undefined ? {} : { command }),
      ...(message === ''
        ? {}
        : { said: cutCodePoints(withoutPassword(message, server), maxDetail) }),
    },
  }
}

function offers(greeted: string): boolean {
  return /^250[ -]STARTTLS\b/im.test(greeted)
}

/** A server may echo the password in its refusal, in any of the encodings it was sent in. */
function withoutPassword(text: string, { username, password }: MailServer): string {
  if (password === '') return text
  const plain = Buffer.from(`\0${username}\0${password}`).toString('base64')
  const forms = [plain, Buffer.from(password).toString('base64'), password]
  return forms.reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text)
}
