import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Forwarded = 'answered' | 'never sent' | 'cut'

export interface Balancer {
  readonly baseUrl: string
  readonly answered: readonly number[]
  /** Number of requests that moved to another server because one refused the connection. */
  passedOn(): number
  /** Number of requests per server that it accepted but did not answer. */
  readonly cut: readonly number[]
  close(): Promise<void>
}

/** Request header: number of the server to try first. */
export const firstTargetHeader = 'x-first-target'
/**
 * Header of the balancer's own answers: `cut` (the request may have been processed) or `refused` (no server
 * accepts connections).
 */
export const ownAnswerHeader = 'x-balancer'

/** Headers that belong to one connection, not to the message. */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', firstTargetHeader]
const timeoutMs = 20_000

/**
 * Starts a round-robin balancer. It moves a request to the next server only when the connection was refused,
 * so nothing was sent. After any other failure the request may have been processed, so the answer is 502.
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

/** Forwards a request and, once it is complete, the answer. */
async function forward(
  req: IncomingMessage,
  body: Buffer,
  target: string,
  res: ServerResponse,
): Promise<Forwarded> {
  const headers = withoutConnection(req.headers)
  headers['x-forwarded-for'] ??= req.socket.remoteAddress
  const url = new URL(req.url ?? '/', target)
  // Without keep-alive: an idle connection may already be closed, which shows only on use.
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
