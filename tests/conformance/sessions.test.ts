import { describe, expect, test } from 'vitest'
import { browser, type Visit } from '#tests/support/browser.ts'
import { authorizePath, readJwt, refresh, responseOf } from '#tests/support/oauth.ts'
import { server } from '#tests/support/server.ts'
import { arrive, certifiedClient, certifiedServer, certifiedUser, tokensFor } from './fixture.ts'

const app = await certifiedServer()
const client = await certifiedClient(app)

const authTimeOf = (idToken: string | undefined) => readJwt(idToken ?? '').payload.auth_time

const now = () => Math.floor(app.clock.now().getTime() / 1000)

describe('prompt=none', () => {
  const silent = (changes = {}) => authorizePath(client, { prompt: 'none', ...changes })
  const isPage = (visit: Visit) => visit.view !== null

  test('without a session is login_required, and no page', async () => {
    const visit = await browser(app).visit(silent())
    expect([isPage(visit), responseOf(visit)?.error]).toEqual([false, 'login_required'])
  })

  test('without a stored consent is consent_required, and no page', async () => {
    const asking = await certifiedClient(app, { consentRequired: true })
    const { browser: person } = await arrive(app, client, await certifiedUser(app))
    const visit = await person.visit(authorizePath(asking, { prompt: 'none' }))
    expect([isPage(visit), responseOf(visit)?.error]).toEqual([false, 'consent_required'])
  })

  test('with both succeeds, and keeps the authentication time', async () => {
    const asking = await certifiedClient(app, { consentRequired: true })
    const first = await arrive(app, asking, await certifiedUser(app))
    const authTime = authTimeOf((await tokensFor(app, asking, first)).body.id_token)
    app.clock.advance(30)
    const visit = await first.browser.visit(authorizePath(asking, { prompt: 'none' }))
    expect(isPage(visit)).toBe(false)
    const again = { ...first, code: responseOf(visit)?.code ?? '' }
    const { body } = await tokensFor(app, asking, again)
    expect(authTimeOf(body.id_token)).toBe(authTime)
    expect(authTime).toBe(now() - 30)
  })
})

describe('a sign-in that must be fresh', () => {
  test.each([
    ['prompt=login', { prompt: 'login' }],
    ['an exceeded max_age', { max_age: '10' }],
  ])('%s shows the page in spite of a session, and moves auth_time', async (_, request) => {
    const user = await certifiedUser(app)
    const first = await arrive(app, client, user)
    const before = authTimeOf((await tokensFor(app, client, first)).body.id_token)
    app.clock.advance(11)
    const page = await first.browser.visit(authorizePath(client, request))
    expect(page.view?.page).toBe('sign-in')
    const last = await first.browser.submit({ email: user.email, password: user.password })
    const fresh = { ...first, code: responseOf(last)?.code ?? '' }
    const after = authTimeOf((await tokensFor(app, client, fresh)).body.id_token)
    expect([before, after]).toEqual([now() - 11, now()])
    const silent = await first.browser.visit(authorizePath(client, { prompt: 'none' }))
    const later = { ...first, code: responseOf(silent)?.code ?? '' }
    expect(authTimeOf((await tokensFor(app, client, later)).body.id_token)).toBe(after)
  })

  test('a max_age that is not exceeded asks nothing', async () => {
    const { browser: person } = await arrive(app, client, await certifiedUser(app))
    app.clock.advance(10)
    const visit = await person.visit(authorizePath(client, { max_age: '10000' }))
    expect(responseOf(visit)?.code).toBeDefined()
  })
})

test('auth_time is in every ID token, in whole seconds, and a refresh keeps it', async () => {
  const signedIn = await arrive(app, client, await certifiedUser(app))
  const { body } = await tokensFor(app, client, signedIn)
  expect(Number.isInteger(authTimeOf(body.id_token))).toBe(true)
  app.clock.advance(20)
  const refreshed = await refresh(app, client, body.refresh_token ?? '')
  expect(authTimeOf(refreshed.body.id_token)).toBe(authTimeOf(body.id_token))
  const implicit = await arrive(app, client, await certifiedUser(app), {
    response_type: 'id_token',
    nonce: 'n',
  })
  expect(authTimeOf(implicit.response.id_token)).toBe(now())
})

test('prompt=consent with offline_access shows the consent page and goes on', async () => {
  const user = await certifiedUser(app)
  const first = await arrive(app, client, user)
  const request = { prompt: 'consent', scope: 'openid offline_access' }
  const page = await first.browser.visit(authorizePath(client, request))
  expect(page.view?.page).toBe('consent')
  const signedIn = await arrive(app, client, user, request, first.browser)
  const { body } = await tokensFor(app, client, signedIn)
  expect((await refresh(app, client, body.refresh_token ?? '')).status).toBe(200)
})

test('over https every cookie is HttpOnly, Secure, SameSite=Lax', async () => {
  const secure = await server({
    env: { BASE_URL: 'https://id.example', RATE_LIMITER_ENABLED: 'false' },
  })
  const user = await certifiedUser(secure)
  const first = await secure.fetch(authorizePath(client))
  const [binding = ''] = first.headers.getSetCookie()
  const location = new URL(first.headers.get('location') ?? '', 'https://id.example')
  const ceremonyId = location.searchParams.get('ceremony') ?? ''
  const fields = { ceremonyId, email: user.email, password: user.password }
  const headers = { cookie: binding.split(';')[0] ?? '', origin: 'https://id.example' }
  const signedIn = await secure.post('/auth/pwd', fields, { headers })
  const cookies = [binding, ...signedIn.headers.getSetCookie()]
  expect(cookies.map((cookie) => cookie.split('=')[0])).toContain('__Host-authserver-session')
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; Secure/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/; Path=\//)
  }
})
