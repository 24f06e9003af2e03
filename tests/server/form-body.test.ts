import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isReadableForm } from '#lib/server/form-body.ts'

/** Answers 200 with what is left of the body when its form is readable, 400 when it is not. */
const server = createServer(async (req, res) => {
  if (!(await isReadableForm(req))) return void res.writeHead(400).end()
  const left: Buffer[] = []
  for await (const chunk of req) left.push(chunk)
  res.end(Buffer.concat(left))
})

beforeAll(() => void server.listen(0, '127.0.0.1'))
afterAll(() => void server.close())

async function send(contentType: string, parts: readonly Buffer[]) {
  const { port } = server.address() as AddressInfo
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0)
  const headers = { 'content-type': contentType, 'content-length': length }
  const req = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers })
  const answered = once(req, 'response') as Promise<[IncomingMessage]>
  for (const part of parts) {
    req.write(part)
    await setTimeout(5)
  }
  req.end()
  const [res] = await answered
  const chunks: Buffer[] = []
  for await (const chunk of res) chunks.push(chunk as Buffer)
  return { status: res.statusCode, body: Buffer.concat(chunks) }
}

async function aForm(bytes: number) {
  const form = new FormData()
  form.append('nickname', 'Ada')
  form.append('picture', new File([new Uint8Array(bytes).fill(7)], 'a.png'))
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type') ?? ''
  return { contentType, body: Buffer.from(await encoded.arrayBuffer()) }
}

describe('a form that can be read is left to whoever reads it next', () => {
  test.each([0, 10, 100_000, 3 * 1024 * 1024])('with a file of %i bytes', async (bytes) => {
    const { contentType, body } = await aForm(bytes)
    const answer = await send(contentType, [body])
    expect([answer.status, answer.body.equals(body)]).toEqual([200, true])
  })

  test('that comes in parts', async () => {
    const { contentType, body } = await aForm(100_000)
    const parts = [body.subarray(0, 1), body.subarray(1, 70_000), body.subarray(70_000)]
    const answer = await send(contentType, parts)
    expect([answer.status, answer.body.equals(body)]).toEqual([200, true])
  })
})

test('a body of another type is not looked at', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
    expect(await send(type, [Buffer.from('%zz')])).toMatchObject({ status: 200 })
  }
})

const head = 'Content-Disposition: form-data; name="a"'
const formOf = (parts: number) => `${`--x\r\n${head}\r\n\r\nvalue\r\n`.repeat(parts)}--x--\r\n`

test('a multipart form of 999 parts can be read', async () => {
  const answer = await send('multipart/form-data; boundary=x', [Buffer.from(formOf(999))])
  expect(answer).toMatchObject({ status: 200 })
})

test.each([
  ['cut off', 'multipart/form-data; boundary=x', `--x\r\n${head}\r\n\r\nvalue`],
  ['without its boundary', 'multipart/form-data', `--x\r\n${head}\r\n\r\nvalue\r\n--x--\r\n`],
  ['of another boundary', 'multipart/form-data; boundary=y', '--x--\r\n'],
  ['of nothing', 'multipart/form-data; boundary=x', ''],
  ['of anything', 'Multipart/Form-Data; boundary=x', 'anything'],
  ['of 1,001 parts', 'multipart/form-data; boundary=x', formOf(1_001)],
])('a multipart form %s cannot be read', async (_, contentType, body) => {
  expect(await send(contentType, [Buffer.from(body)])).toMatchObject({ status: 400 })
})

test('a form whose sender goes away does not keep anybody waiting', async () => {
  const { port } = server.address() as AddressInfo
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 100 }
  const asked = once(server, 'request') as Promise<[IncomingMessage]>
  const req = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers })
  req.on('error', () => {})
  req.write('--x')
  const [received] = await asked
  const verdict = isReadableForm(received)
  req.destroy()
  expect(await verdict).toBe(false)
})
