import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Fate of the next `COMMIT`: its answer is lost, the commit itself is lost, or no new connection can ask
 * about it.
 */
export type Loss = 'answer lost' | 'commit lost' | 'nobody to ask'

/** A network between a server and PostgreSQL that can break a connection during a commit. */
export interface CommitWire {
  readonly url: string
  /** Applies a loss to the next `COMMIT`. */
  lose(loss: Loss): void
  /** Accepts new connections again after `nobody to ask`. */
  mend(): void
  lost(): number
  close(): void
}

/** Opens such a network in front of a database that listens on TCP. */
export async function openCommitWire(databaseUrl: string): Promise<CommitWire> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let next: Loss | null = null
  let lost = 0
  let isClosed = false
  const server = createServer((inner) => {
    if (isClosed) {
      inner.destroy()
      return
    }
    const outer = connect(Number(target.port), target.hostname)
    const cut = () => {
      lost++
      isClosed = next === 'nobody to ask'
      next = null
      inner.destroy()
      outer.destroy()
    }
    const isCommit = commitReader()
    let isAsked = false
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    inner.on('data', (chunk: Buffer) => {
      if (isCommit(chunk) && next) {
        if (next === 'commit lost') return cut()
        isAsked = true
      }
      outer.write(chunk)
    })
    outer.on('data', (chunk: Buffer) => {
      // The database answers a commit only after committing.
      if (isAsked && next && chunk.includes('COMMIT\0')) return cut()
      inner.write(chunk)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    lose(loss) {
      next = loss
    },
    mend() {
      isClosed = false
    },
    lost: () => lost,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * Finds the `COMMIT`s in a client's data: as text, or by the name of a statement prepared from it
 * (PostgreSQL's frontend protocol, Parse and Bind). The startup message has another format and is skipped.
 */
function commitReader(): (chunk: Buffer) => boolean {
  const names = new Set<string>()
  let rest: Buffer = Buffer.alloc(0)
  let hasStarted = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let found = false
    for (;;) {
      const head = hasStarted ? 1 : 0
      if (rest.length < head + 4) return found
      const end = head + rest.readUInt32BE(head)
      if (rest.length < end) return found
      const [first = '', second = ''] = rest.toString('latin1', head + 4, end).split('\0')
      const type = hasStarted ? String.fromCharCode(rest[0] ?? 0) : ''
      hasStarted = true
      rest = rest.subarray(end)
      if (type === 'P' && second === 'COMMIT') names.add(first)
      if (type === 'Q' && first === 'COMMIT') found = true
      if (type === 'B' && names.has(second)) found = true
    }
  }
}
