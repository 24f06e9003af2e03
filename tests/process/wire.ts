import { connect } from 'node:net'

/** The answer on a connection, unparsed. */
export interface WireAnswer {
  /** NaN without an answer. */
  readonly status: number
  /** Header values by lower-case name; repeated headers in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly text: string
}

/**
 * Sends raw bytes and reads until the server closes the connection, for requests that no HTTP client would
 * send.
 * @param limitMs after this time, the received data counts as the answer
 */
export async function sendRaw(
  baseUrl: string,
  bytes: string,
  limitMs = 10_000,
): Promise<WireAnswer> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  const cut = setTimeout(() => socket.destroy(), limitMs)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.write(bytes, 'latin1')
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.once('error', () => resolve())
  })
  clearTimeout(cut)
  return parseAnswer(text)
}

export function requestLine(
  method: string,
  target: string,
  headers: readonly (readonly [name: string, value: string])[] = [],
): string {
  const lines = [['Host', 'localhost'], ['Connection', 'close'], ...headers]
  return `${method} ${target} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`
}

function parseAnswer(text: string): WireAnswer {
  const [start = '', ...lines] = (text.split('\r\n\r\n', 1)[0] ?? '').split('\r\n')
  const headers = new Map<string, string[]>()
  for (const line of lines) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()])
  }
  return { status: Number.parseInt(start.split(' ')[1] ?? '', 10), headers, text }
}
