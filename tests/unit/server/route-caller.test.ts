import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type HttpRequest, routeFunction } from '#lib/http/exchange.ts'
import { routeCallerOf } from '#lib/server/route-caller.ts'

/** The exports of a route file that answers with its request's id and the segment of its path. */
const { GET } = {
  GET: routeFunction(async ({ requestId }, segment) => {
    const params = await segment?.params
    return { status: 418, headers: {}, cookies: ['a=b'], body: `${requestId} ${params?.name}` }
  }),
}

const route = { template: '/[name]', params: {} }
const req = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage
const requestOf = (requestId: string) => ({ method: 'GET', requestId }) as HttpRequest

describe('Next as the caller of route files', () => {
  it('hands back the answer of each request as data, whatever runs at the same time', async () => {
    const call = routeCallerOf(async (_req, res) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      const request = new Request('http://localhost/x')
      res.statusCode = (await GET(request, { params: Promise.resolve({ name: 'x' }) })).status
    })
    const ids = ['1', '2', '3']
    const answers = await Promise.all(ids.map((id) => call(route, requestOf(id), req)))
    expect(answers.map(({ body }) => body)).toEqual(['1 x', '2 x', '3 x'])
    expect(answers[0]).toMatchObject({ status: 418, cookies: ['a=b'] })
  })

  it('that finds no function for the method makes 405 of it', async () => {
    const call = routeCallerOf(async (_req, res) => void Object.assign(res, { statusCode: 405 }))
    expect((await call(route, requestOf('1'), req)).status).toBe(405)
    const trace = { ...requestOf('1'), method: 'TRACE' }
    expect((await call(route, trace, req)).status).toBe(405)
  })

  it('that cannot load the file makes the request fail', async () => {
    const next = async (_req: IncomingMessage, res: ServerResponse) =>
      void Object.assign(res, { statusCode: 500 })
    await expect(routeCallerOf(next)(route, requestOf('1'), req)).rejects.toThrow('could not load')
  })
})
