import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anAccountHolder,
  type ConsoleServer,
  comeBack,
  consoleCookie,
  consoleServer,
  returning,
} from './fixture.ts'

let running: ConsoleServer
let session: string

beforeAll(async () => {
  running = await consoleServer()
  const back = await returning(running.app, await anAccountHolder(running), '/account/profile')
  await comeBack(running.app, back)
  session = consoleCookie(back.person)
})
afterAll(() => running.stop())

const path = '/admin/groups/new/submit'
const maxBytes = 4 * 1024 * 1024
const urlEncoded = 'application/x-www-form-urlencoded'

interface Sent {
  readonly path?: string
  readonly cookie?: string
  readonly type?: string
  readonly body?: string
  readonly accept?: string
}

async function send({
  cookie = '',
  type = urlEncoded,
  body = '',
  accept = 'text/html',
  ...sent
}: Sent) {
  const headers = { 'content-type': type, accept, cookie: `authserver-console=${cookie}` }
  return running.app.fetch(sent.path ?? path, { method: 'POST', headers, body })
}

describe('a form of a visitor without a session', () => {
  const large = 'a='.padEnd(maxBytes + 1, 'v')
  const visitors: [string, () => string][] = [
    ['no cookie', () => ''],
    ['a made-up cookie', () => 'a'.repeat(43)],
    ['a session that may not see the page', () => session],
  ]

  test.each(visitors)('redirects to the sign-in, whatever was sent: %s', async (_, cookie) => {
    for (const body of ['a=b', large, '%']) {
      const response = await send({ cookie: cookie(), body })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe('/console/sign-in?to=%2Fadmin%2Fgroups%2Fnew')
    }
  })

  test.each(visitors)(
    'is 401 for a script, so that the page keeps the input: %s',
    async (_, cookie) => {
      const response = await send({ cookie: cookie(), accept: 'application/json' })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ kind: 'session-ended' })
    },
  )
})

test('GET leads to the page of the form, with its query and without the message of an earlier form', async () => {
  const response = await running.app.fetch('/admin/groups/7/settings/submit?page=2&done=saved')
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/admin/groups/7/settings?page=2')
})
