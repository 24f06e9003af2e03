import { describe, expect, test } from 'vitest'
import { browser, type Visit } from '#tests/support/browser.ts'
import { authorizePath, pkcePair, readJwt, redeem, responseOf } from '#tests/support/oauth.ts'
import { arrive, certifiedClient, certifiedServer, certifiedUser, tokensFor } from './fixture.ts'

const app = await certifiedServer()
const client = await certifiedClient(app)
const user = await certifiedUser(app)

type Request = Readonly<Record<string, string | undefined>>

const ask = (request: Request = {}): Promise<Visit> =>
  browser(app).visit(authorizePath(client, request))

/** The refusal of a request: the error for the client, or the reason on a page. */
function refusalOf(visit: Visit): string | undefined {
  if (visit.view?.page === 'error') return `page ${visit.status} ${visit.view.reason}`
  return responseOf(visit)?.error ?? visit.view?.page
}

describe('how it may be sent', () => {
  test('by GET, and as a form by POST', async () => {
    expect((await ask()).view?.page).toBe('sign-in')
    const fields = Object.fromEntries(new URL(authorizePath(client), 'http://x').searchParams)
    const posted = await browser(app).post('/auth/authorize', fields, {
      headers: { origin: 'https://client.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(posted.view?.page).toBe('sign-in')
  })

  test('unknown and unsupported parameters are ignored', async () => {
    const { response } = await arrive(app, client, user, {
      display: 'popup',
      claims_locales: 'xx',
      login_hint: 'nobody@example.org',
      claims: '{"userinfo":{"name":{"essential":true}}}',
      'extra[]': '%',
      registration: '{',
    })
    expect(response.code).toBeDefined()
  })

  test('the order of parameters and of the words of scope does not matter', async () => {
    const parameters = [...new URL(authorizePath(client), 'http://x').searchParams].reverse()
    const query = new URLSearchParams(parameters)
    const visit = await browser(app).visit(`/auth/authorize?${query}`)
    expect(visit.view?.page).toBe('sign-in')
    const { response } = await arrive(app, client, user, { scope: 'phone email openid profile' })
    expect(response.code).toBeDefined()
  })

  test('an unknown language falls back silently, with no language in any address', async () => {
    const visit = await ask({ ui_locales: 'tlh x-elvish' })
    expect(visit.view?.page).toBe('sign-in')
    expect(visit.url.pathname).toBe('/auth/pwd')
    expect((await ask({ ui_locales: 'de' })).url.pathname).toBe('/auth/pwd')
  })

  test('of acr_values the first known one counts, and acr is in every ID token', async () => {
    const acrOf = async (acr_values: string | undefined) => {
      const { body } = await tokensFor(app, client, await arrive(app, client, user, { acr_values }))
      return readJwt(body.id_token ?? '').payload.acr
    }
    const level1 = 'urn:authserver:level1'
    const both = `urn:mace:incommon:iap:silver ${level1} urn:authserver:level2_mandatory`
    expect(await acrOf(both)).toBe(level1)
    expect(await acrOf('1 2')).toBe(level1)
    expect(await acrOf(undefined)).toBe(level1)
    const mandatory = await ask({ acr_values: `urn:authserver:level2_mandatory ${level1}` })
    expect(mandatory.view?.page).toBe('sign-in')
  })
})

describe('the order of the checks', () => {
  test.each<[first: string, request: Request, refusal: string]>([
    [
      'the client before the redirect URI',
      { client_id: 'nobody', redirect_uri: 'https://evil.example' },
      'page 400 client_not_found',
    ],
    [
      'the redirect URI before request',
      { redirect_uri: 'https://evil.example', request: 'x' },
      'page 400 redirect_uri_not_registered',
    ],
    [
      'request before a missing nonce',
      { request: 'x', response_type: 'id_token' },
      'request_not_supported',
    ],
    [
      'request_uri before a missing nonce',
      { request_uri: 'https://client.example/r', response_type: 'id_token' },
      'request_uri_not_supported',
    ],
    [
      'request before a missing response_type',
      { request: 'x', response_type: undefined },
      'request_not_supported',
    ],
    [
      'the response type before the nonce',
      { response_type: 'code id_token', scope: 'x' },
      'unsupported_response_type',
    ],
    [
      'the nonce before the scope',
      { response_type: 'id_token', scope: 'openid x' },
      'invalid_request',
    ],
    [
      'PKCE before the scope',
      { code_challenge_method: 'plain', code_challenge: 'a'.repeat(43), scope: 'x' },
      'invalid_request',
    ],
    ['the scope before prompt', { scope: 'x', prompt: 'create' }, 'invalid_scope'],
    ['prompt before the session', { prompt: 'none login' }, 'invalid_request'],
    ['the scope before the session', { scope: 'x', prompt: 'none' }, 'invalid_scope'],
  ])('%s', async (_, request, refusal) => {
    expect(refusalOf(await ask(request))).toBe(refusal)
  })
})

describe('a page, and no redirect, answers', () => {
  test.each<[string, Request]>([
    ['an unknown client', { client_id: 'nobody' }],
    ['no client', { client_id: undefined }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['another redirect URI', { redirect_uri: 'https://client.example/other' }],
    ['a query added', { redirect_uri: 'https://client.example/callback?foo=bar' }],
    ['a slash added', { redirect_uri: 'https://client.example/callback/' }],
    ['another case', { redirect_uri: 'https://client.example/Callback' }],
  ])('%s', async (_, request) => {
    for (const prompt of [undefined, 'none']) {
      const visit = await ask({ ...request, prompt })
      expect([visit.status, visit.view?.page, visit.location]).toEqual([400, 'error', null])
    }
  })

  test('a registered query must be there', async () => {
    const withQuery = await certifiedClient(app, {
      redirectUris: ['https://rp.example/cb?foo=bar'],
    })
    const missing = authorizePath(withQuery, { redirect_uri: 'https://rp.example/cb' })
    expect((await browser(app).visit(missing)).view?.page).toBe('error')
    const { last } = await arrive(app, withQuery, user)
    expect(last.location?.searchParams.get('foo')).toBe('bar')
  })
})

describe('told to the client', () => {
  test('no response_type: in the query, or as a form where that was asked for', async () => {
    const inQuery = await ask({ response_type: undefined })
    expect(inQuery.location?.searchParams.get('error')).toBe('invalid_request')
    const asForm = await ask({ response_type: undefined, response_mode: 'form_post' })
    expect(asForm.formPost?.fields.error).toBe('invalid_request')
  })

  test.each(['id_token', 'id_token token'])(
    '%s without nonce: invalid_request in the fragment',
    async (response_type) => {
      const visit = await ask({ response_type })
      expect(visit.location?.search).toBe('')
      expect(responseOf(visit)).toMatchObject({ error: 'invalid_request', state: 'a-state' })
    },
  )
})

describe('what may be left out', () => {
  test('the nonce of the code flow', async () => {
    const { body } = await tokensFor(app, client, await arrive(app, client, user))
    expect(readJwt(body.id_token ?? '').payload).not.toHaveProperty('nonce')
  })

  test('PKCE where the client need not use it; sent, it is checked', async () => {
    const { verifier, challenge } = pkcePair()
    const request = { code_challenge: challenge, code_challenge_method: 'S256' }
    const first = { ...(await arrive(app, client, user, request)), verifier }
    const wrong = await redeem(app, client, first, { code_verifier: 'x'.repeat(43) })
    expect(wrong.body.error).toBe('invalid_grant')
    expect((await redeem(app, client, first)).status).toBe(200)
    expect((await tokensFor(app, client, await arrive(app, client, user))).status).toBe(200)
  })
})

test('a valid id_token_hint is never an error: of another user it asks for that one', async () => {
  const signedIn = await arrive(app, client, user)
  const { body } = await tokensFor(app, client, signedIn)
  const hint = { id_token_hint: body.id_token ?? '' }
  app.clock.advance(3_600)
  const same = await signedIn.browser.visit(authorizePath(client, hint))
  expect(responseOf(same)?.code).toBeDefined()
  const someoneElse = await arrive(app, client, await certifiedUser(app))
  const asked = await someoneElse.browser.visit(authorizePath(client, hint))
  expect(asked.view?.page).toBe('sign-in')
  const silent = authorizePath(client, { ...hint, prompt: 'none' })
  expect(responseOf(await someoneElse.browser.visit(silent))?.error).toBe('login_required')
})
