import { beforeEach, describe, expect, test, vi } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { aClient } from '#tests/support/people.ts'
import { viewOf } from '#tests/support/views.ts'
import { encryptHint, getLogout, logoutServer, postLogout } from './fixture.ts'

const { app, fixture, sessionExists } = await logoutServer()
const { client: database } = await fileDatabase()
const { store } = app

const entries = () => auditEntries(database)
beforeEach(async () => {
  await database.auditLog.deleteMany()
})

const clearing = [
  'authserver-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  'authserver-browser=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
]

describe('a confirmed hint', () => {
  test.each(['GET', 'POST'])('signs out at once by %s', async (method) => {
    const signedIn = await fixture()
    const fields = { id_token_hint: await signedIn.hint() }
    const send = method === 'GET' ? getLogout : postLogout
    const response = await send(app, fields, signedIn.session)
    expect(response.status).toBe(200)
    expect(viewOf(response)).toMatchObject({ page: 'signed-out', redirectRefused: false })
    expect(response.headers.getSetCookie()).toEqual(clearing)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await sessionExists(signedIn)).toBe(false)
  })

  test('does nothing by HEAD, which is refused', async () => {
    const signedIn = await fixture()
    const query = new URLSearchParams({ id_token_hint: await signedIn.hint() })
    const { status, headers } = await app.fetch(`/auth/logout?${query}`, { method: 'HEAD' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS'])
    expect(await sessionExists(signedIn)).toBe(true)
  })

  test('of the last client ends the session and says so twice', async () => {
    const signedIn = await fixture()
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
    const signedIn = await fixture([await aClient(store)])
    const hint = await signedIn.hint()
    const response = await getLogout(app, { id_token_hint: hint }, signedIn.session)
    expect(response.headers.getSetCookie()).toEqual(clearing)
    expect(await sessionExists(signedIn)).toBe(true)
    expect(await store.sessions.countClients(signedIn.session.id)).toBe(1)
    expect((await entries()).map((entry) => entry.event)).toEqual(['deleted_user_session_client'])
  })

  test('of a client that is not on the session changes nothing', async () => {
    const signedIn = await fixture()
    const stranger = await aClient(store)
    const hint = await signedIn.hint({ aud: stranger.clientIdentifier })
    const response = await getLogout(app, { id_token_hint: hint }, signedIn.session)
    expect(viewOf(response)?.page).toBe('signed-out')
    expect(await sessionExists(signedIn)).toBe(true)
    expect(await entries()).toEqual([])
  })

  test('whose session is gone is answered all the same', async () => {
    const signedIn = await fixture()
    await store.sessions.remove(signedIn.session.id)
    const response = await getLogout(app, { id_token_hint: await signedIn.hint() })
    expect(viewOf(response)?.page).toBe('signed-out')
    expect(await entries()).toEqual([])
  })

  test('may be encrypted', async () => {
    const signedIn = await fixture()
    const { clientIdentifier: client_id, secret } = signedIn.client
    const id_token_hint = await encryptHint(await signedIn.hint(), secret)
    await postLogout(app, { id_token_hint, client_id }, signedIn.session)
    expect(await sessionExists(signedIn)).toBe(false)
  })

  test('may stand in the query of a POST', async () => {
    const signedIn = await fixture()
    const query = new URLSearchParams({ id_token_hint: await signedIn.hint() })
    const response = await app.post(`/auth/logout?${query}`, {})
    expect(viewOf(response)?.page).toBe('signed-out')
  })

  test('two clients leaving at once end the session', async () => {
    const second = await aClient(store)
    for (let i = 0; i < 5; i++) {
      const signedIn = await fixture([second])
      const hints = [await signedIn.hint(), await signedIn.hint({ aud: second.clientIdentifier })]
      await Promise.all(hints.map((hint) => getLogout(app, { id_token_hint: hint })))
      expect(await sessionExists(signedIn)).toBe(false)
    }
    const logouts = (await entries()).filter((entry) => entry.event === 'logout')
    expect(logouts).toHaveLength(5)
  })

  test('the same hint many times at once is one sign-out', async () => {
    const signedIn = await fixture()
    const fields = { id_token_hint: await signedIn.hint() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => getLogout(app, fields)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
    expect((await entries()).map((entry) => entry.event)).toEqual([
      'deleted_user_session_client',
      'logout',
    ])
  })
})

test('of many ui_locales no more is looked at than at the authorization endpoint', async () => {
  const languages = vi.spyOn(Intl, 'getCanonicalLocales')
  await getLogout(app, { ui_locales: 'en-a '.repeat(13_000) })
  expect(languages.mock.calls.length).toBeLessThanOrEqual(2_048 / 5)
  languages.mockRestore()
})

describe('no hint', () => {
  test('GET asks first, whether or not there is a session', async () => {
    const signedIn = await fixture()
    for (const session of [signedIn.session, undefined]) {
      const response = await getLogout(app, {}, session)
      expect(response.status).toBe(200)
      const isSignedOut = session === undefined
      expect(viewOf(response)).toEqual({
        page: 'logout-confirm',
        fields: [],
        isSignedOut,
        ...(isSignedOut ? {} : { account: expect.objectContaining({ name: 'Ada Lovelace' }) }),
        uiLocales: [],
      })
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
      isSignedOut: true,
      uiLocales: ['fr', 'de'],
    })
  })

  test('a POST of our own page ends the whole session', async () => {
    const signedIn = await fixture([await aClient(store)])
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
    const signedIn = await fixture()
    const response = await postLogout(app, {}, signedIn.session, headers as Record<string, string>)
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await sessionExists(signedIn)).toBe(true)
    expect(await entries()).toEqual([])
  })

  test('from the page to the end, in a browser', async () => {
    const { session, client } = await fixture()
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
