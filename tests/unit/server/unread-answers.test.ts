import { once } from 'node:events'
import { get, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listen, makeHttpServer } from '#lib/server/http-server.ts'

/** More than the kernel buffers. */
const size = 32 * 1024 * 1024
const large: RequestListener = (_req, res) => void res.end(Buffer.alloc(size))

/** The port of a server with this read timeout in milliseconds. */
async function portOf(listener: RequestListener, readTimeout: number): Promise<number> {
  const server = makeHttpServer(listener, false, { readTimeout })
  await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('an answer that nobody reads is given up', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  const listener: RequestListener = (req, res) => {
    res.once('close', () => resolve(res.writableFinished))
    large(req, res)
  }
  const port = await portOf(listener, 100)
  // Nothing reads from this socket, so received data stays in the kernel.
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await ended).toBe(false)
})

test('an answer that is read slowly arrives whole', async () => {
  const port = await portOf(large, 1_500)
  const [answer] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [
    IncomingMessage,
  ]
  let [read, rested] = [0, 0]
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    read += chunk.length
    if (read - rested < size / 32) continue
    rested = read
    await sleep(100)
  }
  expect(read).toBe(size)
})

test('an answer whose work takes longer than that is given', async () => {
  const port = await portOf(async (_req, res) => {
    await sleep(500)
    res.end('done')
  }, 100)
  const [answer] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [
    IncomingMessage,
  ]
  expect(String(Buffer.concat(await answer.toArray()))).toBe('done')
})
