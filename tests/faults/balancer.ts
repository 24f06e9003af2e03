import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What became of a request at one server. */
type Forwarded = 'answered' | 'never sent' | 'cut'

/** A balancer in front of several servers. */
export interface Balancer {
  readonly baseUrl: string
  /** How many requests were answered by whom: one number for each server. */
  readonly answered: readonly number[]
  /** How many requests went on to another server because one did not take the connection. */
  passedOn(): number
  /** How many requests each server had taken and did not answer. */
  readonly cut: readonly number[]
  close(): Promise<void>
}

/** Names the server that is tried first, by its number. */
export const firstTargetHeader = 'x-first-target'
/** On the balancer's own answers: `cut` (it may have been done) or `refused` (nobody is there). */
export const ownAnswerHeader = 'x-balancer'

/** Belong to one connection, not to what is sent over it. */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', firstTargetHeader]
const timeoutMs = 20_000

/**
 * Starts a balancer: in turns, and to the next server only what was never sent because the connection
 * was refused. Whatever else goes wrong may have been done, and is told as 502.
 * @param targets addresses of the servers
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const answered = targets.map(() => 0)
  const cut = targets.map(() => 0)
  let passedOn = 0
  let turn = 0

  async function balance(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req)
    const wanted = req.headers[firstTargetHeader]
    const first = wanted === undefined ? turn++ : Number(wanted)
    for (let i = 0; i < targets.length; i++) {
      const index = (first + i) % targets.length
      const forwarded = await forward(req, body, targets[index] ?? '', res)
      if (forwarded === 'never sent') {
        passedOn++
        continue
      }
      const counts = forwarded === 'answered' ? answered : cut
      counts[index] = (counts[index] ?? 0) + 1
      if (forwarded === 'cut') res.writeHead(502, { [ownAnswerHeader]: 'cut' }).end()
      return
    }
    res.writeHead(503, { [ownAnswerHeader]: 'refused' }).end()
  }

  const server = createServer((req, res) => {
    balance(req, res).catch(() => res.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    answered,
    passedOn: () => passedOn,
    cut,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Sends a request on and, once the whole answer is there, the answer back. */
async function forward(
  req: IncomingMessage,
  body: Buffer,
  target: string,
  res: ServerResponse,
): Promise<Forwarded> {
  const headers = withoutConnection(req.headers)
  headers['x-forwarded-for'] ??= req.socket.remoteAddress
  const url = new URL(req.url ?? '/', target)
  // Without a connection that is kept: whether one is still open cannot be known before it is used.
  const outgoing = request(url, { method: req.method, headers, agent: false })
  outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error('No answer.')))
  outgoing.end(body)
  try {
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    const answer = await buffer(incoming)
    res.writeHead(incoming.statusCode ?? 502, withoutConnection(incoming.headers)).end(answer)
    return 'answered'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'never sent' : 'cut'
  }
}

function withoutConnection(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ofConnection.includes(name)),
  )
}
