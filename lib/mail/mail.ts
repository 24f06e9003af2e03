import type { languageOfMessage, renderMessage } from './messages.ts'

/** Protection of the connection to a mail server. */
export type MailEncryption = 'none' | 'ssltls' | 'starttls'

/** A mail server and its credentials. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly encryption: MailEncryption
  /** '' sends without authentication. */
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
  /** Language tag of the message. */
  readonly language?: string
}

/** The failed step of sending. */
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

/** The reason why a message was not sent. */
export interface MailFailure {
  readonly reason: MailFailureReason
  /** One of the fixed public texts; contains nothing from the server or the system. */
  readonly description: string
  /** For the log only: the reply of the server or the system, without the password. */
  readonly detail: Readonly<Record<string, string | number>>
}

export interface Mail {
  /** Renders a message in the recipient's language: see `renderMessage`. */
  readonly render: typeof renderMessage
  /** The language of a recipient's messages: see `languageOfMessage`. */
  readonly languageOf: typeof languageOfMessage
  /**
   * Sends one message and waits until the server has accepted it.
   * @returns null on success, else the failure; never throws for errors of the server or the network
   */
  send(server: MailServer, message: MailMessage): Promise<MailFailure | null>
}
