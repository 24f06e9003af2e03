import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addSeconds } from '#lib/kernel/clock.ts'
import { sha256Hex } from '#lib/kernel/hash.ts'
import { browser } from '#tests/support/browser.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession, aStoredGrant, auditEntries } from '#tests/support/granted.ts'
import { aClient, aPublicClient } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { encryptHint, getLogout, logoutServer, postLogout, type Scene, viewOf } from './scene.ts'

const { app, scene } = await logoutServer()
const { client: database } = await fileDatabase()
const { store } = app

/** Audit entries written by the test in progress. */
const entries = () => auditEntries(database)
beforeEach(async () => {
  await database.auditLog.deleteMany()
})

const sessionExists = async ({ session }: Pick<Scene, 'session'>) =>
  (await store.sessions.findByIdentifier(session.sessionIdentifier)) !== null

const clearing = [
  'authserver-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  'authserver-browser=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
]

describe('a confirmed hint', () => {
  test.each(['GET', 'POST'])('signs out at once by %s', async (method) => {
    const signedIn = await scene()
    const fields = { id_token_hint: await signedIn.hint() }
    const send = method === 'GET' ? getLogout : postLogout
    const response = await send(app, fields, signedIn.session)
    expect(response.status).toBe(200)
    expect(viewOf(response)).toMatchObject({ page: 'signed-out', redirectRefused: false })
    expect(response.headers.getSetCookie()).toEqual(clearing)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await sessionExists(signedIn)).toBe(false)
  })

  test('of the last client ends the session and says so twice', async () => {
    const signedIn = await scene()
    const { user, client, session } = signedIn
    await getLogout(app, { id_token_hint: await signedIn.hint() }, session)
    expect(await entries()).toEqual([
      {
        event: 'deleted_user_session_client',
        details: {
          userId: user.id,
          userSessionId: session.id,
          clientId: client.id,
          loggedInUser: user.subject,
        },
      },
      {
        event: 'logout',
        details: {
          userId: user.id,
          sessionIdentifier: session.sessionIdentifier,
          loggedInUser: user.subject,
        },
      },
    ])
  })

  test('of one of two clients leaves the session to the other, and clears the cookie', async () => {
    const signedIn = await scene([await aClient(store)])
    const hint = await signedIn.hint()
    const response = await getLogout(app, { id_token_hint: hint }, signedIn.session)
    expect(response.headers.getSetCookie()).toEqual(clearing)
    expect(await sessionExists(signedIn)).toBe(true)
    expect(await store.sessions.countClients(signedIn.session.id)).toBe(1)
    expect((await entries()).map((entry) => entry.event)).toEqual(['deleted_user_session_client'])
  })

  test('of a client that is not on the session changes nothing', async () => {
    const signedIn = await scene()
    const stranger = await aClient(store)
    const hint = await signedIn.hint({ aud: stranger.clientIdentifier })
    const response = await getLogout(app, { id_token_hint: hint }, signedIn.session)
    expect(viewOf(response)?.page).toBe('signed-out')
    expect(await sessionExists(signedIn)).toBe(true)
    expect(await entries()).toEqual([])
  })

  test('whose session is gone is answered all the same', async () => {
    const signedIn = await scene()
    await store.sessions.remove(signedIn.session.id)
    const response = await getLogout(app, { id_token_hint: await signedIn.hint() })
    expect(viewOf(response)?.page).toBe('signed-out')
    expect(await entries()).toEqual([])
  })

  test('works without the cookie: the application may ask from its own site', async () => {
    const signedIn = await scene()
    const foreign = { origin: 'https://client.example', 'sec-fetch-site': 'cross-site' }
    const fields = { id_token_hint: await signedIn.hint() }
    const response = await postLogout(app, fields, undefined, foreign)
    expect(viewOf(response)?.page).toBe('signed-out')
    expect(await sessionExists(signedIn)).toBe(false)
  })

  test('may be encrypted', async () => {
    const signedIn = await scene()
    const { clientIdentifier: client_id, secret } = signedIn.client
    const id_token_hint = await encryptHint(await signedIn.hint(), secret)
    await postLogout(app, { id_token_hint, client_id }, signedIn.session)
    expect(await sessionExists(signedIn)).toBe(false)
  })

  test('may stand in the query of a POST', async () => {
    const signedIn = await scene()
    const query = new URLSearchParams({ id_token_hint: await signedIn.hint() })
    const response = await app.post(`/auth/logout?${query}`, {})
    expect(viewOf(response)?.page).toBe('signed-out')
  })

  test('two clients leaving at once end the session', async () => {
    const second = await aClient(store)
    for (let i = 0; i < 5; i++) {
      const signedIn = await scene([second])
      const hints = [await signedIn.hint(), await signedIn.hint({ aud: second.clientIdentifier })]
      await Promise.all(hints.map((hint) => getLogout(app, { id_token_hint: hint })))
      expect(await sessionExists(signedIn)).toBe(false)
    }
    const logouts = (await entries()).filter((entry) => entry.event === 'logout')
    expect(logouts).toHaveLength(5)
  })

  test('the same hint many times at once is one sign-out', async () => {
    const signedIn = await scene()
    const fields = { id_token_hint: await signedIn.hint() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => getLogout(app, fields)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
    expect((await entries()).map((entry) => entry.event)).toEqual([
      'deleted_user_session_client',
      'logout',
    ])
  })
})

