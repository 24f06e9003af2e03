import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#lib/context.ts'
import { type OutboundRequest, sendOutbound } from '#lib/outbound/request.ts'
import { selfSigned } from '#tests/support/certificate.ts'

const trusted = selfSigned('app.example')
const authorities = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...authorities, trusted.cert]))
afterAll(() => setDefaultCACertificates(authorities))

const running: Server[] = []
const connections = new Set<Socket>()
afterEach(async () => {
  for (const connection of connections) connection.destroy()
  connections.clear()
  for (const server of running.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** Starts a server on the loopback address and returns its port. */
async function started(server: Server): Promise<number> {
  running.push(server)
  server.on('connection', (connection) => connections.add(connection))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const answering = (listener: RequestListener) => started(createServer(listener))

const records: Record<string, unknown>[] = []
const log = pino({}, { write: (line: string) => records.push(JSON.parse(line)) })

function ask(url: string, change: Partial<OutboundRequest> = {}, addresses = ['127.0.0.1']) {
  const ctx = { config: { baseUrl: 'https://id.example' }, log } as unknown as Context
  const request: OutboundRequest = {
    purpose: 'backchannel_logout',
    method: 'GET',
    url,
    accept: 'application/json',
    policy: 'administered',
    allowsHttp: true,
    body: 1024,
    ...change,
  }
  const asked: string[] = []
  const answer = sendOutbound(ctx, request, async (host) => {
    asked.push(host)
    return addresses
  })
  return Object.assign(answer, { asked })
}

describe('a request', () => {
  test('goes to the resolved address, names the host, and sends no more than it needs', async () => {
    let headers = {}
    const port = await answering((req, res) => {
      headers = req.headers
      res.end('yes')
    })
    const sent = ask(`http://app.example:${port}/a?b=c`)
    expect(await sent).toMatchObject({ outcome: 'answered', status: 200, body: Buffer.from('yes') })
    expect(sent.asked).toEqual(['app.example'])
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      connection: 'close',
      host: `app.example:${port}`,
      'user-agent': 'authserver',
    })
  })

  test('sends a form', async () => {
    const bodies: string[] = []
    const port = await answering(async (req, res) => {
      for await (const chunk of req) bodies.push(String(chunk))
      res.writeHead(204).end()
    })
    const form = [['logout_token', 'a b&c']] as const
    const answer = await ask(`http://app.example:${port}/`, { method: 'POST', form })
    expect(answer).toMatchObject({ outcome: 'answered', status: 204 })
    expect(bodies).toEqual(['logout_token=a+b%26c'])
  })

  test('follows no redirect', async () => {
    let calls = 0
    const port = await answering((_, res) => {
      calls++
      res.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
    })
    expect(await ask(`http://app.example:${port}/`)).toMatchObject({ status: 302 })
    expect(calls).toBe(1)
  })

  test('is logged with host and outcome, without path and query', async () => {
    records.length = 0
    await ask('http://app.example:1/secret?key=1')
    expect(records).toMatchObject([
      { purpose: 'backchannel_logout', host: 'app.example:1', outcome: 'connect_failed' },
    ])
    expect(JSON.stringify(records)).not.toContain('secret')
  })
})

describe('no connection is made', () => {
  test.each([
    ['a refused address', 'http://app.example/', ['169.254.169.254']],
    ['one refused address among good ones', 'http://app.example/', ['127.0.0.1', '0.0.0.0']],
    ['a user in the address', 'http://x@app.example/', ['127.0.0.1']],
    ['another scheme', 'ftp://app.example/', ['127.0.0.1']],
    ['no address at all', 'app.example', ['127.0.0.1']],
  ])('to %s', async (_, url, addresses) => {
    expect(await ask(url, {}, addresses)).toEqual({ outcome: 'refused_address' })
  })

  test('by http where it is not allowed', async () => {
    const sent = ask('http://app.example/', { allowsHttp: false })
    expect(await sent).toEqual({ outcome: 'refused_address' })
    expect(sent.asked).toEqual([])
  })

  test('to this machine when a stranger chose the address', async () => {
    const answer = await ask('http://app.example/', { policy: 'public' })
    expect(answer).toEqual({ outcome: 'refused_address' })
  })

  test('to a name without an address', async () => {
    expect(await ask('http://app.example/', {}, [])).toEqual({ outcome: 'name_not_found' })
  })

  test('to a name that the resolver does not know', async () => {
    const ctx = { config: { baseUrl: 'https://id.example' }, log } as unknown as Context
    const answer = await sendOutbound(
      ctx,
      {
        ...{ purpose: 'backchannel_logout', method: 'GET', url: 'http://app.example/' },
        ...{ accept: '*/*', policy: 'administered', allowsHttp: true, body: 1 },
      },
      () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    )
    expect(answer).toEqual({ outcome: 'name_not_found' })
  })
})

test('a name that changes its answer is resolved once', async () => {
  const port = await answering((_, res) => res.end())
  const sent = ask(`http://app.example:${port}/`)
  await sent
  expect(sent.asked).toHaveLength(1)
})

test('a name whose first address is dead is reached by the next', async () => {
  const port = await answering((_, res) => res.end())
  const answer = await ask(`http://app.example:${port}/`, {}, ['127.0.0.2', '::1', '127.0.0.1'])
  expect(answer).toMatchObject({ outcome: 'answered' })
})

describe('an answer', () => {
  test('of exactly the limit is taken, and one byte more is too large', async () => {
    const port = await answering((req, res) => {
      res.write('x')
      res.end('x'.repeat(Number(req.url?.slice(1)) - 1))
    })
    expect(await ask(`http://app.example:${port}/1024`)).toMatchObject({ outcome: 'answered' })
    expect(await ask(`http://app.example:${port}/1025`)).toEqual({ outcome: 'too_large' })
  })

  test('that says it is too long is not read', async () => {
    const port = await answering((_, res) => {
      res.writeHead(200, { 'Content-Length': '1000000000' }).write('x')
    })
    expect(await ask(`http://app.example:${port}/`)).toEqual({ outcome: 'too_large' })
  })

  test('without end counts by its status where the body is ignored', async () => {
    const port = await answering((_, res) => {
      res.writeHead(200).write('x'.repeat(100_000))
    })
    const answer = await ask(`http://app.example:${port}/`, { body: 'ignored' })
    expect(answer).toMatchObject({ outcome: 'answered', status: 200 })
  })

  test.each([
    ['headers over 16 KiB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'too_large'],
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n', 'protocol_error'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'protocol_error',
    ],
    ['a broken end', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', 'protocol_error'],
    [
      'a compressed body',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx',
      'protocol_error',
    ],
  ])('with %s is no answer', async (_, text, outcome) => {
    const port = await started(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end(text))
      }),
    )
    expect(await ask(`http://app.example:${port}/`)).toEqual({ outcome })
  })

  test('that never comes is given up', { timeout: 15_000 }, async () => {
    const port = await started(createTcpServer(() => {}))
    const slow = await answering((_, res) => {
      res.writeHead(200)
      const drip = setInterval(() => res.write('x'), 100)
      res.on('close', () => clearInterval(drip))
    })
    const answers = await Promise.all([
      ask(`http://app.example:${port}/`),
      ask(`https://app.example:${port}/`),
      ask(`http://app.example:${slow}/`, { body: 1_000_000 }),
    ])
    expect(answers).toEqual(Array(3).fill({ outcome: 'timeout' }))
  })
})

