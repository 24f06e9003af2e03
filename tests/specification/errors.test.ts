import { afterEach, describe, expect, test, vi } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

/* Failures of ours at each protocol endpoint: in the endpoint's own form, with the id of the request,
 * without what went wrong. The refusals stand with their endpoints. */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const client = await aClient(store, { pkceRequired: false })

const cause = 'password=hunter2 at db.internal'
const id = 'request-4711'
const headers = { 'x-authserver-request-id': id }

afterEach(() => {
  vi.restoreAllMocks()
})

const away = () => vi.spyOn(store, 'configuration').mockRejectedValue(new Error(cause))

describe('while the database is away', () => {
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
    away()
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
    away()
    const visit = await browser(app, headers).visit(path)
    expect(visit.status).toBe(500)
    expect(visit.location).toBeNull()
    expect(visit.view).toMatchObject({ page: 'error', reason: 'internal', requestId: id })
    expect(JSON.stringify(visit.view)).not.toContain('hunter2')
  })
})

test('a registration that cannot be saved registers nothing', async () => {
  await app.changeSettings({ dynamicClientRegistrationEnabled: true })
  const before = await app.runtime.client.client.count()
  vi.spyOn(store, 'transaction').mockRejectedValueOnce(new Error(cause))
  const response = await app.fetch('/connect/register', {
    method: 'POST',
    body: JSON.stringify({ redirect_uris: ['https://app.example/cb'] }),
  })
  expect(response.status).toBe(500)
  expect(await app.runtime.client.client.count()).toBe(before)
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
