import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import type { Log } from '#lib/base/log/log.ts'
import { explainFailedPage } from '#lib/server/failed-page.ts'

const error = vi.fn()
const log = { error } as unknown as Log

/** Answers one request with `listener`; a failed response is replaced by an explanation. */
async function ask(
  listener: RequestListener,
  headers: Record<string, string> = {},
  options: Parameters<typeof explainFailedPage>[4] = {},
  path = '/',
) {
  const server = createServer((req, res) => {
    explainFailedPage(log, req, res, 'request-<1>', options)
    listener(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const answer = { status: response.status, headers: response.headers, body: await response.text() }
  server.close()
  return answer
}

describe('a page that failed', () => {
  const fail: RequestListener = (_, res) => {
    res.statusCode = 500
    res.setHeader('Content-Length', 5)
    res.flushHeaders()
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

  test('keeps nothing of the head that belonged to what Next sent', async () => {
    const { headers } = await ask((_, res) => {
      res.statusCode = 500
      res.setHeader('Content-Encoding', 'gzip')
      res.setHeader('ETag', '"of another"')
      // Next.js would wait after `false`, the sign of a full buffer.
      expect(res.write('blank')).toBe(true)
      res.end()
    })
    expect(headers.has('content-encoding')).toBe(false)
    expect(headers.has('etag')).toBe(false)
  })

  test('is in the log under the id that it names', async () => {
    error.mockClear()
    await ask(fail, {}, {}, '/a?secret')
    expect(error.mock.calls).toEqual([
      [{ requestId: 'request-<1>', path: '/a' }, 'failed to render a page'],
    ])
    error.mockClear()
    await ask((_, res) => void res.end('fine'))
    expect(error).not.toHaveBeenCalled()
  })

  test('speaks the language of the browser', async () => {
    const { body } = await ask(fail, { 'accept-language': 'ar' })
    expect(body).toContain('<html lang="ar" dir="rtl">')
  })
})

describe.each([{ framed: true }, { framed: false }])(
  'a page that something is away for (%o)',
  (where) => {
    const fail: RequestListener = (_, res) => {
      res.statusCode = 500
      res.setHeader('Content-Type', 'text/x-component')
      res.end('<html><body>blank</body></html>')
    }

    test('is answered 503 with a time for another try, and not logged once more', async () => {
      error.mockClear()
      const options = { ...where, outcome: { retryAfterSeconds: 4, language: 'en' as const } }
      const { status, headers, body } = await ask(fail, {}, options)
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('4')
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(body).toContain('Try again in a moment')
      expect(body).toContain('request-&#60;1&#62;')
      expect(body).not.toContain('blank')
      expect(error).not.toHaveBeenCalled()
    })

    test('is answered as it is when it was rendered all the same', async () => {
      const options = { ...where, outcome: { retryAfterSeconds: 4, language: 'en' as const } }
      const { status, body } = await ask((_, res) => void res.end('fine'), {}, options)
      expect([status, body]).toEqual([200, 'fine'])
    })
  },
)

describe('a page of the console that failed', () => {
  const framed = { framed: true }
  const fail: RequestListener = (_, res) => {
    res.statusCode = 500
    res.flushHeaders()
    res.write('<!DOCTYPE html><html id="__next_error__"><head></head><bo')
    res.end('dy><script>1</script></body></html>')
  }

  test('is sent as Next made it, with the explanation for browsers without scripts', async () => {
    const { status, headers, body } = await ask(fail, { 'accept-language': 'ar' }, framed)
    expect(status).toBe(500)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body).toMatch(/^<!DOCTYPE html><html id="__next_error__" lang="ar" dir="rtl">/)
    expect(body).toMatch(
      /<body><noscript>[\s\S]*request-&#60;1&#62;[\s\S]*<\/noscript><script>1<\/script>/,
    )
    expect(body).toContain('<a href="">')
  })

  test('is explained as any other where Next made no document', async () => {
    const plain: RequestListener = (_, res) => {
      res.statusCode = 500
      res.end('Internal Server Error')
    }
    const { body } = await ask(plain, {}, framed)
    expect(body).toContain('Something went wrong')
    expect(body).not.toContain('Internal Server Error')
  })
})

describe('a page that did not fail', () => {
  test('goes out as it is, in as many pieces as it was written', async () => {
    const { status, body } = await ask((_, res) => {
      res.statusCode = 404
      res.flushHeaders()
      expect(res.headersSent).toBe(true)
      res.write('not ')
      res.end('found')
    })
    expect([status, body]).toEqual([404, 'not found'])
  })

  test('goes on as it was begun, whatever happens then', async () => {
    error.mockClear()
    const { status, body } = await ask((_, res) => {
      res.flushHeaders()
      res.write('begun, ')
      res.statusCode = 500
      res.write('go')
      res.end('ne on')
    })
    expect([status, body]).toEqual([200, 'begun, gone on'])
    expect(error).not.toHaveBeenCalled()
  })
})
