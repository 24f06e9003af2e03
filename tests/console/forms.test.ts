import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routePaths } from '#lib/server/router.ts'
import { aClient } from '#tests/support/people.ts'
import { administrator as theAdministrator } from '#tests/support/settings.ts'
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

describe('a form of a visitor with a session', () => {
  const address = '/account/address/submit'
  const ofBytes = (bytes: number) => 'addressLine1=Road&note='.padEnd(bytes, 'v')
  const fields = (count: number) => `addressLine1=Road${'&a=b'.repeat(count - 1)}`
  const part = (name: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nv\r\n`
  const parts = (count: number) => `${part('addressLine1')}${part('a').repeat(count - 1)}--x--\r\n`
  const multipart = 'multipart/form-data; boundary=x'
  const status = async (sent: Sent) =>
    (await send({ path: address, cookie: session, ...sent })).status

  test('is read up to 4 MiB', async () => {
    expect(await status({ body: ofBytes(maxBytes) })).toBe(303)
    expect(await status({ body: ofBytes(maxBytes + 1) })).toBe(413)
  })

  test('has at most 4,000 fields: an API takes three for each of 1,000 permissions', async () => {
    expect(await status({ body: fields(4_000) })).toBe(303)
    expect(await status({ body: fields(4_001) })).toBe(400)
    expect(await status({ type: multipart, body: parts(4_000) })).toBe(303)
    expect(await status({ type: multipart, body: parts(4_001) })).toBe(400)
  })

  test.each([
    ['an escape that is none', { body: 'a=%' }],
    ['an escape that is not UTF-8', { body: 'a=%ff' }],
    ['a NUL, which the database cannot store', { body: 'a=%00' }],
    ['another type', { type: 'text/plain', body: 'a=b' }],
    ['no boundary', { type: 'multipart/form-data', body: parts(1) }],
    ['no end', { type: multipart, body: part('a') }],
  ])('is broken with %s', async (_, sent) => {
    expect(await status(sent)).toBe(400)
  })

  test('leads back to its page after a success, and the page names the message', async () => {
    const response = await send({ path: `${address}?page=2`, cookie: session, body: ofBytes(30) })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/account/address?page=2&done=saved',
    ])
  })

  test('is answered with JSON when a script sends it', async () => {
    const sent = { cookie: session, accept: 'application/json' }
    const saved = await send({ ...sent, path: address, body: ofBytes(30) })
    expect([saved.status, saved.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await saved.json()).toMatchObject({ kind: 'done', message: 'Saved.', isStale: true })
    const body =
      'currentPassword=wrong&newPassword=Abcdef-123456&newPasswordConfirmation=Abcdef-123456'
    const refused = await send({ ...sent, path: '/account/change-password/submit', body })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      kind: 'refused',
      code: 'AUTHENTICATION_FAILED',
      field: 'currentPassword',
      typed: null,
    })
  })

  test('cannot change records of the administration without its rights', async () => {
    const response = await send({ cookie: session, body: 'groupIdentifier=made-up' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toContain('/console/sign-in')
  })
})

describe('every form of the console', () => {
  const forms = routePaths.filter((path) => /\/submit(?:\/|$)/.test(path))
  const bodies = ['', 'read=%7B', 'read=%5B%5D&a=b', 'read=%7B%22entries%22%3A%5Bnull%5D%7D']
  const ids = ['999999', '0', '-1', '1e3', 'x', '%2e%2e', '99999999999999999999']
  const filled = (path: string, id: string) => path.replaceAll(/\[\w+\]/g, id)
  let administrator: string

  beforeAll(async () => {
    const back = await returning(running.app, theAdministrator, '/admin/users')
    await comeBack(running.app, back)
    administrator = consoleCookie(back.person)
  })

  test('is known here', () => {
    expect(forms.length).toBeGreaterThan(70)
  })

  test.each(forms)('%s is closed without a session', async (path) => {
    const address = filled(path, '1')
    expect((await send({ path: address })).status).toBe(303)
    expect((await send({ path: address, accept: 'application/json' })).status).toBe(401)
  })

  test.each(forms.filter((path) => path.startsWith('/admin/') && path.includes('[')))(
    '%s of a record that does not exist is refused, whatever is sent',
    async (path) => {
      for (const id of ids) {
        const { status } = await send({ path: filled(path, id), cookie: administrator })
        expect([400, 404], `${path} ${id}`).toContain(status)
      }
    },
  )

  test('the keys of a client are refused when they are nested too deeply to pass on', async () => {
    const client = await aClient(running.app.store)
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    const body = new URLSearchParams({
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: `{"keys":[{"kty":"RSA","more":${deep}}]}`,
    }).toString()
    const sent = { path: `/admin/clients/${client.id}/authentication/submit/keys`, body }
    const response = await send({ ...sent, cookie: administrator, accept: 'application/json' })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { kind: 'refused', field: 'jwks' },
    ])
  })

  test.each(forms)('%s survives what no page sends', async (path) => {
    for (const body of bodies) {
      const sent = { path: filled(path, '999999'), cookie: administrator, body }
      const response = await send({ ...sent, accept: 'application/json' })
      expect(response.status, body).toBeLessThan(500)
    }
  })
})
