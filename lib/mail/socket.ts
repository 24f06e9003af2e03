import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectFailure, MailError } from './failures.ts'
import type { MailServer } from './mail.ts'

/** How long one address of a host with several is tried before the next, in milliseconds. */
const addressAttemptMs = 2_000

/**
 * Opens a connection to a mail server, with SSL/TLS if configured; certificates are always verified. The SMTP
 * library is not used here: it has one time limit for connecting and greeting, and hides which of them failed.
 * @param limitMs for the DNS lookup, the connection and the handshake
 * @throws MailError
 */
export function openMailSocket(
  { host, port, encryption }: Pick<MailServer, 'host' | 'port' | 'encryption'>,
  limitMs: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const isTls = encryption === 'ssltls'
    const address = { host, port, autoSelectFamilyAttemptTimeout: addressAttemptMs }
    const socket = isTls
      ? connectTls({ ...address, ...serverName(host), rejectUnauthorized: true })
      : connectPlain(address)
    let isConnected = false
    const timer = setTimeout(() => fail(new MailError('timed-out')), limitMs)
    const fail = (error: MailError) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    socket.once('connect', () => {
      isConnected = true
    })
    // Stays attached: an unhandled 'error' event of a socket would end the process.
    socket.on('error', (error) => fail(connectFailure(error, isTls && isConnected)))
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}

/** The server name for SNI, which must not be an IP address. */
function serverName(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {}
}
