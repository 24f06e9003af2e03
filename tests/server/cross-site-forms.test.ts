import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { server, type TestServer } from '#tests/support/server.ts'

let app: TestServer

beforeAll(async () => {
  app = await server()
})
afterEach(() => vi.restoreAllMocks())

type Headers = Readonly<Record<string, string>>

const ways: [name: string, path: string, send: (headers: Headers) => Promise<number>][] = [
  [
    'an endpoint',
    '/forgot-password',
    async (headers) => (await app.post('/forgot-password', { email: '' }, { headers })).status,
  ],
  [
    'the console',
    '/account/profile/submit',
    async (headers) =>
      (await app.post('/account/profile/submit?page=2', { email: '' }, { headers })).status,
  ],
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

test('the console at an origin of its own takes forms of that origin', async () => {
  app = await server({ env: { ADMIN_CONSOLE_URL: 'https://console.example.test' } })
  const send = async (path: string, origin: string) =>
    (await app.post(path, {}, { headers: { origin } })).status
  const ofConsole = [
    '/account/profile/submit',
    '/admin/dashboard/hide',
    '/list-view',
    '/keys',
    '/theme',
    '/language',
    '/console/logout',
  ]
  for (const path of ofConsole) {
    expect(await send(path, 'https://console.example.test'), path).toBe(303)
    expect(await send(path, 'https://elsewhere.example.test'), path).toBe(403)
  }
  expect(await send('/forgot-password', 'https://console.example.test')).toBe(403)
})
