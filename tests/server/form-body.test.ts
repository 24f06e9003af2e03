import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isReadableForm } from '#lib/server/form-body.ts'

const maxParts = 1_000

/** Answers 200 with the rest of the request when its form is readable, and 400 otherwise. */
const server = createServer(async (req, res) => {
  if (!(await isReadableForm(req, maxParts))) return void res.writeHead(400).end()
  const type = req.headers['content-type']
  if (type) res.setHeader('content-type', type)
  const left: Buffer[] = []
  for await (const chunk of req) left.push(chunk)
  res.end(Buffer.concat(left))
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => void server.close())

async function send(
  contentType: string,
  parts: readonly Buffer[],
  more: Readonly<Record<string, string>> = {},
) {
  const { port } = server.address() as AddressInfo
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0)
  const headers = { 'content-type': contentType, 'content-length': length, ...more }
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
  const type = res.headers['content-type']
  return { status: res.statusCode, type, body: Buffer.concat(chunks) }
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
const partsOf = (parts: number, boundary = 'x', more = '') =>
  `${`--${boundary}\r\n${head}${more}\r\n\r\nvalue\r\n`.repeat(parts)}--${boundary}--\r\n`
const formOf = (parts: number) => [Buffer.from(partsOf(parts))]

test('a multipart form has as many parts as its reader allows, and no more', async () => {
  const type = 'multipart/form-data; boundary=x'
  expect(await send(type, formOf(1_000))).toMatchObject({ status: 200 })
  expect(await send(type, formOf(1_001))).toMatchObject({ status: 400 })
})

test.each([
  ['cut off', 'multipart/form-data; boundary=x', `--x\r\n${head}\r\n\r\nvalue`],
  ['cut off in a head', 'multipart/form-data; boundary=x', `--x\r\n${head}\r\n`],
  ['without its boundary', 'multipart/form-data', `--x\r\n${head}\r\n\r\nvalue\r\n--x--\r\n`],
  ['of another boundary', 'multipart/form-data; boundary=y', '--x--\r\n'],
  ['of nothing', 'multipart/form-data; boundary=x', ''],
  ['of anything', 'Multipart/Form-Data; boundary=x', 'anything'],
  ['of a type that only begins so', 'multipart/form-data-x; boundary=x', partsOf(1)],
  ['of another such type', 'multipart/form-datax; boundary=x', partsOf(1)],
])('a multipart form %s cannot be read', async (_, contentType, body) => {
  expect(await send(contentType, [Buffer.from(body)])).toMatchObject({ status: 400 })
})

describe('the call of an action', () => {
  const multipart = (text: string, times = 1) => {
    const part = `--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n${text}\r\n`
    return ['multipart/form-data; boundary=x', `${part.repeat(times)}--x--\r\n`] as const
  }
  const plain = (text: string) => ['text/plain;charset=UTF-8', text] as const
  const call = async ([type, body]: readonly [string, string]) =>
    (await send(type, [Buffer.from(body)], { 'next-action': 'a' })).status

  test.each([
    '[]',
    '[null,5,"a",{"kind":"refused","typed":{"name":"Ada"}}]',
    '["$undefined","$K1"]',
    '["$$1","$$"]',
  ])('is read with the arguments %s', async (text) => {
    expect(await call(multipart(text))).toBe(200)
    expect(await call(plain(text))).toBe(200)
  })

  test.each([
    ...['', 'a', '{}', 'null', '"$K1"', '[', '["$1"]', '["$F1"]', '["$@1"]', '["$Q1"]', '["$B1"]'],
    ...['["$na"]', '["$1:a:b"]', '["$K1:a"]', '["$"]', '[{"then":"$1"}]'],
  ])('is refused with anything else: %s', async (text) => {
    expect(await call(multipart(text))).toBe(400)
    expect(await call(plain(text))).toBe(400)
  })

  test('is refused with lists in lists without an end', async () => {
    expect(await call(plain('['.repeat(30_000)))).toBe(400)
  })

  test('is no text that begins with a byte order mark, which Next takes for a part of it', async () => {
    expect(await call(plain('\ufeff[]'))).toBe(400)
  })

  test('has its arguments once, as a text', async () => {
    const file = multipart('[]')[1].replace('name="0"', 'name="0"; filename="a"')
    expect(await call(multipart('[]', 2))).toBe(400)
    expect(await call([multipart('')[0], file])).toBe(400)
    expect(await call([multipart('')[0], partsOf(1)])).toBe(400)
  })
})

describe('the boundary of a form', () => {
  const typeOf = (boundary: string) => `multipart/form-data; boundary="${boundary}"`

  test.each([
    ['70 characters', 'b'.repeat(70)],
    ['one character', 'b'],
    ['any character that is allowed', "AZaz09'()+_,-./:=? x"],
  ])('may be %s', async (_, boundary) => {
    const answer = await send(typeOf(boundary), [Buffer.from(partsOf(2, boundary))])
    expect(answer).toMatchObject({ status: 200, type: typeOf(boundary) })
  })

  test.each([
    ['more than 70 characters', 'b'.repeat(71)],
    ['none', ''],
    ['a blank at its end', 'b '],
    ['characters that are not allowed', 'b*b'],
    ['characters of other languages', 'bé'],
  ])('is not %s (RFC 2046)', async (_, boundary) => {
    const body = Buffer.from(partsOf(2, boundary), 'latin1')
    expect(await send(typeOf(boundary), [body])).toMatchObject({ status: 400 })
  })

  test('is for the next reader what it was here, however the type was written', async () => {
    const types = [
      ['Multipart/Form-Data;charset=utf-8;boundary=x', 'x'],
      ['multipart/form-data; boundary=x; boundary=y', 'x'],
      ['multipart/form-data; boundary="x"y; boundary=z', 'x'],
      ['multipart/form-data; boundary=x, multipart/form-data', 'x, multipart/form-data'],
    ] as const
    for (const [type, boundary] of types) {
      const answer = await send(type, [Buffer.from(partsOf(1, boundary))])
      expect(answer, type).toMatchObject({ status: 200, type: typeOf(boundary) })
    }
  })

  test('is one: a second type after a comma divides nothing', async () => {
    const type = 'multipart/form-data; boundary=y, multipart/form-data; boundary=x'
    expect(await send(type, formOf(1))).toMatchObject({ status: 400 })
    expect(await send(type, formOf(5_000))).toMatchObject({ status: 400 })
  })

  test('is not looked for in a type of more than 256 characters, which takes long to read', async () => {
    const ofLength = (length: number) => {
      const [begin, end] = ['multipart/form-data; a=', '; boundary=x'] as const
      return begin + 'y'.repeat(length - begin.length - end.length) + end
    }
    expect(await send(ofLength(256), formOf(1))).toMatchObject({ status: 200 })
    expect(await send(ofLength(257), formOf(1))).toMatchObject({ status: 400 })
  })
})

describe('the heads of a form’s parts', () => {
  const type = 'multipart/form-data; boundary=x'
  const withMore = (parts: number, more: string) => [Buffer.from(partsOf(parts, 'x', more))]

  test('may hold long names of files', async () => {
    const name = `; filename="${'é'.repeat(2_000)}.png"`
    expect(await send(type, withMore(2, name))).toMatchObject({ status: 200 })
  })

  test('are short: 8 KiB each, and 256 bytes for every part that is allowed', async () => {
    const line = '\r\na:b'
    expect(await send(type, withMore(1, line.repeat(1_700)))).toMatchObject({ status: 400 })
    expect(await send(type, withMore(30, line.repeat(1_500)))).toMatchObject({ status: 200 })
    expect(await send(type, withMore(40, line.repeat(1_500)))).toMatchObject({ status: 400 })
  })
})

test.each([
  ['base64', 400],
  ['Quoted-Printable', 400],
  ['binary', 200],
  ['8bit', 200],
])('a part in the encoding %s: %i', async (encoding, status) => {
  const head = 'Content-Disposition: form-data; name="picture"; filename="a.png"'
  const part = `--x\r\n${head}\r\ncontent-Transfer-Encoding: ${encoding}\r\n\r\nAAAA\r\n--x--\r\n`
  const answer = await send('multipart/form-data; boundary=x', [Buffer.from(part)])
  expect(answer.status).toBe(status)
})

test('a form whose sender goes away does not keep anybody waiting', async () => {
  const { port } = server.address() as AddressInfo
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 100 }
  const asked = once(server, 'request') as Promise<[IncomingMessage]>
  const req = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers })
  req.on('error', () => {})
  req.write('--x')
  const [received] = await asked
  const verdict = isReadableForm(received, maxParts)
  req.destroy()
  expect(await verdict).toBe(false)
})
