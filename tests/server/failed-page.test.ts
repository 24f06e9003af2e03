import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { explainFailedPage } from '#lib/server/failed-page.ts'

/** Answers one request through `listener`, whose response is explained when it fails. */
async function ask(listener: RequestListener, headers: Record<string, string> = {}) {
  const server = createServer((req, res) => {
    explainFailedPage(req, res, 'request-<1>')
    listener(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers })
  const answer = { status: response.status, headers: response.headers, body: await response.text() }
  server.close()
  return answer
}

describe('a page that failed', () => {
  const fail: RequestListener = (_, res) => {
    res.statusCode = 500
    res.setHeader('Content-Length', 5)
    res.write('blank')
    res.end()
  }

  test('is replaced by one that says so without scripts and names the request', async () => {
    const { status, headers, body } = await ask(fail)
    expect(status).toBe(500)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body).toContain('Something went wrong')
    expect(body).toContain('request-&#60;1&#62;')
    expect(body).not.toContain('blank')
    expect(body).not.toContain('<script')
  })

  test('speaks the language of the browser', async () => {
    const { body } = await ask(fail, { 'accept-language': 'ar' })
    expect(body).toContain('<html lang="ar" dir="rtl">')
  })
})

describe('a page that did not fail', () => {
  test('goes out as it is, in as many pieces as it was written', async () => {
    const { status, body } = await ask((_, res) => {
      res.statusCode = 404
      res.write('not ')
      res.end('found')
    })
    expect([status, body]).toEqual([404, 'not found'])
  })
})
