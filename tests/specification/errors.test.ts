import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Unavailable } from '#lib/base/errors/errors.ts'
import { DatabaseUnavailableError } from '#lib/persistence/errors.ts'
import { browser } from '#tests/support/browser.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

/*
 * Server errors at each protocol endpoint: in the endpoint's own form, with the request id and without the
 * cause. Refusals are in the tests of their endpoints.
 */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const client = await aClient(store, { pkceRequired: false })

const cause = 'password=hunter2 at db.internal'
const id = 'request-4711'
const headers = { 'x-test-request-id': id }

afterEach(() => {
  vi.restoreAllMocks()
})

const broken = () => vi.spyOn(store, 'configuration').mockRejectedValue(new Error(cause))

describe('a failure of ours', () => {
  test.each([
    [
      '/auth/token',
      () => app.post('/auth/token', { client_id: 'x', grant_type: 'password' }, { headers }),
    ],
    ['/userinfo', () => app.fetch('/userinfo', { headers })],
    [
      '/connect/register',
      () => app.fetch('/connect/register', { method: 'POST', body: '{}', headers }),
    ],
  ])('%s answers 500 server_error', async (_, ask) => {
    broken()
    const response = await ask()
    expect(response.status).toBe(500)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = await response.json()
    expect(body.error).toBe('server_error')
    expect(body.error_description.endsWith(id)).toBe(true)
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })

  test.each([
    ['/auth/authorize', authorizePath(client)],
    ['/auth/logout', '/auth/logout'],
    ['/auth/pwd', '/auth/pwd?ceremony=x'],
  ])('%s answers with a page, and no redirect', async (_, path) => {
    broken()
    const visit = await browser(app, headers).visit(path)
    expect(visit.status).toBe(500)
    expect(visit.location).toBeNull()
    expect(visit.view).toMatchObject({ page: 'error', reason: 'internal', requestId: id })
    expect(JSON.stringify(visit.view)).not.toContain('hunter2')
  })
})

/** Errors of databases, drivers and the program that the request did not cause. */
const outages = {
  'the address refuses connections': Object.assign(new Error(cause), { code: 'ECONNREFUSED' }),
  'no connection is free': new Error('timeout exceeded when trying to connect'),
  'the server is stopping': Object.assign(new Error(cause), { code: '57P01' }),
  'another process has locked the file': new DatabaseUnavailableError(cause),
  'a transaction was ended again and again': Object.assign(new Error(cause), { code: '40P01' }),
  'a part of the server says so': new Unavailable('database', 3),
}

describe.each(Object.entries(outages))('while %s', (_, error) => {
  beforeEach(() => {
    vi.spyOn(store, 'configuration').mockRejectedValue(error)
  })

  test('the JSON endpoints answer 503 server_error and say when to come back', async () => {
    const answers = await Promise.all([
      app.post('/auth/token', { client_id: 'x', grant_type: 'password' }, { headers }),
      app.fetch('/userinfo', { headers }),
      app.fetch('/connect/register', { method: 'POST', body: '{}', headers }),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const { error: code, error_description: description } = await answer.json()
      expect([code, description.endsWith(id)]).toEqual(['server_error', true])
      expect(description).not.toContain('hunter2')
    }
  })

  test('the APIs answer 503 with their envelope', async () => {
    const answers = await Promise.all(
      ['/api/v1/admin/users/search', '/api/v1/account/profile'].map((path) =>
        app.fetch(path, { headers: { ...headers, authorization: 'Bearer x' } }),
      ),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
      const { error_code: code, error_description: description } = await answer.json()
      expect([code, description.endsWith(id)]).toEqual(['INTERNAL_SERVER_ERROR', true])
      expect(description).not.toContain('hunter2')
    }
  })

  test.each([authorizePath(client), '/auth/logout', '/auth/pwd?ceremony=x'])(
    '%s answers with a page, and no redirect',
    async (path) => {
      const visit = await browser(app, headers).visit(path)
      expect([visit.status, visit.location]).toEqual([503, null])
      expect(visit.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
      expect(visit.view).toMatchObject({ page: 'error', reason: 'unavailable', requestId: id })
      expect(JSON.stringify(visit.view)).not.toContain('hunter2')
    },
  )
})

test('a registration that cannot be saved registers nothing', async () => {
  await app.changeSettings({ dynamicClientRegistrationEnabled: true })
  const before = await app.runtime.database.prisma.client.count()
  vi.spyOn(store, 'adminTransaction').mockRejectedValueOnce(new Error(cause))
  const response = await app.fetch('/connect/register', {
    method: 'POST',
    body: JSON.stringify({ redirect_uris: ['https://app.example/cb'] }),
  })
  expect(response.status).toBe(500)
  expect(await app.runtime.database.prisma.client.count()).toBe(before)
})

test('the password page fails without a trace of the password', async () => {
  const user = await aUser(store)
  const person = browser(app)
  await person.visit(authorizePath(client))
  vi.spyOn(store.users, 'findByEmail').mockRejectedValueOnce(new Error(cause))
  const page = await person.submit({ email: user.email, password: 'Battery-staple-7' })
  expect([page.status, page.view?.page]).toEqual([500, 'error'])
  expect(JSON.stringify(page.view)).not.toContain('staple')
})
