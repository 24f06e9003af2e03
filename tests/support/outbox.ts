import type { Socket } from 'node:net'
import { type Mail, readMail } from './mail-text.ts'
import { scriptedServer } from './smtp.ts'

/** A mail server for one test that keeps every message. */
export interface Outbox {
  readonly host: string
  readonly port: number
  readonly messages: readonly Mail[]
  /** Refuses recipients with this SMTP answer; null accepts them again. */
  refuseWith(answer: string | null): void
  /** Waits for the next unread message, at most five seconds. */
  next(): Promise<Mail>
  close(): Promise<void>
}

/**
 * Starts a mail server on a free port, without encryption, that accepts any sign-in. It greets at once, where
 * a real one waits for clients that talk too early: 100 ms for each mail.
 */
export async function openOutbox(): Promise<Outbox> {
  const messages: Mail[] = []
  let refusal: string | null = null
  let read = 0
  const sessions = new WeakMap<Socket, Session>()
  const { port, close } = await scriptedServer((line, socket) => {
    const session = sessions.get(socket) ?? newSession()
    sessions.set(socket, session)
    if (session.data) return readData(line, session, session.data, (mail) => messages.push(mail))
    return answerTo(line, session, refusal)
  })
  return {
    host: '127.0.0.1',
    port,
    messages,
    refuseWith(answer) {
      refusal = answer
    },
    async next() {
      for (let tries = 0; tries < 500 && messages.length <= read; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      const message = messages[read++]
      if (!message) throw new Error('No message arrived within five seconds.')
      return message
    },
    close,
  }
}

/** One connection: the envelope, and the lines of a message under way. */
interface Session {
  from: string
  to: string[]
  data: string[] | null
}

function newSession(): Session {
  return { from: '', to: [], data: null }
}

function answerTo(line: string, session: Session, refusal: string | null): string {
  const [verb = ''] = line.toUpperCase().split(' ', 1)
  const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
  switch (verb) {
    case 'EHLO':
      return '250-localhost\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN'
    case 'AUTH':
      return '235 signed in'
    case 'MAIL':
      Object.assign(session, newSession(), { from: address })
      return '250 ok'
    case 'RCPT':
      if (refusal) return `550 ${refusal}`
      session.to.push(address)
      return '250 ok'
    case 'DATA':
      session.data = []
      return '354 go ahead'
    case 'RSET':
    case 'NOOP':
      return '250 ok'
    case 'QUIT':
      return '221 bye'
    default:
      return '502 unknown'
  }
}

function readData(
  line: string,
  session: Session,
  data: string[],
  keep: (mail: Mail) => void,
): string | undefined {
  if (line !== '.') {
    data.push(line.replace(/^\./, ''))
    return undefined
  }
  keep(readMail(session.from, session.to, data.map((text) => `${text}\r\n`).join('')))
  session.data = null
  return '250 ok'
}
