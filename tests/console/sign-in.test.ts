import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { browser } from '#tests/support/browser.ts'
import type { TestUser } from '#tests/support/people.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { viewOf } from '#tests/support/views.ts'
import {
  anAccountHolder,
  type ConsoleServer,
  comeBack,
  consoleCookie,
  consoleServer,
  returning,
} from './fixture.ts'

let running: ConsoleServer
let user: TestUser

beforeAll(async () => {
  running = await consoleServer()
  user = await anAccountHolder(running)
})
afterAll(() => running.stop())

/** The redirect of a sign-in's start. */
async function started(to?: string) {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
  const response = await running.app.fetch(`/console/sign-in${query}`)
  expect(response.status).toBe(303)
  const location = new URL(response.headers.get('location') ?? '')
  return { response, location, parameters: Object.fromEntries(location.searchParams) }
}

describe('the start of a sign-in to the console', () => {
  test('is the code flow of the built-in client with PKCE S256, state and nonce', async () => {
    const { location, parameters } = await started('/account/email')
    expect(location.origin + location.pathname).toBe(`${baseUrl}/auth/authorize`)
    expect(parameters).toMatchObject({
      client_id: 'admin-console-client',
      response_type: 'code',
      response_mode: 'form_post',
      redirect_uri: `${baseUrl}/console/callback`,
      scope: 'openid profile email authserver:manage-account',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(parameters[name]).toMatch(/^[\w-]{43}$/)
    }
  })

  test('draws new values each time', async () => {
    const [one, other] = [await started(), await started()]
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.parameters[name]).not.toBe(other.parameters[name])
    }
  })

  test('for the administration asks for the administrative scopes too', async () => {
    const { parameters } = await started('/admin/users?query=a')
    expect(parameters.scope?.split(' ')).toEqual(
      expect.arrayContaining(['authserver:manage', 'authserver:admin-read']),
    )
  })

  test('keeps its secrets sealed in a cookie that scripts cannot read', async () => {
    const { response, parameters } = await started('/account/email')
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=3600$/)
    const value = Buffer.from(/=([^;]*)/.exec(cookie)?.[1] ?? '', 'base64url').toString('latin1')
    expect(value).not.toContain(parameters.nonce)
    expect(value).not.toContain('/account/email')
  })

  test('forgets sign-ins that were given up when there are many', async () => {
    const person = browser(running.app)
    for (let i = 0; i < 9; i++) await person.visit('/console/sign-in')
    const names = [...person.cookies.keys()].filter((name) => name.includes('handshake'))
    expect(names.length).toBeLessThanOrEqual(8)
  })
})

