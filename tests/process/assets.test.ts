import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { requestLine, sendRaw } from './wire.ts'

let started: StartedServer
let assets: readonly string[]

beforeAll(async () => {
  started = await startServer()
  const html = await (await fetch(started.baseUrl)).text()
  assets = [...new Set(html.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g))]
})
afterAll(() => started?.remove())

/** An asset as a browser with these codings receives it, and its text. */
async function ask(path: string, acceptEncoding: string) {
  const response = await fetch(new URL(path, started.baseUrl), {
    headers: { 'accept-encoding': acceptEncoding },
  })
  return { headers: response.headers, text: await response.text() }
}

test('scripts and styles come compressed where the browser takes it, and say the same', async () => {
  expect(assets.some((path) => path.endsWith('.css'))).toBe(true)
  let compressed = 0
  for (const path of assets) {
    const plain = await ask(path, 'identity')
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const coding of ['br', 'gzip']) {
      const { headers, text } = await ask(path, coding)
      expect(text).toBe(plain.text)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      if (headers.get('content-encoding') === null) continue
      expect(headers.get('content-encoding')).toBe(coding)
      expect(headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/)
      expect([headers.get('vary'), plain.headers.get('vary')]).toEqual(
        Array(2).fill('Accept-Encoding'),
      )
      compressed++
    }
  }
  // Only a few assets are too small to compress.
  expect(compressed).toBeGreaterThan(assets.length)
})

test.each([
  ['Range', 'bytes=9999999-'],
  ['Range', 'bytes=0-1'],
  ['If-Match', '"another"'],
  ['If-Unmodified-Since', 'Sat, 01 Jan 2000 00:00:00 GMT'],
])('a file is sent whole to who asks for %s: %s', async (name, value) => {
  for (const path of [...assets.slice(0, 1), '/robots.txt']) {
    const plain = await ask(path, 'identity')
    const response = await fetch(new URL(path, started.baseUrl), {
      headers: { 'accept-encoding': 'br', [name]: value },
    })
    expect(response.status, path).toBe(200)
    expect(await response.text(), path).toBe(plain.text)
  }
})

test('a file that the browser has already is not sent again', async () => {
  const [path = ''] = assets
  const tag = (await ask(path, 'br')).headers.get('etag') ?? ''
  // Not `fetch`, which bypasses the cache when a request has such a condition.
  const request = requestLine('GET', path, [
    ['Accept-Encoding', 'br'],
    ['If-None-Match', tag],
  ])
  const { status, text } = await sendRaw(started.baseUrl, request)
  expect([status, text.split('\r\n\r\n')[1]]).toEqual([304, ''])
})

test('the API reference and the description it shows come compressed too', async () => {
  const { text: page } = await ask('/docs/api', 'identity')
  const viewer = page.match(/\/docs\/api\/swagger-ui[^"]+/g) ?? []
  expect(viewer).toHaveLength(2)
  for (const path of [...viewer, '/openapi.yaml']) {
    const plain = await ask(path, 'identity')
    expect(plain.headers.get('content-encoding'), path).toBeNull()
    expect(plain.headers.get('vary'), path).toMatch(/^(Origin, )?Accept-Encoding$/)
    for (const coding of ['br', 'gzip']) {
      const { headers, text } = await ask(path, coding)
      expect(text === plain.text, path).toBe(true)
      for (const name of ['cache-control', 'content-type', 'vary']) {
        expect(headers.get(name), path).toBe(plain.headers.get(name))
      }
      expect(headers.get('content-encoding'), path).toBe(coding)
      expect(Number(headers.get('content-length')), path).toBeLessThan(text.length / 3)
      const head = await fetch(`${started.baseUrl}${path}`, {
        method: 'HEAD',
        headers: { 'accept-encoding': coding },
      })
      for (const name of ['content-length', 'content-encoding', 'vary']) {
        expect(head.headers.get(name), path).toBe(headers.get(name))
      }
    }
  }
})

test('a page itself is not compressed here: it holds what belongs to one visitor', async () => {
  const { headers } = await ask('/', 'gzip, br')
  expect(headers.get('content-encoding')).toBeNull()
})
