import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service of breached passwords, on this machine. */
export interface RangeServer {
  readonly address: string
  /** What it was asked: the path and the headers. */
  readonly asked: readonly { readonly path: string; readonly headers: NodeJS.Dict<unknown> }[]
  /** Answers otherwise from now on; null: as at first. */
  answerWith(listener: RequestListener | null): void
  close(): Promise<void>
}

/** The SHA-1 of a password, as such services write it. */
export function sha1Of(password: string): string {
  return createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
}

/** Starts a service that knows these passwords, and pads its answers. */
export async function rangeServer(...breached: readonly string[]): Promise<RangeServer> {
  const asked: RangeServer['asked'][number][] = []
  let other: RequestListener | null = null
  const known = breached.map(sha1Of)
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers })
    if (other) return other(request, response)
    const prefix = request.url?.split('/').at(-1) ?? ''
    const found = known.filter((hash) => hash.startsWith(prefix)).map((hash) => hash.slice(5))
    const padding = `${'0'.repeat(34)}1:0`
    const lines = [...found.map((suffix) => `${suffix}:12`), padding]
    response.setHeader('Content-Type', 'text/plain')
    response.end(lines.join('\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    asked,
    answerWith(listener) {
      other = listener
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