describe('the end of a sign-in to the console', () => {
  test('signs the person in and shows the page that was wanted', async () => {
    const back = await returning(running.app, user, '/account/sessions?a=1')
    const response = await comeBack(running.app, back)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${baseUrl}/account/sessions?a=1`)
    expect(consoleCookie(back.person)).toMatch(/^[\w-]{43}$/)
    expect([...back.person.cookies.keys()].filter((name) => name.includes('handshake'))).toEqual([])
  })

  test.each([
    'https://evil.example/admin',
    '//evil.example/account',
    '/auth/logout',
    '/',
    '/administration',
  ])('leads to the own account and nowhere else for %s', async (to) => {
    const response = await comeBack(running.app, await returning(running.app, user, to))
    expect(response.headers.get('location')).toBe(`${baseUrl}/account/overview`)
  })

  test('works once: the same answer posted again is refused', async () => {
    const back = await returning(running.app, user, '/account')
    await comeBack(running.app, back)
    const again = await comeBack(running.app, back)
    expect([again.status, reasonOf(again)]).toEqual([400, 'sign_in_lost'])
  })

  test('is refused in another browser', async () => {
    const { fields } = await returning(running.app, user, '/account')
    const response = await comeBack(running.app, { person: browser(running.app), fields })
    expect([response.status, reasonOf(response)]).toEqual([400, 'sign_in_lost'])
  })

  test('is refused when the state differs, though its beginning is right', async () => {
    const back = await returning(running.app, user, '/account')
    const state = `${back.fields.state?.slice(0, 20)}${'x'.repeat(23)}`
    const response = await comeBack(running.app, back, { state })
    expect([response.status, reasonOf(response)]).toEqual([400, 'sign_in_lost'])
  })

  test('is refused after an hour', async () => {
    const back = await returning(running.app, user, '/account')
    running.app.clock.advance(3_601)
    const response = await comeBack(running.app, back)
    expect([response.status, reasonOf(response)]).toEqual([400, 'sign_in_lost'])
  })

  test('tells what the server refused, before it looks for a code', async () => {
    const back = await returning(running.app, user, '/account')
    const error = { error: 'access_denied', error_description: 'Not today.' }
    const response = await comeBack(running.app, back, error)
    expect(viewOf(response)).toMatchObject({
      reason: 'sign_in_refused',
      parameters: { description: 'Not today.' },
      ways: [{ to: 'try_again', address: '/console/sign-in?to=%2Faccount' }],
    })
    expect(response.status).toBe(400)
  })

  test('tells no more than 300 characters of it', async () => {
    const back = await returning(running.app, user, '/account')
    const error = { error: 'access_denied', error_description: 'x'.repeat(301) }
    expect(viewOf(await comeBack(running.app, back, error))).toMatchObject({
      parameters: { description: 'x'.repeat(300) },
    })
  })

  test.each([
    ['the server refused', { error: 'access_denied' }],
    ['has no code', { code: undefined }],
    ['failed', { iss: 'https://evil.example' }],
  ])('is forgotten by the browser when it %s', async (_, changes) => {
    const back = await returning(running.app, user, '/account')
    await comeBack(running.app, back, changes)
    expect([...back.person.cookies.keys()].filter((name) => name.includes('handshake'))).toEqual([])
  })

  test('without a code is refused', async () => {
    const back = await returning(running.app, user, '/account')
    const response = await comeBack(running.app, back, { code: undefined })
    expect([response.status, reasonOf(response)]).toEqual([400, 'sign_in_lost'])
  })

  test('with an answer that cannot be accepted is a failure that names its request', async () => {
    const back = await returning(running.app, user, '/account')
    const response = await comeBack(running.app, back, { iss: 'https://evil.example' })
    expect(response.status).toBe(500)
    expect(viewOf(response)).toMatchObject({
      reason: 'sign_in_failed',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    })
    expect(consoleCookie(back.person)).toBe('')
  })

  test('is a failure when its ID token is not signed with a published key', async () => {
    const back = await returning(running.app, user, '/account')
    const { keys } = await (await running.app.fetch('/certs')).json()
    const { publicKey } = await generateKeyPair('RS256')
    const foreign = await exportJWK(publicKey)
    running.publish({ keys: keys.map((key: object) => ({ ...key, ...foreign })) })
    const response = await comeBack(running.app, back)
    running.publish(null)
    expect([response.status, reasonOf(response)]).toEqual([500, 'sign_in_failed'])
    expect(consoleCookie(back.person)).toBe('')
  })

  test('takes the tokens of the issuer that the settings name, wherever the server is reached', async () => {
    await running.app.changeSettings({ issuer: 'https://issuer.example' })
    const response = await comeBack(
      running.app,
      await returning(running.app, user, '/account/email'),
    )
    await running.app.changeSettings({ issuer: baseUrl })
    expect(response.headers.get('location')).toBe(`${baseUrl}/account/email`)
  })

  test('replaces what an earlier cookie stood for', async () => {
    const first = await returning(running.app, user, '/account')
    await comeBack(running.app, first)
    const earlier = consoleCookie(first.person)
    const last = await first.person.visit('/console/sign-in?to=/account')
    await comeBack(running.app, { person: first.person, fields: last.formPost?.fields ?? {} })
    expect(consoleCookie(first.person)).not.toBe(earlier)
    const rows = await running.app.runtime.database.prisma.consoleSession.findMany()
    const stored = rows.map((row) => row.cookieHash)
    expect(stored).not.toContain(sha256Hex(earlier))
    expect(stored).toContain(sha256Hex(consoleCookie(first.person)))
  })

  test('must come within an hour of its start, however new its code is', async () => {
    const { app } = running
    const began = app.clock.now()
    const late = await returning(app, user, '/account/profile')
    app.clock.advance(3_600)
    const fresh = await returning(app, await anAccountHolder(running), '/account/profile')
    const fields = { ...late.fields, code: fresh.fields.code ?? '' }
    const before = running.tokenRequests()
    const answer = await comeBack(app, { ...late, fields })
    expect(answer.status).toBe(400)
    expect(reasonOf(answer)).toBe('sign_in_lost')
    expect(running.tokenRequests()).toBe(before)
    app.clock.set(began)
  })
})

function reasonOf(response: Response): string | undefined {
  const view = viewOf(response)
  return view?.page === 'error' ? view.reason : undefined
}