describe('a certificate', () => {
  const secure = ({ cert, key }: { cert: string; key: string }) =>
    started(createSecureServer({ cert, key }, (_, res) => res.end('yes')))

  test('must be trusted and name the host', async () => {
    const port = await secure(trusted)
    expect(await ask(`https://app.example:${port}/`)).toMatchObject({ outcome: 'answered' })
    expect(await ask(`https://other.example:${port}/`)).toEqual({ outcome: 'tls_failed' })
    expect(await ask(`https://127.0.0.1:${port}/`)).toEqual({ outcome: 'tls_failed' })
  })

  test('of nobody known is refused', async () => {
    const port = await secure(selfSigned('app.example'))
    expect(await ask(`https://app.example:${port}/`)).toEqual({ outcome: 'tls_failed' })
  })
})

test('at most two requests to one host are under way, and a third waits', async () => {
  let open = 0
  let most = 0
  const waiting: (() => void)[] = []
  const port = await answering((_, res) => {
    most = Math.max(most, ++open)
    waiting.push(() => {
      open--
      res.end()
    })
  })
  const sent = [1, 2, 3, 4].map(() => ask(`http://app.example:${port}/`))
  for (let answered = 0; answered < 4; answered++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.()
  }
  expect(await Promise.all(sent)).toHaveLength(4)
  expect(most).toBe(2)
})

test('logout tokens that wait for a host let a sign-in at the same host go first', async () => {
  const order: string[] = []
  const waiting: (() => void)[] = []
  const port = await answering(({ url = '' }, res) => {
    order.push(url)
    waiting.push(() => res.end())
  })
  const tokens = ['/1', '/2', '/3', '/4'].map((path) => ask(`http://app.example:${port}${path}`))
  await expect.poll(() => waiting.length).toBe(2)
  const signIn = ask(`http://app.example:${port}/token`, { purpose: 'identity_provider' })
  for (let answered = 0; answered < 5; answered++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.()
  }
  await Promise.all([...tokens, signIn])
  expect(order).toEqual(['/1', '/2', '/token', '/3', '/4'])
})
