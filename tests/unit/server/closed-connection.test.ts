import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen, makeHttpServer } from '#lib/server/http-server.ts'
import { toHttpRequest } from '#lib/server/node-adapter.ts'

/** A server that hands over the abort signal of each request and answers none. */
async function waiting() {
  const signals: AbortSignal[] = []
  const server = makeHttpServer((req) => {
    const signal = toHttpRequest(req, 'http://localhost', '/', 'id').closed?.()
    if (signal) signals.push(signal)
    server.emit('asked')
  })
  await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const ask = async () => {
    const asked = once(server, 'asked')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na=')
    await asked
    return socket
  }
  return { ask, signals }
}

const ways = {
  'is reset': (socket: Awaited<ReturnType<Awaited<ReturnType<typeof waiting>>['ask']>>) =>
    socket.resetAndDestroy(),
  'is closed': (socket: { destroy(): void }) => socket.destroy(),
  'ends its side': (socket: { end(): void }) => socket.end(),
}

test.each(Object.entries(ways))('whoever asked has left when the connection %s', async (_, end) => {
  const { ask, signals } = await waiting()
  const socket = await ask()
  expect(signals[0]?.aborted).toBe(false)
  end(socket)
  await expect.poll(() => signals[0]?.aborted).toBe(true)
})

test('the others stay', async () => {
  const { ask, signals } = await waiting()
  const sockets = [await ask(), await ask()]
  sockets[0]?.destroy()
  await expect.poll(() => signals[0]?.aborted).toBe(true)
  expect(signals[1]?.aborted).toBe(false)
})
