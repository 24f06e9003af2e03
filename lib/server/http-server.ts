import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { randomUuid } from '#lib/kernel/random.ts'

/** How long a client may take, in milliseconds. */
const timeouts = {
  /** To send the head of a request. */
  headersTimeout: 15_000,
  /** To send a request, its body included. */
  requestTimeout: 30_000,
  /** How often that is looked at. */
  connectionsCheckingInterval: 1_000,
  /** To close the connection once we have ended our side of it: some never read that we have. */
  partingTimeout: 5_000,
  /** To read some of an answer: one that lies unread takes memory. Who reads slowly may take longer for the whole. */
  readTimeout: 60_000,
}

/** How long what is in flight may take once the server is told to stop, in milliseconds. */
const graceMillis = 10_000

/** How long a stop waits for the request of those who are connected, in milliseconds. */
const firstRequestMillis = 1_000

/** How long a stop waits for a turn of the event loop in which nobody connects, in milliseconds. */
const maxWaitMillis = 500

/** A turn this short had nothing else to do either, in milliseconds. */
const quietTurnMillis = 0.05

/** The connections of each server, with the number of requests that are being answered on each. */
const openSockets = new WeakMap<Server, Map<Socket, number>>()

/**
 * Makes the HTTP server. Headers sent twice arrive joined, so that "sent twice" can be seen; slow
 * and oversized requests are cut off before they cost anything, and answers that nobody reads.
 * @param listener answers the requests; may be added later (`server.on('request', …)`)
 * @param upgrades whether WebSocket upgrades are accepted (Next's development mode uses them)
 * @param times how long a client may take, in milliseconds, where it is not as long as usual
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
      // The listener refuses those without: its answer has a request id.
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

/**
 * Listens.
 * @throws Error whose message says in one sentence why it cannot
 */
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
 * Takes a port and keeps others from it while the server is made ready; whoever connects meanwhile is sent away.
 * @returns gives it back
 * @throws Error as `listen` does
 */
export async function holdPort(port: number, hostname: string): Promise<() => Promise<void>> {
  const server = new NetServer((socket) => socket.destroy())
  await listen(server, port, hostname)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Stops: takes no new connections, lets what is in flight finish, cuts off after ten seconds. Whoever
 * was connected is answered; who comes later is refused the connection, and may turn to another server.
 * @returns true when everything was answered
 */
export async function stop(server: Server): Promise<boolean> {
  const { promise: closed, resolve } = Promise.withResolvers<boolean>()
  const release = await takeWaiting(server)
  // Not `close` of the HTTP server, which cuts off connections whose first request is on its way.
  NetServer.prototype.close.call(server, () => resolve(true))
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  release()
  // Connections fall idle one by one.
  const begun = performance.now()
  const look = () => {
    closeIdle(server)
    if (performance.now() - begun > firstRequestMillis) closeUnasked(server)
  }
  // After what has arrived was read: timers come before that in a turn, and a long turn leaves requests waiting.
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

/** Node calls a connection idle, too, whose answer is still on its way to a slow reader: that is waited for. */
function closeIdle(server: Server): void {
  const isWriting = socketsOf(server).some(([{ writableLength }]) => writableLength > 0)
  if (!isWriting) server.closeIdleConnections()
}

/**
 * Browsers open connections before they have anything to ask, and others never come to the end of a head; for Node
 * those are busy.
 */
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

/** Destroys a connection whose other side does not end it either. */
function partWithin(socket: Socket, millis: number): void {
  if (socket.destroyed) return
  const late = setTimeout(() => socket.destroy(), millis)
  socket.once('close', () => clearTimeout(late))
}

/**
 * Takes the connections that wait to be taken: to close resets them, and with them requests that were
 * sent and may not be sent again. Requests are held meanwhile, and the last turn is one that does
 * nothing but look: whoever comes between that look and the end of this function is reset.
 * @returns lets the requests go on
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
  // The first turn may end before anybody has looked.
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
    return `Port ${port} is in use already: stop the other program or set PORT.`
  }
  if (code === 'EACCES')
    return `Port ${port} may not be used by this account: set PORT to a higher one.`
  return `The server cannot listen on ${hostname}: set HOSTNAME to the address of an interface of this machine.`
}

/** Nothing moves while an answer is being made, either, and the removal of very much takes longer than a reader may. */
function endUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}

/** What is no HTTP at all never becomes a request: answered on the bare connection. */
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

/** Whether an answer is on its way, in whose midst another would be read as a part of it. By Node's own note of it. */
function isAnswering(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false
}
