import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { type Mail, readMail } from './mail-text.ts'

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

/** Starts a mail server on a free port, without encryption, that accepts any sign-in. */
export async function openOutbox(): Promise<Outbox> {
  const messages: Mail[] = []
  let refusal: string | null = null
  let read = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'test' }),
    onRcptTo: (_address, _session, done) => done(refusal ? new Error(refusal) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const to = rcptTo.map(({ address }) => address)
        messages.push(readMail(from, to, Buffer.concat(chunks).toString('latin1')))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: '127.0.0.1',
    port: (server.server.address() as AddressInfo).port,
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
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
