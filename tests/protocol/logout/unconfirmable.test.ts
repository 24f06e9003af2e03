import { describe, expect, test, vi } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { failingConfiguration } from '#tests/support/failing-configuration.ts'
import { aClient } from '#tests/support/people.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { viewOf } from '#tests/support/views.ts'
import { getLogout, logoutServer, postLogout } from './fixture.ts'

const { app, fixture, sessionExists } = await logoutServer()
const { store } = app

describe('an unconfirmable hint', () => {
  test('by GET is answered with the confirmation page, without client_id and hint', async () => {
    const signedIn = await fixture()
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
    const signedIn = await fixture()
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
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.origin + location.pathname).toBe(`${baseUrl}/auth/logout`)
    expect([...location.searchParams]).toEqual([
      ['post_logout_redirect_uri', signedIn.client.redirectUri],
      ['state', ''],
      ['ui_locales', 'de'],
    ])
    expect(await sessionExists(signedIn)).toBe(true)
  })

  test('never ends in a redirect: nobody has vouched for the client', async () => {
    const { session, client } = await fixture()
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
    const signedIn = await fixture()
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
      expect(response.headers.get('location')).toBe(`${baseUrl}/auth/logout`)
    }
  })

  test('keeps no value that is too long for an address', async () => {
    const fields = { id_token_hint: 'x', state: 's'.repeat(5_000), ui_locales: 'de' }
    const response = await postLogout(app, fields)
    expect(response.headers.get('location')).toBe(`${baseUrl}/auth/logout?ui_locales=de`)
  })
})

describe('failures of ours', () => {
  test('a sign-out that cannot be stored is a 500 and keeps the cookie', async () => {
    const signedIn = await fixture()
    const failing = vi
      .spyOn(store, 'adminTransaction')
      .mockRejectedValueOnce(new Error('no database'))
    const response = await postLogout(app, {}, signedIn.session)
    failing.mockRestore()
    expect(response.status).toBe(500)
    expect(viewOf(response)).toMatchObject({ page: 'error', reason: 'internal' })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await sessionExists(signedIn)).toBe(true)
  })

  test('a client that cannot be looked up costs the redirect, not the sign-out', async () => {
    const signedIn = await fixture()
    const { clientIdentifier: client_id, redirectUri: post_logout_redirect_uri } = signedIn.client
    const failing = failingConfiguration(store, 'client')
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

describe('a browser in which nobody is signed in any more', () => {
  const website = {
    websiteUrl: 'https://shop.example/',
    displayName: 'Shop',
    showDisplayName: true,
  }

  /** Signs out with a hint that outlived its session. */
  async function late(
    columns: Partial<typeof website>,
    changes: Readonly<Record<string, unknown>> = {},
  ) {
    const signedIn = await fixture()
    const { client, session } = signedIn
    await store.clients.update(client.id, columns)
    await store.sessions.remove(session.id)
    const id_token_hint = await signedIn.hint({ exp: 1, ...changes })
    const { clientIdentifier: client_id, redirectUri: post_logout_redirect_uri } = client
    return viewOf(
      await getLogout(app, { id_token_hint, client_id, post_logout_redirect_uri, state: 's' }),
    )
  }

  test('is told so, and offered the website of the application', async () => {
    expect(await late(website)).toMatchObject({
      page: 'logout-confirm',
      isSignedOut: true,
      application: { name: 'Shop', websiteUrl: 'https://shop.example/' },
    })
  })

  test.each([
    [''],
    ['javascript:alert(1)'],
    ['https://'],
    ['data:text/html,x'],
    ['//shop.example'],
  ])('is offered no %j', async (websiteUrl) => {
    const view = await late({ ...website, websiteUrl })
    expect(view).toMatchObject({ isSignedOut: true })
    expect(view).not.toHaveProperty('application')
  })

  test.each([
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['no client of ours', { aud: 'nobody' }],
    ['no session', { sid: undefined }],
  ])('is offered none by a hint of %s', async (_, changes) => {
    const view = await late(website, changes)
    expect(view).toMatchObject({ isSignedOut: true })
    expect(view).not.toHaveProperty('application')
  })

  test('while a browser that is signed in is asked', async () => {
    const [signedIn, other] = [await fixture(), await fixture()]
    await store.clients.update(other.client.id, website)
    await store.sessions.remove(other.session.id)
    const id_token_hint = await other.hint({ exp: 1 })
    const view = viewOf(await getLogout(app, { id_token_hint }, signedIn.session))
    expect(view).toMatchObject({ isSignedOut: false })
    expect(view).not.toHaveProperty('application')
  })

  test('is told so also while the row of its session is still there', async () => {
    const { session } = await fixture()
    app.clock.advance(3 * 3600)
    expect(viewOf(await getLogout(app, {}, session))).toMatchObject({ isSignedOut: true })
  })
})
