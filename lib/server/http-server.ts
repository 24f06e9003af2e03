import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { randomUuid } from '#lib/kernel/random.ts'

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

/** Time that a stop gives requests in progress, in milliseconds. */
const graceMillis = 10_000

/** Time that a stop gives connected clients to send a request, in milliseconds. */
const firstRequestMillis = 1_000

/** How long a stop waits for an event loop turn without a new connection, in milliseconds. */
const maxWaitMillis = 500

/** A turn this short had no other work either, in milliseconds. */
const quietTurnMillis = 0.05

/** The connections of each server, with the number of answers in progress on each. */
const openSockets = new WeakMap<Server, Map<Socket, number>>()

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
  const open = new Map<Socket, number>()
  openSockets.set(server, open)
  server.on('connection', (socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
  })
  server.timeout = readTimeout
  server.prependListener('request', ({ socket }, res) => {
    countAnswer(open, socket, 1)
    res.once('close', () => countAnswer(open, socket, -1))
    res.on('timeout', endUnread)
  })
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
 * Reserves a port while the server is being prepared; connections are closed at once.
 * @returns a function that releases the port
 * @throws Error as `listen` does
 */
export async function holdPort(port: number, hostname: string): Promise<() => Promise<void>> {
  const server = new NetServer((socket) => socket.destroy())
  await listen(server, port, hostname)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Stops the server gracefully. Requests in progress may finish within ten seconds, then they are cut off. Connected
 * clients still get answers. New connections are refused, so that clients can turn to another server.
 * @returns true when every request was answered
 */
export async function stop(server: Server): Promise<boolean> {
  const { promise: closed, resolve } = Promise.withResolvers<boolean>()
  const release = await takeWaiting(server)
  // The HTTP server's own `close` would cut off connections whose first request is still arriving.
  NetServer.prototype.close.call(server, () => resolve(true))
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  release()
  // Connections become idle one by one.
  const begun = performance.now()
  const look = () => {
    closeIdle(server)
    if (performance.now() - begun > firstRequestMillis) closeUnasked(server)
  }
  // Runs after pending data was read: timers run earlier in a turn, and a long turn leaves requests unread.
  const sweep = setInterval(() => setImmediate(look), 200)
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

/** Node.js also treats a connection as idle while a slow client still reads the answer; such clients are waited for. */
function closeIdle(server: Server): void {
  const isWriting = socketsOf(server).some(([{ writableLength }]) => writableLength > 0)
  if (!isWriting) server.closeIdleConnections()
}

/** Browsers open connections in advance, and some clients never finish a head. Node.js counts both as busy. */
function closeUnasked(server: Server): void {
  for (const [socket, answers] of socketsOf(server)) if (answers === 0) socket.destroy()
}

function socketsOf(server: Server): readonly (readonly [Socket, number])[] {
  return [...(openSockets.get(server) ?? [])]
}

function countAnswer(open: Map<Socket, number>, socket: Socket, change: 1 | -1): void {
  const answers = open.get(socket)
  if (answers !== undefined) open.set(socket, answers + change)
}

/** Destroys a connection that the other side does not close either. */
function partWithin(socket: Socket, millis: number): void {
  if (socket.destroyed) return
  const late = setTimeout(() => socket.destroy(), millis)
  socket.once('close', () => clearTimeout(late))
}

/**
 * Accepts the connections in the listen queue, because closing would reset them and lose requests that must not be sent
 * twice. Requests are held meanwhile. The last turn does nothing but look. A client that connects between that look and
 * the end of this function is still reset.
 * @returns a function that releases the held requests
 */
async function takeWaiting(server: Server): Promise<() => void> {
  const listeners = server.listeners('request') as RequestListener[]
  const held: Parameters<RequestListener>[] = []
  const hold = (...request: Parameters<RequestListener>) => void held.push(request)
  let taken = 0
  const count = () => taken++
  server.removeAllListeners('request').on('request', hold).on('connection', count)
  const begun = performance.now()
  let now = begun
  let quiet = false
  // The first turn may end before the queue was read.
  for (let turn = 0; turn < 2 || (!quiet && now - begun < maxWaitMillis); turn++) {
    taken = 0
    const last = now
    await new Promise(setImmediate)
    now = performance.now()
    quiet = taken === 0 && now - last < quietTurnMillis
  }
  server.off('connection', count)
  return () => {
    server.off('request', hold)
    for (const listener of listeners) server.on('request', listener)
    for (const request of held) server.emit('request', ...request)
  }
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
