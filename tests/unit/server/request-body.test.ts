import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toHttpRequest } from '#lib/server/node-adapter.ts'

const limit = 100_000

/** Sends a body to a server that answers with the number of bytes it received, or "none". */
async function send(body: Buffer, headers: Record<string, string>): Promise<string> {
  const server = createServer(async (req, res) => {
    const read = await toHttpRequest(req, 'http://localhost', '/', 'id').readWhole?.(limit)
    res.end(read ? `${read.byteLength}` : 'none')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const req = request({ port, method: 'POST', headers, agent: false })
  req.end(body)
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  return Buffer.concat(await res.toArray()).toString()
}

describe('the body of a request', () => {
  test.each([
    ['that tells its length', (size: number) => ({ 'content-length': `${size}` })],
    ['in chunks', () => ({ 'transfer-encoding': 'chunked' })],
  ])(
    '%s is read as far as the endpoint allows, and what is larger is answered',
    async (_, headers) => {
      expect(await send(Buffer.alloc(limit), headers(limit))).toBe(`${limit}`)
      expect(await send(Buffer.alloc(limit + 1), headers(limit + 1))).toBe('none')
      expect(await send(Buffer.alloc(20 * limit), headers(20 * limit))).toBe('none')
    },
  )
})
