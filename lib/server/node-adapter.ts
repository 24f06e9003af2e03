import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import type { Answer, HttpRequest } from '#lib/http/exchange.ts'

/** Path and query of a request line in any form; always begins with a slash. */
export function requestTarget(req: IncomingMessage): string {
  const target = (req.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '')
  return target.startsWith('/') ? target : `/${target.startsWith('?') ? target : ''}`
}

/**
 * Adapts a Node.js request for endpoints. The public address replaces the host, whatever the client sent in `Host`. The
 * endpoint limits how much of the body is read.
 */
export function toHttpRequest(
  req: IncomingMessage,
  baseUrl: string,
  target: string,
  requestId: string,
): HttpRequest {
  const value = (name: string) => {
    const found = req.headers[name.toLowerCase()]
    return found === undefined ? null : Array.isArray(found) ? found.join(', ') : found
  }
  const method = req.method ?? 'GET'
  const hasBody =
    method !== 'GET' &&
    method !== 'HEAD' &&
    (req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length']) > 0)
  return {
    method,
    url: baseUrl + target,
    headers: { get: value, has: (name) => value(name) !== null },
    peer: req.socket.remoteAddress ?? '',
    requestId,
    body: null,
    closed: () => closedSignal(req.socket),
    ...(hasBody ? { readWhole: (limit: number) => readWhole(req, limit) } : {}),
  }
}

/** One signal per connection, which may carry many requests. */
const closedSignals = new WeakMap<Socket, AbortSignal>()

function closedSignal(socket: Socket): AbortSignal {
  let signal = closedSignals.get(socket)
  if (!signal) {
    const controller = new AbortController()
    signal = controller.signal
    closedSignals.set(socket, signal)
    if (socket.destroyed) controller.abort()
    else socket.once('close', () => controller.abort())
  }
  return signal
}

/**
 * Reads a body of at most `limit` bytes. Beyond the limit the connection stays open for the answer, and the rest of the
 * body is discarded.
 */
function readWhole(req: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | null>()
  const chunks: Buffer[] = []
  let size = 0
  const discardRest = () => {
    req.removeAllListeners('data')
    req.removeAllListeners('end')
    req.resume()
    resolve(null)
  }
  if (Number(req.headers['content-length']) > limit) {
    discardRest()
    return promise
  }
  req.on('data', (chunk: Buffer) => {
    size += chunk.byteLength
    if (size > limit) discardRest()
    else chunks.push(chunk)
  })
  req.once('end', () =>
    resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
  )
  req.once('error', reject)
  return promise
}

/** The headers of every response. */
export interface CommonHead {
  readonly common: Readonly<Record<string, string>>
  readonly requestId: string
}

/**
 * Sends an answer that is already data. The head is written as one list, because setting headers one by one costs
 * Node.js as much as a small answer itself.
 * @param failed called when the stream breaks off
 * An answer with its own policy already contains the common headers it wants, and may omit the ban on framing.
 */
export function sendAnswer(
  { status, headers, cookies, body, stream }: Answer,
  res: ServerResponse,
  { common, requestId }: CommonHead,
  withBody: boolean,
  failed: (error: unknown) => void = () => {},
): void {
  const list: (string | number)[] = ['X-Request-Id', requestId]
  const isComplete = headers['Content-Security-Policy'] !== undefined
  if (!isComplete) {
    for (const name in common) list.push(name, common[name] ?? '')
  }
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    // Computed from the body below. Without a body (`HEAD`), the answer's own value is sent.
    if (name === 'Content-Length' && body !== null) continue
    list.push(name, value)
  }
  for (const cookie of cookies) list.push('Set-Cookie', cookie)
  if (body !== null) list.push('Content-Length', Buffer.byteLength(body))
  else if (status !== 204 && status !== 304 && withBody && !stream) list.push('Content-Length', 0)
  res.writeHead(status, list as string[])
  if (stream && withBody) sendStream(stream, res, failed)
  else res.end(withBody ? body : null)
}

/**
 * Sends pieces as fast as the client takes them, and stops when it goes. A stream that fails destroys the connection: a
 * clean end would make half a file look whole.
 */
function sendStream(
  stream: AsyncIterable<string | Uint8Array>,
  res: ServerResponse,
  failed: (error: unknown) => void,
): void {
  const pieces = Readable.from(stream, { highWaterMark: 1 })
  pipeline(pieces, res, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') failed(error)
  })
}

/** Sets the headers of every response on one that Next will send. */
export function setHead(res: ServerResponse, { common, requestId }: CommonHead): void {
  for (const name in common) res.setHeader(name, common[name] ?? '')
  res.setHeader('X-Request-Id', requestId)
}

/**
 * Copies an answer's headers to a response that Next will send.
 * @param except names in lower case
 */
export function copyHead(
  { headers, cookies }: Answer,
  res: ServerResponse,
  except: ReadonlySet<string>,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!except.has(name.toLowerCase())) res.setHeader(name, value)
  }
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
}