describe('no hint', () => {
  test('GET asks first, whether or not there is a session', async () => {
    const signedIn = await scene()
    for (const session of [signedIn.session, undefined]) {
      const response = await getLogout(app, {}, session)
      expect(response.status).toBe(200)
      expect(viewOf(response)).toEqual({ page: 'logout-confirm', fields: [], uiLocales: [] })
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(await sessionExists(signedIn)).toBe(true)
    expect(await entries()).toEqual([])
  })

  test('the form keeps what was asked', async () => {
    const response = await getLogout(app, {
      post_logout_redirect_uri: 'https://client.example/callback',
      client_id: 'a-client',
      state: '',
      ui_locales: 'fr <x> de',
      other: 'dropped',
    })
    expect(viewOf(response)).toEqual({
      page: 'logout-confirm',
      fields: [
        ['post_logout_redirect_uri', 'https://client.example/callback'],
        ['client_id', 'a-client'],
        ['state', ''],
        ['ui_locales', 'fr de'],
      ],
      uiLocales: ['fr', 'de'],
    })
  })

  test('a POST of our own page ends the whole session', async () => {
    const signedIn = await scene([await aClient(store)])
    const { user, session } = signedIn
    const own = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }
    const response = await postLogout(app, {}, session, own)
    expect(viewOf(response)).toMatchObject({ page: 'signed-out', redirectRefused: false })
    expect(response.headers.getSetCookie()).toEqual(clearing)
    expect(await sessionExists(signedIn)).toBe(false)
    expect(await entries()).toEqual([
      {
        event: 'deleted_user_session',
        details: { userSessionId: session.id, loggedInUser: user.subject },
      },
      {
        event: 'logout',
        details: {
          userId: user.id,
          sessionIdentifier: session.sessionIdentifier,
          loggedInUser: user.subject,
        },
      },
    ])
  })

  test('a POST without a session is a sign-out too', async () => {
    const response = await postLogout(app, {})
    expect(viewOf(response)?.page).toBe('signed-out')
    expect(await entries()).toEqual([
      { event: 'logout', details: { userId: 0, sessionIdentifier: '', loggedInUser: '' } },
    ])
  })

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('a POST from another origin is refused: %o', async (headers) => {
    const signedIn = await scene()
    const response = await postLogout(app, {}, signedIn.session, headers as Record<string, string>)
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await sessionExists(signedIn)).toBe(true)
    expect(await entries()).toEqual([])
  })

  test('from the page to the end, in a browser', async () => {
    const { session, client } = await scene()
    const person = browser(app)
    person.cookies.set('authserver-session', session.cookie)
    const { clientIdentifier: client_id, redirectUri: post_logout_redirect_uri } = client
    const query = new URLSearchParams({ client_id, post_logout_redirect_uri, state: 'a b' })
    await person.visit(`/auth/logout?${query}`)
    const { location } = await person.submit()
    expect(location?.href).toBe('https://client.example/callback?state=a+b')
    expect(person.cookies.size).toBe(0)
  })
})

