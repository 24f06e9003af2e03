import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Answer } from '#lib/http/exchange.ts'
import { sendAnswer } from '#lib/server/node-adapter.ts'

const common = { 'X-Frame-Options': 'DENY', 'Content-Security-Policy': "frame-ancestors 'none'" }

async function headOf(answer: Partial<Answer>): Promise<Headers> {
  const whole: Answer = { status: 200, headers: {}, cookies: [], body: 'x', ...answer }
  const server = createServer((_req, res) =>
    sendAnswer(whole, res, { common, requestId: 'the-request' }, true),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return headers
}

test('an answer goes out with the headers that all have', async () => {
  const headers = await headOf({ headers: { 'Cache-Control': 'no-store' } })
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-request-id')).toBe('the-request')
})

test('one with a policy of its own has no other, and may be framed where it says so', async () => {
  const policy = 'frame-ancestors https://app.example'
  const headers = await headOf({ headers: { 'Content-Security-Policy': policy } })
  expect(headers.get('content-security-policy')).toBe(policy)
  expect(headers.get('x-frame-options')).toBeNull()
})
