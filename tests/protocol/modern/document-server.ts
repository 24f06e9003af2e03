import dns from 'node:dns/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { selfSigned } from '#tests/support/certificate.ts'

type Answer = RequestListener

/** The host of the documents, and another one whose address is not public. */
export const documentName = 'agent.example'

/** Makes names of tests resolve to the addresses given here; every other name does not exist. */
export const addresses = new Map<string, string[]>()

/**
 * The server of an application that publishes its metadata document. It runs on this machine and has a certificate of an
 * authority that this process trusts; the resolver of the system is replaced for its name.
 */
export async function documentServer() {
  const { cert, key } = selfSigned(documentName)
  const authorities = getCACertificates('default')
  setDefaultCACertificates([...authorities, cert])
  const systemLookup = dns.lookup
  const lookup = async (name: string) => {
    const found = addresses.get(name)
    if (!found)
      throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  Object.assign(dns, { lookup })
  syncBuiltinESMExports()
  addresses.set(documentName, ['127.0.0.1'])

  let answer: Answer = (_, res) => void res.writeHead(404).end()
  const asked: string[] = []
  const connections = new Set<Duplex>()
  const running = createServer({ cert, key }, (req: IncomingMessage, res: ServerResponse) => {
    asked.push(req.url ?? '')
    answer(req, res)
  })
  running.on('connection', (socket) => {
    connections.add(socket)
    socket.on('error', () => {})
  })
  running.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve))
  const { port } = running.address() as AddressInfo
  const host = `${documentName}:${port}`
  return {
    host,
    port,
    url: (path: string) => `https://${host}${path}`,
    /** Paths that were asked for. */
    asked,
    answerBy(by: Answer) {
      answer = by
    },
    /** Serves a document; the address of the client stands for `client_id` unless the document has one. */
    serve(document: object, headers: Record<string, string> = {}) {
      answer = (req, res) => {
        const body = JSON.stringify({ client_id: `https://${host}${req.url}`, ...document })
        res.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body)
      }
    },
    answerWith(status: number, body = '', headers: Record<string, string> = {}) {
      answer = (_, res) => void res.writeHead(status, headers).end(body)
    },
    async stop() {
      for (const socket of connections) socket.destroy()
      await new Promise<void>((resolve) => running.close(() => resolve()))
      setDefaultCACertificates(authorities)
      Object.assign(dns, { lookup: systemLookup })
      syncBuiltinESMExports()
    },
  }
}

/** What a well-behaved application says of itself. */
export function documentOf(host: string, change: object = {}) {
  return {
    client_name: 'Route helper',
    redirect_uris: [`https://${host}/cb`, 'http://localhost/callback', 'http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...change,
  }
}