describe('an unconfirmable hint', () => {
  test('by GET is answered with the confirmation page, without client_id and hint', async () => {
    const signedIn = await scene()
    const response = await getLogout(
      app,
      {
        id_token_hint: 'rubbish',
        client_id: signedIn.client.clientIdentifier,
        post_logout_redirect_uri: signedIn.client.redirectUri,
        state: 's',
      },
      signedIn.session,
    )
    expect(viewOf(response)).toMatchObject({
      page: 'logout-confirm',
      fields: [
        ['post_logout_redirect_uri', signedIn.client.redirectUri],
        ['state', 's'],
      ],
    })
    expect(await sessionExists(signedIn)).toBe(true)
  })

  test.each(['rubbish', ''])('by POST (%j) leads to that page, from any origin', async (hint) => {
    const signedIn = await scene()
    const fields = {
      id_token_hint: hint,
      client_id: signedIn.client.clientIdentifier,
      post_logout_redirect_uri: signedIn.client.redirectUri,
      state: '',
      ui_locales: 'de',
    }
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const response = await postLogout(app, fields, signedIn.session, foreign)
    expect(response.status).toBe(303)
    const location = new URL(response.headers.get('location') ?? '', 'http://localhost:3000')
    expect(location.pathname).toBe('/auth/logout')
    expect([...location.searchParams]).toEqual([
      ['post_logout_redirect_uri', signedIn.client.redirectUri],
      ['state', ''],
      ['ui_locales', 'de'],
    ])
    expect(await sessionExists(signedIn)).toBe(true)
  })

  test('never ends in a redirect: nobody has vouched for the client', async () => {
    const { session, client } = await scene()
    const person = browser(app)
    person.cookies.set('authserver-session', session.cookie)
    await person.post('/auth/logout', {
      id_token_hint: 'rubbish',
      client_id: client.clientIdentifier,
      post_logout_redirect_uri: client.redirectUri,
    })
    const last = await person.submit()
    expect(last.view).toMatchObject({ page: 'signed-out', redirectRefused: true })
    expect(last.location).toBeNull()
  })

  test('a repeated parameter makes the request one, hint or not', async () => {
    const signedIn = await scene()
    const hint = await signedIn.hint()
    for (const query of [
      `id_token_hint=${hint}&id_token_hint=${hint}`,
      `id_token_hint=${hint}&state=1&state=2`,
      'client_id=a&client_id=b',
    ]) {
      const response = await app.fetch(`/auth/logout?${query}`)
      expect(viewOf(response)?.page).toBe('logout-confirm')
    }
    const twice: [string, string][] = [
      ['state', '1'],
      ['state', '2'],
    ]
    expect((await postLogout(app, twice, signedIn.session)).status).toBe(303)
    expect(await sessionExists(signedIn)).toBe(true)
  })

  test('so does one that cannot be decoded', async () => {
    expect(viewOf(await app.fetch('/auth/logout?state=%zz'))?.page).toBe('logout-confirm')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = (body: string) =>
      app.fetch('/auth/logout', { method: 'POST', body, headers: form })
    for (const body of ['state=%zz', `state=${'x'.repeat(70_000)}`]) {
      const response = await send(body)
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe('/auth/logout')
    }
  })

  test('keeps no value that is too long for an address', async () => {
    const fields = { id_token_hint: 'x', state: 's'.repeat(5_000), ui_locales: 'de' }
    const response = await postLogout(app, fields)
    expect(response.headers.get('location')).toBe('/auth/logout?ui_locales=de')
  })
})

