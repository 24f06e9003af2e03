import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Field, formEncode } from '#lib/base/network/url.ts'
import { OutboundError } from './outcomes.ts'

/** A request to send over a connection, and how much of its answer to read. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  /** The `Accept` header. */
  readonly accept: string
  /** The `Authorization` header: only for servers at which an administrator registered this one. */
  readonly authorization?: string
  /** Headers that only one protocol knows. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: readonly Field[]
  /** The longest body in bytes; `ignored` when the status alone decides, whatever follows it. */
  readonly body: number | 'ignored'
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body; empty when it was ignored. */
  readonly body: Buffer
}

const maxHeaderBytes = 16 * 1024

/**
 * Sends one request over an open connection and reads its answer. Redirects are answers like any other. No cookie, no
 * compressed body and no credential but `authorization` is sent or accepted.
 * @throws OutboundError `too_large`, or any other error for an answer that is no usable HTTP
 */
export async function exchange(
  connection: Duplex,
  sent: Exchange,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const response = await receive(connection, sent, signal)
  const { statusCode: status = 0, headers } = response
  if (sent.body === 'ignored') {
    response.on('error', () => {}).destroy()
    return { status, headers, body: Buffer.alloc(0) }
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new OutboundError('protocol_error')
  }
  return { status, headers, body: await readBody(response, sent.body) }
}

function receive(
  connection: Duplex,
  { method, url, accept, authorization, headers = {}, form }: Exchange,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const body = form === undefined ? null : formEncode(form)
  return new Promise((resolve, reject) => {
    const sending = request({
      createConnection: () => connection,
      method,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      maxHeaderSize: maxHeaderBytes,
      signal,
      headers: {
        Host: url.host,
        'User-Agent': 'authserver',
        Accept: accept,
        'Accept-Encoding': 'identity',
        ...headers,
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(body !== null && {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': Buffer.byteLength(body),
        }),
      },
    })
    sending.once('response', resolve)
    // Without an error when the other side wants another protocol.
    sending.once('close', () => reject(new Error('The connection was closed without an answer.')))
    sending.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'HPE_HEADER_OVERFLOW' ? new OutboundError('too_large') : error),
    )
    sending.end(body ?? undefined)
  })
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.on('error', () => {}).destroy()
    throw new OutboundError('too_large')
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new OutboundError('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
