import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  /** Status line and headers, unparsed. */
  readonly head: string
  readonly body: string
}

/**
 * One keep-alive connection to an HTTP server, one request at a time. Much smaller than `node:http`, because
 * the load shares the processors with the measured server.
 */
export interface Connection {
  /** @param request the request as bytes on the wire */
  send(request: string): Promise<Answer>
  close(): void
}

export async function openConnection(host: string, port: number): Promise<Connection> {
  const socket = connect(port, host)
  socket.setNoDelay(true)
  await once(socket, 'connect')
  return overSocket(socket)
}

function overSocket(socket: Socket): Connection {
  let received = ''
  let waiting: PromiseWithResolvers<Answer> | null = null
  const fail = (error: Error) => waiting?.reject(error)
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const answer = readAnswer(received)
    if (!answer || !waiting) return
    received = ''
    const { resolve } = waiting
    waiting = null
    resolve(answer)
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection.')))
  return {
    send(request) {
      waiting = Promise.withResolvers()
      const { promise } = waiting
      socket.write(request, 'latin1')
      return promise
    },
    close: () => socket.destroy(),
  }
}

/** The answer, or null while it is incomplete. */
function readAnswer(text: string): Answer | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = text.slice(0, end)
  const status = Number(head.slice(9, 12))
  const length = headerOf(head, 'content-length')
  const rest = text.slice(end + 4)
  if (length !== null) {
    return rest.length < Number(length) ? null : { status, head, body: rest }
  }
  if (headerOf(head, 'transfer-encoding') === null) return { status, head, body: '' }
  return rest.endsWith('0\r\n\r\n') ? { status, head, body: rest } : null
}

const headers = new Map<string, RegExp>()

/**
 * The value of a header, or null.
 * @param name in lower case
 */
export function headerOf(head: string, name: string): string | null {
  let form = headers.get(name)
  if (!form) {
    form = new RegExp(`\\r\\n${name}: *([^\\r\\n]*)`, 'i')
    headers.set(name, form)
  }
  return form.exec(head)?.[1] ?? null
}

export function keepCookies(head: string, jar: Map<string, string>): void {
  for (const [, name = '', value = ''] of head.matchAll(/\r\nset-cookie: *([^=]+)=([^;\r\n]*)/gi)) {
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

/** The `Cookie` header line of a jar; empty without cookies. */
export function cookieLine(jar: ReadonlyMap<string, string>): string {
  if (jar.size === 0) return ''
  return `Cookie: ${[...jar].map(([name, value]) => `${name}=${value}`).join('; ')}\r\n`
}
