import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { randomUuid } from '#lib/kernel/random.ts'

/** How long a client may take to send a request, in milliseconds. */
const patience = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  /** How often that is looked at. */
  connectionsCheckingInterval: 5_000,
}

/** How long what is in flight may take once the server is told to stop, in milliseconds. */
const graceMillis = 10_000

/**
 * Makes the HTTP server. Headers sent twice arrive joined, so that "sent twice" can be seen; slow
 * and oversized requests are cut off before they cost anything.
 * @param listener answers the requests; may be added later (`server.on('request', …)`)
 * @param upgrades whether WebSocket upgrades are accepted (Next's development mode uses them)
 * @param times how long a client may take
 */
export function makeHttpServer(
  listener?: RequestListener,
  upgrades = false,
  times = patience,
): Server {
  const server = createServer(
    {
      joinDuplicateHeaders: true,
      maxHeaderSize: 32 * 1024,
      ...times,
      keepAliveTimeout: 65_000,
      shouldUpgradeCallback: (request) => upgrades && request.headers.upgrade === 'websocket',
    },
    listener,
  )
  server.on('clientError', refuseMalformed)
  server.on('checkExpectation', (_req, res) => {
    res.writeHead(417, { 'X-Request-Id': randomUuid() }).end()
  })
  return server
}

/**
 * Listens.
 * @throws Error whose message says in one sentence why it cannot
 */
export async function listen(server: Server, port: number, hostname: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ port, host: hostname }, resolve)
  try {
    await promise
  } catch (error) {
    throw new Error(listenFailure(error, port, hostname), { cause: error })
  } finally {
    server.off('error', reject)
  }
}

/**
 * Stops: takes no new connections, lets what is in flight finish, cuts off after ten seconds.
 * @returns true when everything was answered
 */
export async function stop(server: Server): Promise<boolean> {
  const { promise: closed, resolve } = Promise.withResolvers<boolean>()
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  server.close(() => resolve(true))
  // Connections that were busy when `close` was called fall idle one by one.
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  const cut = setTimeout(() => {
    resolve(false)
    server.closeAllConnections()
  }, graceMillis)
  try {
    return await closed
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}

function listenFailure(error: unknown, port: number, hostname: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use already: stop the other program or set PORT.`
  }
  if (code === 'EACCES')
    return `Port ${port} may not be used by this account: set PORT to a higher one.`
  return `The server cannot listen on ${hostname}: set HOSTNAME to the address of an interface of this machine.`
}

/** What is no HTTP at all never becomes a request: answered on the bare connection. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nX-Request-Id: ${randomUuid()}\r\n\r\n`,
  )
}
