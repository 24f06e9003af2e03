import { type RequestListener, STATUS_CODES } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stop } from '#lib/server/graceful-stop.ts'
import { listen, makeHttpServer } from '#lib/server/http-server.ts'

const times = {
  headersTimeout: 300,
  requestTimeout: 600,
  connectionsCheckingInterval: 50,
  partingTimeout: 300,
}

/** A server with short timeouts that reads each request and then answers. */
async function impatient() {
  const sockets: Socket[] = []
  const answer: RequestListener = (req, res) => void req.resume().once('end', () => res.end('done'))
  const server = makeHttpServer(answer, false, times)
  server.on('connection', (socket) => sockets.push(socket))
  await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, sockets, port: (server.address() as AddressInfo).port }
}

/** Connects, sends data repeatedly, and never reads, not even the end of the connection. */
async function neverReading(port: number, first: string, then: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  socket.pause()
  if (first !== '') socket.write(first)
  const more = setInterval(() => then !== '' && socket.write(then), 50)
  onTestFinished(() => {
    clearInterval(more)
    socket.destroy()
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

const line = 'GET / HTTP/1.1\r\nHost: localhost\r\n'
const post = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n'

const ways: [what: string, first: string, then: string][] = [
  ['sends one header after the other', line, 'X-More: a\r\n'],
  ['sends one letter of a header after the other', `${line}X-`, 'a'],
  ['sends a body byte by byte', post, 'a'],
  ['begins a body and sends no more', post, ''],
  ['says nothing', '', ''],
  ['says no HTTP and goes on', 'hello\r\n', 'hello\r\n'],
]

describe('a client that never reads and', () => {
  test.each(ways)('%s has its connection ended', async (_, first, then) => {
    const { sockets, port } = await impatient()
    await neverReading(port, first, then)
    await expect.poll(() => sockets.length).toBe(1)
    await expect.poll(() => sockets[0]?.destroyed, { timeout: 10_000 }).toBe(true)
  })

  test.each(ways.filter(([, first]) => !first.includes('POST')))(
    '%s does not hold up a stop: it has asked for nothing',
    async (_, first, then) => {
      const { server, sockets, port } = await impatient()
      // Long enough that no other timeout applies.
      Object.assign(server, { headersTimeout: 60_000, requestTimeout: 60_000 })
      await neverReading(port, first, then)
      await expect.poll(() => sockets.length).toBe(1)
      expect(await stop(server)).toBe(true)
      expect(sockets[0]?.destroyed).toBe(true)
    },
  )

  test('asks again over the same connection, without an end, does not hold up a stop either', async () => {
    const { server, sockets, port } = await impatient()
    const socket = await neverReading(port, `${line}\r\n`, '')
    await expect.poll(() => sockets[0]?.bytesWritten).toBeGreaterThan(0)
    socket.write(line)
    expect(await stop(server)).toBe(true)
  })
})

test('a body that comes in time is answered, also while the server stops', async () => {
  const { server, sockets, port } = await impatient()
  const socket = connect(port, '127.0.0.1')
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n'
  socket.write(head)
  await expect.poll(() => sockets[0]?.bytesRead).toBe(head.length)
  const stopping = stop(server)
  setTimeout(() => socket.write('abc'), 200)
  let answer = ''
  for await (const part of socket.setEncoding('latin1')) answer += part
  expect(answer).toContain(`HTTP/1.1 200 ${STATUS_CODES[200]}`)
  expect(await stopping).toBe(true)
})
