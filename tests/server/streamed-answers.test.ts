import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sendAnswer } from '#lib/server/node-adapter.ts'

const head = { common: {}, requestId: 'r-1' }

/** Serves a stream, and tells what became of it. */
async function serve(stream: AsyncIterable<string>) {
  const failures: unknown[] = []
  const server = createServer((req, res) => {
    const answer = { status: 200, headers: {}, cookies: [], body: null, stream }
    sendAnswer(answer, res, head, req.method !== 'HEAD', (error) => failures.push(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, failures }
}

test('a stream is sent piece by piece, without a length', async () => {
  const { address } = await serve(
    (async function* () {
      yield 'one,'
      await setTimeout(5)
      yield 'two'
    })(),
  )
  const response = await fetch(address)
  expect(response.headers.get('content-length')).toBeNull()
  expect(await response.text()).toBe('one,two')
})

test('a stream that fails has no clean end, so that half a file never looks whole', async () => {
  const failure = new Error('the database is gone')
  const { address, failures } = await serve(
    (async function* () {
      yield 'half'
      await setTimeout(5)
      throw failure
    })(),
  )
  const response = await fetch(address)
  await expect(response.text()).rejects.toThrow('terminated')
  await expect.poll(() => failures).toEqual([failure])
})

test('nothing more is read when the client has gone', async () => {
  const over = Promise.withResolvers<void>()
  let pieces = 0
  const { address, failures } = await serve(
    (async function* () {
      try {
        for (;;) {
          pieces++
          yield 'x'.repeat(100_000)
          await setTimeout(1)
        }
      } finally {
        over.resolve()
      }
    })(),
  )
  const controller = new AbortController()
  const response = await fetch(address, { signal: controller.signal })
  await response.body?.getReader().read()
  controller.abort()
  await over.promise
  const read = pieces
  await setTimeout(20)
  expect(pieces).toBe(read)
  expect(failures).toEqual([])
})

test('a HEAD request reads nothing', async () => {
  let isRead = false
  const { address } = await serve(
    (async function* () {
      isRead = true
      yield 'x'
    })(),
  )
  await fetch(address, { method: 'HEAD' })
  expect(isRead).toBe(false)
})
