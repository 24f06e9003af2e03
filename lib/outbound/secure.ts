import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

/**
 * Makes a connection confidential. The certificate must be valid for the host; no environment variable and no setting
 * changes that. Certificates of private authorities come by `NODE_EXTRA_CA_CERTS`.
 * @throws the failure of the handshake, or the reason of the signal
 */
export function secureConnection(
  socket: Socket,
  host: string,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = connect({
      socket,
      host,
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    })
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', abort)
      secured.destroy()
      socket.destroy()
      reject(error)
    }
    const abort = () => fail(signal.reason)
    signal.addEventListener('abort', abort)
    secured.once('error', fail)
    secured.once('secureConnect', () => {
      signal.removeEventListener('abort', abort)
      secured.removeListener('error', fail)
      resolve(secured)
    })
  })
}
