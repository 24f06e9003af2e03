import { once } from 'node:events'
import { createServer, get, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { logOptions } from '#lib/base/log/log.ts'
import type { Runtime } from '#lib/runtime.ts'
import { logRequest, redactQuery } from '#lib/server/request-log.ts'
import { testConfig } from '#tests/support/settings.ts'

it('shows the values of harmless parameters only', () => {
  expect(redactQuery('client_id=app&scope=openid&state=s3cret&code=abc&id_token_hint=ey')).toBe(
    'client_id=app&scope=openid&state=***&code=***&id_token_hint=***',
  )
})

it('clips what is long', () => {
  const shown = redactQuery(`scope=${'x'.repeat(500)}&${'n'.repeat(100)}=1`)
  expect(shown).toBe(`scope=${'x'.repeat(200)}&${'n'.repeat(60)}=***`)
})

it('shows the first 40 parameters', () => {
  const sent = Array.from({ length: 41 }, () => 'page=1')
  expect(redactQuery(sent.join('&'))).toBe(sent.slice(1).join('&'))
})

describe('the record of a request', () => {
  /** Starts a server that logs its requests and answers with this listener. */
  async function logging(answer: RequestListener) {
    const { promise: record, resolve } = Promise.withResolvers<Record<string, unknown>>()
    const sink = new Writable({
      write(line, _, done) {
        resolve(JSON.parse(String(line)))
        done()
      },
    })
    const log = pino(logOptions('info'), sink)
    const runtime = { log, config: testConfig('file:unused') } as Runtime
    const server = createServer((req, res) => {
      logRequest(runtime, req, res, 'the-request')
      answer(req, res)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    return { record, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  it('has 200 characters of its path', async () => {
    const { record, address } = await logging((_req, res) => res.end())
    get(address + '/x'.repeat(101)).on('response', (res) => res.resume())
    const { path, status, aborted } = await record
    expect([path, status, aborted]).toEqual(['/x'.repeat(100), 200, undefined])
  })

  it('says so when the answer did not get through', async () => {
    const { record, address } = await logging((req) => req.socket.destroy())
    get(address).on('error', () => {})
    expect(await record).toMatchObject({ requestId: 'the-request', aborted: true })
  })
})
