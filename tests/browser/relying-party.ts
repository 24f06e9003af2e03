import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An application's own web server: it answers everything and remembers what it was asked. */
export interface RelyingParty {
  readonly origin: string
  /** Addresses asked for, oldest first. */
  readonly visits: readonly URL[]
  close(): Promise<void>
}

const page = '<!doctype html><title>Application</title><h1>Back in the application</h1>'

/**
 * Starts the application.
 * @param serve answers its requests, in place of one page for every address
 * @param port one that a registered address names, in place of a free one
 */
export async function startRelyingParty(
  serve: RequestListener = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
  },
  port = 0,
): Promise<RelyingParty> {
  const visits: URL[] = []
  let origin = ''
  const server = createServer((request, response) => {
    visits.push(new URL(request.url ?? '/', origin))
    serve(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    visits,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
