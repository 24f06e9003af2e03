import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { logOptions } from '#lib/base/log/log.ts'
import { makeListener } from '#lib/server/dispatch.ts'
import type { NextHandler } from '#lib/server/next-renderer.ts'
import { server } from '#tests/support/server.ts'

/**
 * Requests a page with this handler.
 * @returns the answer and the log records
 */
async function ask(serve: NextHandler) {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const { runtime } = await server()
  const log = pino(logOptions('info'), sink)
  const listener = makeListener({ ...runtime, log }, { serve, serveView: serve })
  const http = createServer({ joinDuplicateHeaders: true }, listener).listen(0, '127.0.0.1')
  onTestFinished(() => void http.close())
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const [answer] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage]
  const body = answer.toArray().then((chunks) => Buffer.concat(chunks).toString())
  return { answer, body, lines }
}

test('a request that fails is answered 500 with its id and nothing of the failure, which is logged', async () => {
  const { answer, body, lines } = await ask(() => Promise.reject(new Error('the reason')))
  const requestId = answer.headers['x-request-id']
  expect(answer.statusCode).toBe(500)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await body).toBe(`Internal server error. Request id: ${requestId}\n`)
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'error',
      requestId,
      msg: 'request failed',
      err: expect.objectContaining({ message: 'the reason' }),
    }),
  ])
})

test('an answer that fails half way breaks off, so that nobody takes it for whole', async () => {
  const { answer, body, lines } = await ask(async (_req, res) => {
    await new Promise((sent) => res.writeHead(200).write('half', sent))
    throw new Error('the other half')
  })
  expect(answer.statusCode).toBe(200)
  await expect(body).rejects.toThrow('aborted')
  expect(lines).toHaveLength(1)
})
