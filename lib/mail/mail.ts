import type { languageOfMessage, renderMessage } from './messages.ts'

/** How the connection to a mail server is protected. */
export type MailEncryption = 'none' | 'ssltls' | 'starttls'

/** A mail server and who signs in to it. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly encryption: MailEncryption
  /** '' sends without signing in. */
  readonly username: string
  readonly password: string
}

/** A message to one recipient. */
export interface MailMessage {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Tag of the language that it is written in. */
  readonly language?: string
}

/** Which step of sending failed. */
export type MailFailureReason =
  | 'host-not-found'
  | 'timed-out'
  | 'connection-refused'
  | 'starttls-not-offered'
  | 'password-unencrypted'
  | 'authentication-not-offered'
  | 'no-supported-mechanism'
  | 'tls-failed'
  | 'credentials-rejected'
  | 'message-refused'
  | 'other'

/** Why a message was not sent. */
export interface MailFailure {
  readonly reason: MailFailureReason
  /** One of the fixed public texts; nothing of what the server or the system said. */
  readonly description: string
  /** For the log only: what the server or the system said, without the password. */
  readonly detail: Readonly<Record<string, string | number>>
}

/** Writes and sends mail. */
export interface Mail {
  /** A message in the recipient's language; see `renderMessage`. */
  readonly render: typeof renderMessage
  /** The language that messages are written in for a recipient: see `languageOfMessage`. */
  readonly languageOf: typeof languageOfMessage
  /**
   * Sends one message and waits until the server has taken it over.
   * @returns null when it has, else why not; never throws for what a server or a network does
   */
  send(server: MailServer, message: MailMessage): Promise<MailFailure | null>
}
