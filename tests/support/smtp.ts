import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { selfSigned, type TestCertificate } from './certificate.ts'

/** A mail server that may misbehave. */
export interface TestMailServer {
  readonly port: number
  readonly lines: readonly string[]
  close(): Promise<void>
}

/** A scripted server's answer to a line; undefined sends nothing, null disconnects. */
type Answer = (line: string, socket: Socket) => string | null | undefined

interface ScriptOptions {
  /** Sent on connection; null sends nothing. */
  readonly greeting?: string | null
  /** TLS from the first byte. */
  readonly tls?: TestCertificate
}

/** A server over a plain socket, for behaviour that no real mail server shows. */
export async function scriptedServer(
  answer: Answer,
  { greeting = '220 test', tls }: ScriptOptions = {},
): Promise<TestMailServer> {
  const lines: string[] = []
  const talk = (socket: Socket) => {
    socket.on('error', () => {})
    if (greeting !== null) socket.write(`${greeting}\r\n`)
    let rest = ''
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString('latin1')).split('\r\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        lines.push(line)
        const reply = answer(line, socket)
        if (reply === null) socket.destroy()
        else if (reply !== undefined) socket.write(`${reply}\r\n`)
      }
    })
  }
  const server = tls ? createTlsServer(tls, talk) : createServer(talk)
  server.on('tlsClientError', () => {})
  return { ...(await listening(server)), lines }
}

export async function mailServer(options: SMTPServerOptions): Promise<TestMailServer> {
  const server = new SMTPServer({
    ...selfSigned('localhost', true),
    closeTimeout: 100,
    // A slow name server would delay each greeting by up to 1.5 s.
    disableReverseLookup: true,
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    lines: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  const { port, close } = await listening(createServer())
  await close()
  return port
}

async function listening(server: Server): Promise<Omit<TestMailServer, 'lines'>> {
  const sockets = new Set<Socket>()
  const remember = (socket: Socket) => sockets.add(socket)
  server.on('connection', remember)
  server.on('secureConnection', remember)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Upgrades a plain connection to TLS, as a server does after STARTTLS. */
export function upgrade(socket: Socket, certificate: TestCertificate): TLSSocket {
  socket.removeAllListeners('data')
  const secured = new TLSSocket(socket, { isServer: true, ...certificate })
  secured.on('error', () => {})
  return secured
}
