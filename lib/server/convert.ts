import type { IncomingMessage, ServerResponse } from 'node:http'

/** Headers under these names are this server's own: a client's copies are taken out. */
const ownHeaders = 'x-authserver-'

/** Takes out of a request what only this server may say. */
export function stripOwnHeaders(req: IncomingMessage): void {
  for (const name of Object.keys(req.headers)) {
    if (name.startsWith(ownHeaders)) delete req.headers[name]
  }
}

/** Path and query of a request line, whatever its form; always begins with a slash. */
export function requestTarget(req: IncomingMessage): string {
  const target = (req.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '')
  return target.startsWith('/') ? target : `/${target.startsWith('?') ? target : ''}`
}

/**
 * Makes the web request of a node one. The public address stands for the host, whatever the client
 * wrote in `Host`. The body streams; the endpoint bounds how much of it is read.
 */
export function toWebRequest(req: IncomingMessage, baseUrl: string, target: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const method = req.method ?? 'GET'
  const hasBody =
    method !== 'GET' &&
    method !== 'HEAD' &&
    (req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length']) > 0)
  const init: RequestInit & { duplex?: 'half' } = { method, headers }
  if (hasBody) Object.assign(init, { body: bodyStream(req), duplex: 'half' })
  return new Request(baseUrl + target, init)
}

/**
 * The body as a web stream. Unlike node's own conversion, giving up reading does not close the
 * connection (the answer has yet to go through it): the rest is let pass unread.
 */
function bodyStream(req: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      req.on('data', (chunk: Buffer) => {
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) req.pause()
      })
      req.once('end', () => controller.close())
      req.once('error', (error) => controller.error(error))
    },
    pull: () => void req.resume(),
    cancel() {
      req.removeAllListeners('data')
      req.removeAllListeners('end')
      req.resume()
    },
  })
}

/** Puts status and headers of a web response on a node one, without this server's own headers. */
export function copyHead(response: Response, res: ServerResponse, except?: Set<string>): void {
  res.statusCode = response.status
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie' || name.startsWith(ownHeaders) || except?.has(name)) continue
    res.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
}

/** Sends a web response. Bodies of endpoints are small, so they are sent whole with their length. */
export async function sendResponse(
  response: Response,
  res: ServerResponse,
  withBody: boolean,
): Promise<void> {
  copyHead(response, res)
  const body = response.body ? Buffer.from(await response.arrayBuffer()) : null
  if (body || (response.status !== 204 && response.status !== 304 && withBody)) {
    res.setHeader('Content-Length', body?.byteLength ?? 0)
  }
  res.end(withBody ? body : null)
}
