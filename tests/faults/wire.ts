import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between a server and its database. */
export interface Wire {
  /** The database's address by way of this network. */
  readonly url: string
  /** From now on nothing gets through, in either direction; nobody is told. */
  freeze(): void
  /** What was held back goes on its way. */
  thaw(): void
  close(): void
}

/** Puts a network in front of a database that takes connections over TCP. */
export async function openWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let frozen = false
  const server = createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(one)
      one.on('data', (chunk) => other.write(chunk))
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      if (frozen) one.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
