import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An application's web server that answers every request and records its address. */
export interface RelyingParty {
  readonly origin: string
  /** Requested addresses, oldest first. */
  readonly visits: readonly URL[]
  close(): Promise<void>
}

const page = '<!doctype html><title>Application</title><h1>Back in the application</h1>'

/**
 * Starts the application.
 * @param serve handles its requests; default: one page for every address
 * @param port of a registered address; default: a free port
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