describe('the redirect afterwards', () => {
  /** Where a confirmed sign-out leads; null when it ends on the signed-out page. */
  async function leadsTo(
    redirectUris: readonly string[],
    parameters: Readonly<Record<string, string>>,
  ): Promise<string | null> {
    const signedIn = await scene()
    const client = await aClient(store, { redirectUris })
    await store.sessions.touchClient(signedIn.session.id, client.id, testStart)
    const hint = await signedIn.hint({ aud: client.clientIdentifier })
    const response = await getLogout(app, { id_token_hint: hint, ...parameters })
    if (response.status === 302) return response.headers.get('location')
    const refused = parameters.post_logout_redirect_uri !== undefined
    expect(viewOf(response)).toMatchObject({ page: 'signed-out', redirectRefused: refused })
    expect(await store.sessions.countClients(signedIn.session.id)).toBe(1)
    return null
  }

  const uri = 'https://rp.example/after'

  test('goes to the registered URI and adds nothing', async () => {
    expect(await leadsTo([uri], { post_logout_redirect_uri: uri })).toBe(uri)
    expect(
      await leadsTo(['com.example.app:/x'], { post_logout_redirect_uri: 'com.example.app:/x' }),
    ).toBe('com.example.app:/x')
  })

  test('adds the state, an empty one too', async () => {
    const parameters = { post_logout_redirect_uri: uri }
    expect(await leadsTo([uri], { ...parameters, state: 'abc' })).toBe(`${uri}?state=abc`)
    expect(await leadsTo([uri], { ...parameters, state: '' })).toBe(`${uri}?state=`)
  })

  test('keeps the registered query, but for a state of its own', async () => {
    const registered = `${uri}?a=1;2&state=old&b=%2F`
    const parameters = { post_logout_redirect_uri: registered }
    expect(await leadsTo([registered], parameters)).toBe(registered)
    expect(await leadsTo([registered], { ...parameters, state: 'new' })).toBe(
      `${uri}?a=1;2&b=%2F&state=new`,
    )
  })

  test.each([
    ['another path', `${uri}/`],
    ['an added query', `${uri}?x=1`],
    ['another case', 'https://RP.example/after'],
    ['a fragment', `${uri}#x`],
    ['a network path', '//rp.example/after'],
    ['no address at all', 'after'],
    ['a host that repairs to the registered one', 'https:/rp.example/after'],
  ])('is not honoured for %s', async (_, requested) => {
    expect(await leadsTo([uri], { post_logout_redirect_uri: requested })).toBeNull()
  })

  test('has no port rule for loopback addresses', async () => {
    const registered = 'http://127.0.0.1/cb'
    const requested = 'http://127.0.0.1:5000/cb'
    expect(await leadsTo([registered], { post_logout_redirect_uri: requested })).toBeNull()
  })

  test('is not honoured for a registered URI that may not be emitted', async () => {
    for (const stored of ['https:///evil/cb', `${uri}#`, 'javascript:alert(1)']) {
      expect(await leadsTo([stored], { post_logout_redirect_uri: stored })).toBeNull()
    }
  })

  test('without a hint needs the client_id of the client', async () => {
    const client = await aPublicClient(store, { redirectUris: [uri], enabled: false })
    const post_logout_redirect_uri = uri
    const client_id = client.clientIdentifier
    const honoured = await postLogout(app, { post_logout_redirect_uri, client_id, state: 'x' })
    expect(honoured.status).toBe(302)
    expect(honoured.headers.get('location')).toBe(`${uri}?state=x`)
    for (const fields of [
      { post_logout_redirect_uri },
      { post_logout_redirect_uri, client_id: 'nobody' },
      { post_logout_redirect_uri, client_id: '' },
    ]) {
      const response = await postLogout(app, fields)
      expect(viewOf(response)).toMatchObject({ page: 'signed-out', redirectRefused: true })
    }
  })

  test('carries any state unchanged', async () => {
    const client = await aPublicClient(store, { redirectUris: [uri] })
    const fields = { post_logout_redirect_uri: uri, client_id: client.clientIdentifier }
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), async (text) => {
        const state = text.replaceAll('\0', '')
        const response = await postLogout(app, { ...fields, state })
        const location = response.headers.get('location') ?? ''
        expect([...new URL(location).searchParams]).toEqual([['state', state]])
      }),
      { numRuns: 60 },
    )
  })
})

