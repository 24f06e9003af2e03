import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Server as NetServer, Socket } from 'node:net'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { trackConnections } from './graceful-stop.ts'

/** Time limits for clients, in milliseconds. */
const timeouts = {
  /** To send the head of a request. */
  headersTimeout: 15_000,
  /** To send a whole request, including its body. */
  requestTimeout: 30_000,
  /** Interval of the checks. */
  connectionsCheckingInterval: 1_000,
  /** To close the connection after the server has closed its side: some clients never notice. */
  partingTimeout: 5_000,
  /**
   * To read some of an answer, because unread answers take memory. A slow reader may take longer for the whole answer.
   */
  readTimeout: 60_000,
}

/**
 * Makes the HTTP server. Duplicate headers arrive joined, so that endpoints can detect them. Slow and oversized
 * requests are cut off before they cost much, as are answers that the client does not read.
 * @param listener answers the requests; may be added later (`server.on('request', …)`)
 * @param upgrades whether WebSocket upgrades are accepted (Next's development mode uses them)
 * @param times time limits that differ from the defaults, in milliseconds
 */
export function makeHttpServer(
  listener?: RequestListener,
  upgrades = false,
  times: Partial<typeof timeouts> = {},
): Server {
  const { readTimeout, partingTimeout, ...requestTimes } = { ...timeouts, ...times }
  const server = createServer(
    {
      joinDuplicateHeaders: true,
      // The listener refuses requests without a host: its answer has a request id.
      requireHostHeader: false,
      maxHeaderSize: 32 * 1024,
      ...requestTimes,
      keepAliveTimeout: 65_000,
      shouldUpgradeCallback: (request) => upgrades && request.headers.upgrade === 'websocket',
    },
    listener,
  )
  trackConnections(server)
  server.timeout = readTimeout
  server.prependListener('request', (_req, res) => void res.on('timeout', endUnread))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    refuseMalformed(error, socket)
    partWithin(socket, partingTimeout)
  })
  server.on('checkExpectation', (_req, res) => {
    res.writeHead(417, { 'X-Request-Id': randomUuid() }).end()
  })
  return server
}

/** @throws Error with a one-sentence reason */
export async function listen(server: NetServer, port: number, hostname: string): Promise<void> {
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
 * Takes a port while the server is being prepared.
 * @param listener answers the requests until then
 * @returns a function that releases the port
 * @throws Error as `listen` does
 */
export async function holdPort(
  port: number,
  hostname: string,
  listener: RequestListener,
): Promise<() => Promise<void>> {
  const server = makeHttpServer(listener)
  await listen(server, port, hostname)
  return () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    return closed
  }
}

/** Destroys a connection that the other side does not close either. */
function partWithin(socket: Socket, millis: number): void {
  if (socket.destroyed) return
  const late = setTimeout(() => socket.destroy(), millis)
  socket.once('close', () => clearTimeout(late))
}

function listenFailure(error: unknown, port: number, hostname: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the other program, or set PORT to another port.`
  }
  if (code === 'EACCES')
    return `This account is not allowed to use port ${port}. Set PORT to a higher port.`
  return `The server cannot listen on ${hostname}. Set HOSTNAME to the address of an interface of this machine.`
}

/**
 * A connection without writes may also mean that the answer is still being computed; a large deletion takes longer than
 * the read limit.
 */
function endUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}

/** Input that is not HTTP never becomes a request, so the answer is written to the socket. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
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

/** Whether an answer is in progress: a second one would be read as part of it. Uses an internal field of Node.js. */
function isAnswering(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false
}
