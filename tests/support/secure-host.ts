import dns from 'node:dns/promises'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import net, { type AddressInfo, type TcpNetConnectOpts } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { selfSigned } from './certificate.ts'

/** A web server at `https://<name>`, without a port in its address. */
export interface SecureHost {
  /** Paths that were asked for. */
  readonly asked: string[]
  answerBy(listener: RequestListener): void
  close(): Promise<void>
}

/**
 * Opens a web server on this machine that this process reaches under a name of its own: the name is resolved to this
 * machine, port 443 leads to the server, and its certificate is trusted.
 */
export async function openSecureHost(name: string): Promise<SecureHost> {
  const { cert, key } = selfSigned(name)
  const authorities = getCACertificates('default')
  setDefaultCACertificates([...authorities, cert])
  const asked: string[] = []
  let answer: RequestListener = (_, res) => void res.writeHead(404).end()
  const server = createServer({ cert, key }, (req, res) => {
    asked.push(req.url ?? '')
    answer(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { lookup } = dns
  const { connect } = net
  const own = [{ address: '127.0.0.1', family: 4 }]
  Object.assign(dns, {
    lookup: async (host: string, options: object) => (host === name ? own : lookup(host, options)),
  })
  Object.assign(net, {
    connect: (options: TcpNetConnectOpts) =>
      connect(options.port === 443 ? { ...options, port } : options),
  })
  syncBuiltinESMExports()
  return {
    asked,
    answerBy(listener) {
      answer = listener
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      Object.assign(dns, { lookup })
      Object.assign(net, { connect })
      syncBuiltinESMExports()
      setDefaultCACertificates(authorities)
    },
  }
}