describe('what a sign-out leaves alone', () => {
  test('refresh tokens, codes and grants', async () => {
    const signedIn = await scene()
    const { user, client, session } = signedIn
    const { sessionIdentifier } = session
    const offline = await aStoredGrant(store, user, client, { sessionIdentifier, offline: true })
    await getLogout(app, { id_token_hint: await signedIn.hint() }, session)
    expect((await store.refreshTokens.findByJti(offline.refreshToken.jti))?.revoked).toBe(false)
    expect((await store.codes.findByHash(offline.code.codeHash))?.revoked).toBe(false)
    expect(
      (await store.grants.findByIdentifier(offline.grant.grantIdentifier))?.revokedAt,
    ).toBeNull()
  })

  test('the other sessions of the user', async () => {
    const signedIn = await scene()
    const elsewhere = await aSession(store, signedIn.user, [signedIn.client])
    await postLogout(app, {}, signedIn.session)
    expect(await sessionExists({ session: elsewhere })).toBe(true)
  })

  test('sign-ins in progress of other browsers; those of this one are dropped', async () => {
    const { session, client } = await scene()
    const begin = (browserCookie: string) =>
      store.ceremonies.insert({
        createdAt: testStart,
        expiresAt: addSeconds(testStart, 3_600),
        ceremonyIdentifier: `${browserCookie}-ceremony`,
        browserHash: sha256Hex(browserCookie),
        clientId: client.id,
        redirectUri: client.redirectUri,
        responseType: 'code',
        responseMode: 'query',
        scope: 'openid',
        state: '',
        nonce: '',
        prompt: '',
        targetAcr: 'urn:authserver:level1',
        hintSubject: '',
        uiLocales: '',
        loginHint: '',
        ipAddress: '',
        userAgent: '',
      })
    await begin('a-browser')
    await begin('another-browser')
    await postLogout(app, {}, session)
    expect(await store.ceremonies.findByIdentifier('a-browser-ceremony')).toBeNull()
    expect(await store.ceremonies.findByIdentifier('another-browser-ceremony')).not.toBeNull()
  })
})

describe('failures of ours', () => {
  test('a sign-out that cannot be stored is a 500 and keeps the cookie', async () => {
    const signedIn = await scene()
    const failing = vi.spyOn(store, 'transaction').mockRejectedValueOnce(new Error('no database'))
    const response = await postLogout(app, {}, signedIn.session)
    failing.mockRestore()
    expect(response.status).toBe(500)
    expect(viewOf(response)).toMatchObject({ page: 'error', reason: 'internal' })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await sessionExists(signedIn)).toBe(true)
  })

  test('a client that cannot be looked up costs the redirect, not the sign-out', async () => {
    const signedIn = await scene()
    const { clientIdentifier: client_id, redirectUri: post_logout_redirect_uri } = signedIn.client
    const failing = vi
      .spyOn(store.clients, 'findByIdentifier')
      .mockRejectedValueOnce(new Error('no database'))
    const fields = { client_id, post_logout_redirect_uri }
    const response = await postLogout(app, fields, signedIn.session)
    failing.mockRestore()
    expect(viewOf(response)).toMatchObject({ page: 'signed-out', redirectRefused: true })
    expect(await sessionExists(signedIn)).toBe(false)
  })
})

test('registered web origins may read the answer', async () => {
  await aClient(store, { webOrigins: ['https://spa.example'] })
  const read = async (origin: string) =>
    (await app.fetch('/auth/logout', { headers: { origin } })).headers.get(
      'access-control-allow-origin',
    )
  expect(await read('https://spa.example')).toBe('https://spa.example')
  expect(await read('https://other.example')).toBeNull()
})

test('other methods are refused', async () => {
  const response = await app.fetch('/auth/logout', { method: 'DELETE' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toContain('POST')
})
