import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { guardConsole } from '#lib/server/console-guard.ts'
import { server, type TestServer } from '#tests/support/server.ts'

let app: TestServer

beforeAll(async () => {
  app = await server()
})
afterEach(() => vi.restoreAllMocks())

type Headers = Readonly<Record<string, string>>

/**
 * Sends a form to a console page.
 * @returns the status
 */
async function toConsole(headers: Headers): Promise<number> {
  const request = { method: 'POST', url: '/account/profile?page=2', headers: { ...headers } }
  const response = { getHeader: () => 'a-request' }
  let status = 0
  await guardConsole(
    app.runtime,
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    async (answer) => {
      status = answer.status
    },
  )
  return status
}

const ways: [name: string, path: string, send: (headers: Headers) => Promise<number>][] = [
  [
    'an endpoint',
    '/forgot-password',
    async (headers) => (await app.post('/forgot-password', { email: '' }, { headers })).status,
  ],
  ['the console', '/account/profile', toConsole],
]

const foreign: [check: string, headers: Headers][] = [
  ['sec-fetch-site', { 'sec-fetch-site': 'cross-site' }],
  ['sec-fetch-site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
  ['origin', { origin: 'https://evil.example' }],
  ['origin', { origin: 'null' }],
]

describe.each(ways)('a form of another site to %s', (_, path, send) => {
  test.each(foreign)('is refused, and the log names the check: %s', async (check, headers) => {
    const warn = vi.spyOn(app.runtime.log, 'warn')
    expect(await send(headers)).toBe(403)
    expect(warn.mock.calls).toEqual([
      [{ requestId: expect.any(String), path, check }, 'refused a cross-site form'],
    ])
  })
})
