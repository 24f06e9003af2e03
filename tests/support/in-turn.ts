import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that gives each request to the next server: a load balancer that keeps nobody at one. */
export interface InTurn {
  readonly baseUrl: string
  /** The servers, once they listen. */
  serve(ports: readonly number[]): void
  close(): Promise<void>
}

export async function openInTurn(): Promise<InTurn> {
  let ports: readonly number[] = []
  let requests = 0
  const proxy = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const port = ports[requests++ % ports.length] ?? 0
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    baseUrl: `http://localhost:${port}`,
    serve(listening) {
      ports = listening
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}
