import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { finishWork, stop } from '#lib/server/graceful-stop.ts'
import { listen, makeHttpServer } from '#lib/server/http-server.ts'

async function started(listener: RequestListener) {
  const server = makeHttpServer(listener)
  await listen(server, 0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  return { server, port }
}

async function ask(port: number, agent: Agent | false = false): Promise<unknown> {
  try {
    const [answer] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [
      IncomingMessage,
    ]
    await answer.resume().toArray()
    return answer.statusCode
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

const busy: RequestListener = (_req, res) => {
  const end = performance.now() + 1
  while (performance.now() < end);
  setTimeout(() => res.end('done'), 5)
}

describe('a server that stops', () => {
  test('answers whoever has connected, and refuses who comes later', async () => {
    const { server, port } = await started(busy)
    const asked = Array.from({ length: 30 }, () => ask(port))
    // The kernel has the connections, but the server has not accepted them yet.
    await new Promise(process.nextTick)
    expect(await stop(server)).toBe(true)
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
    expect(await ask(port)).toBe('ECONNREFUSED')
  })

  test('ends connections that are kept open after their next answer', async () => {
    const { server, port } = await started(busy)
    const agent = new Agent({ keepAlive: true })
    expect(await ask(port, agent)).toBe(200)
    const stopping = stop(server)
    expect(await ask(port, agent)).toBe(200)
    expect(await stopping).toBe(true)
    expect(await ask(port, agent)).toBe('ECONNREFUSED')
  })

  test('lets those who read slowly have their whole answer', async () => {
    const size = 16 * 1024 * 1024
    const large: RequestListener = (_req, res) => {
      res.writeHead(200, { 'Content-Length': size }).end(Buffer.alloc(size))
    }
    const { server, port } = await started(large)
    const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
    const stopping = stop(server)
    // Longer than the interval between checks for idle connections.
    await sleep(500)
    const chunks: Buffer[] = await answer.toArray()
    expect(chunks.reduce((sum, { length }) => sum + length, 0)).toBe(size)
    expect(await stopping).toBe(true)
  })

  test.each([
    ['of those who were silent until then', 900],
    ['on connections that were idle until then', 0],
  ])('answers requests %s that come in a long turn', async (_, millis) => {
    const { server, port } = await started((_req, res) => res.end('done'))
    const sockets = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const ask = () => {
      for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    }
    const answers = () =>
      Promise.all(sockets.map((socket) => once(socket, 'data').catch(({ code }) => code)))
    if (millis === 0) {
      ask()
      await answers()
    }
    const stopping = stop(server)
    await sleep(millis)
    // Timers run right after this, before the sent data is read.
    await new Promise(setImmediate)
    const answered = answers()
    ask()
    const end = performance.now() + 450
    while (performance.now() < end);
    expect((await answered).map((answer) => String(answer).slice(0, 12))).toEqual(
      Array(10).fill('HTTP/1.1 200'),
    )
    expect(await stopping).toBe(true)
  })

  test('waits for nobody who has connected and never asks', async () => {
    const { server, port } = await started(busy)
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    // If the server waited for this connection, it would finally cut it and return false.
    expect(await stop(server)).toBe(true)
    silent.destroy()
  })

  test('waits for nobody who keeps a connection and asks nothing', async () => {
    const { server, port } = await started(busy)
    const agent = new Agent({ keepAlive: true })
    await ask(port, agent)
    expect(await stop(server)).toBe(true)
  })
})

describe('other work of a server that stops', () => {
  test('is waited for until each part of it has ended, failed ones too', async () => {
    let ended = 0
    const end = async () => {
      await sleep(20)
      ended++
    }
    await finishWork([end, () => Promise.reject(new Error('no database')), end])
    expect(ended).toBe(2)
  })

  test('that hangs does not keep it from stopping', async () => {
    const begun = performance.now()
    await finishWork([() => new Promise(() => {})], 50)
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})
