import type { RequestListener, Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { withinTime } from '#lib/base/time/within-time.ts'

/** Time that a stop gives requests in progress, in milliseconds. */
const graceMs = 10_000

/** Time that a stop gives connected clients to send a request, in milliseconds. */
const firstRequestMs = 1_000

/** How long a stop waits for an event loop turn without a new connection, in milliseconds. */
const maxWaitMs = 500

/** A turn this short had no other work either, in milliseconds. */
const quietTurnMs = 0.05

/** Time that a stop gives work other than requests, in milliseconds. */
const workMs = 8_000

/** The connections of each server, with the number of answers in progress on each. */
const connections = new WeakMap<Server, Map<Socket, number>>()

/** Follows a server's connections, so that `stop` knows them. */
export function trackConnections(server: Server): void {
  const open = new Map<Socket, number>()
  connections.set(server, open)
  server.on('connection', (socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
  })
  server.prependListener('request', ({ socket }, res) => {
    const count = (change: 1 | -1) => {
      const answers = open.get(socket)
      if (answers !== undefined) open.set(socket, answers + change)
    }
    count(1)
    res.once('close', () => count(-1))
  })
}

/**
 * Stops the server gracefully:
 * 1. It accepts the connections that wait in the listen queue, because closing would reset them and lose requests that
 *    must not be sent twice.
 * 2. It closes the port. New connections are refused, so that clients can turn to another server.
 * 3. It finishes requests in progress, and closes connections as they become idle.
 * 4. After ten seconds it cuts off what is left.
 * @returns true when every request was answered
 */
export async function stop(server: Server): Promise<boolean> {
  const { promise: closed, resolve } = Promise.withResolvers<boolean>()
  const release = await drainListenQueue(server)
  // The HTTP server's own `close` would cut off connections whose first request is still arriving.
  NetServer.prototype.close.call(server, () => resolve(true))
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  release()
  const begun = performance.now()
  const closeIdle = () => {
    const open = [...(connections.get(server) ?? [])]
    // Node.js also treats a connection as idle while a slow client still reads the answer; such clients are waited for.
    if (open.every(([{ writableLength }]) => writableLength === 0)) server.closeIdleConnections()
    if (performance.now() - begun < firstRequestMs) return
    // Browsers open connections in advance, and some clients never finish a head. Node.js counts both as busy.
    for (const [socket, answers] of open) if (answers === 0) socket.destroy()
  }
  // Runs after pending data was read: timers run earlier in a turn, and a long turn leaves requests unread.
  const sweep = setInterval(() => setImmediate(closeIdle), 200)
  const cut = setTimeout(() => {
    resolve(false)
    server.closeAllConnections()
  }, graceMs)
  try {
    return await closed
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}

/**
 * Waits for mail, logout tokens and other work to end. A mail server or an application that hangs does not block the
 * stop: whoever starts the server kills it in the end.
 * @param endings each ends one kind of work; a failure ends it too
 */
export async function finishWork(
  endings: readonly (() => Promise<unknown>)[],
  limitMs: number = workMs,
): Promise<void> {
  const ended = () => Promise.allSettled(endings.map((end) => end()))
  await withinTime(ended, limitMs, () => new Error('late')).catch(() => {})
}

/**
 * Accepts the connections in the listen queue, until an event loop turn brings none. Requests are held meanwhile, so
 * that the last turn does nothing but look. A client that connects between that look and the end of this function is
 * still reset.
 * @returns a function that releases the held requests
 */
async function drainListenQueue(server: Server): Promise<() => void> {
  const listeners = server.listeners('request') as RequestListener[]
  const held: Parameters<RequestListener>[] = []
  const hold = (...request: Parameters<RequestListener>) => void held.push(request)
  let accepted = 0
  const count = () => accepted++
  server.removeAllListeners('request').on('request', hold).on('connection', count)
  const begun = performance.now()
  let now = begun
  let isQuiet = false
  // The first turn may end before the queue was read.
  for (let turn = 0; turn < 2 || (!isQuiet && now - begun < maxWaitMs); turn++) {
    accepted = 0
    const last = now
    await new Promise(setImmediate)
    now = performance.now()
    isQuiet = accepted === 0 && now - last < quietTurnMs
  }
  server.off('connection', count)
  return () => {
    server.off('request', hold)
    for (const listener of listeners) server.on('request', listener)
    for (const request of held) server.emit('request', ...request)
  }
}
