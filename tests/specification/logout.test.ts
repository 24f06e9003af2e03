import { describe, expect, test } from 'vitest'
import { encryptHint } from '#tests/protocol/logout/fixture.ts'
import type { browser, Visit } from '#tests/support/browser.ts'
import { redeem, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'

/*
 * The specification's table of requests and results, with ID tokens that the server issued.
 * tests/protocol/logout tests each check of a hint.
 */

const app = await server()
const { store } = app
const uri = 'https://client.example/callback'

async function fixture() {
  const user = await aUser(store)
  const client = await aClient(store)
  const signedIn = await signIn(app, client, user)
  const { body } = await redeem(app, client, signedIn)
  const isSignedIn = async () => (await sessionsOf(store, user.id)).length > 0
  return { client, person: signedIn.browser, hint: body.id_token ?? '', isSignedIn }
}

type Fields = Readonly<Record<string, string>>
type Ask = (person: ReturnType<typeof browser>, fields: Fields) => Promise<Visit>

const byGet: Ask = (person, fields) => person.visit(`/auth/logout?${new URLSearchParams(fields)}`)
const byPost: Ask = (person, fields) => person.post('/auth/logout', fields)
const fromElsewhere: Ask = (person, fields) =>
  person.post('/auth/logout', fields, {
    headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
  })

describe('a confirmed hint signs out at once', () => {
  test.each([
    ['by GET', byGet],
    ['by POST', byPost],
    ['by POST from another origin', fromElsewhere],
  ])('%s', async (_, ask) => {
    const { person, hint, isSignedIn } = await fixture()
    const end = await ask(person, {
      id_token_hint: hint,
      post_logout_redirect_uri: uri,
      state: 's',
    })
    expect([end.status, end.location?.href]).toEqual([302, `${uri}?state=s`])
    expect(await isSignedIn()).toBe(false)
    expect(person.cookies.has('authserver-session')).toBe(false)
  })

  test('encrypted with the secret of the client, with or without cty', async () => {
    for (const header of [{}, { cty: 'JWT' }]) {
      const { person, client, hint, isSignedIn } = await fixture()
      const id_token_hint = await encryptHint(hint, client.secret, header)
      const fields = { id_token_hint, client_id: client.clientIdentifier }
      const end = await byGet(person, { ...fields, post_logout_redirect_uri: uri })
      expect(end.location?.href).toBe(uri)
      expect(await isSignedIn()).toBe(false)
    }
  })

  test('expired, while the session exists', async () => {
    const { person, hint, isSignedIn } = await fixture()
    app.clock.advance(3_600)
    const end = await byGet(person, { id_token_hint: hint })
    app.clock.advance(-3_600)
    expect(end.view?.page).toBe('signed-out')
    expect(await isSignedIn()).toBe(false)
  })
})

describe('without a confirmed hint', () => {
  test.each<[string, Fields]>([
    ['no hint', {}],
    ['an unconfirmable one', { id_token_hint: 'x.y.z' }],
    ['an empty one', { id_token_hint: '' }],
  ])('GET with %s asks first, and the confirmation signs out', async (_, fields) => {
    const { person, isSignedIn } = await fixture()
    expect((await byGet(person, fields)).view?.page).toBe('logout-confirm')
    expect(await isSignedIn()).toBe(true)
    expect((await person.submit()).view?.page).toBe('signed-out')
    expect(await isSignedIn()).toBe(false)
  })

  test('POST with an unconfirmable one is a 303 that drops hint and client', async () => {
    const { client } = await fixture()
    const response = await app.post('/auth/logout', {
      id_token_hint: 'x',
      client_id: client.clientIdentifier,
      post_logout_redirect_uri: uri,
      state: 'a b',
      ui_locales: 'fr',
    })
    expect(response.status).toBe(303)
    const target = new URL(response.headers.get('location') ?? '', 'http://x')
    expect([target.pathname, Object.fromEntries(target.searchParams)]).toEqual([
      '/auth/logout',
      { post_logout_redirect_uri: uri, state: 'a b', ui_locales: 'fr' },
    ])
  })

  test('POST from another origin is 403 and changes nothing', async () => {
    const { person, isSignedIn } = await fixture()
    expect((await fromElsewhere(person, {})).status).toBe(403)
    expect(await isSignedIn()).toBe(true)
  })

  test('the redirect is that of the client that client_id names', async () => {
    const { person, client } = await fixture()
    const fields = { client_id: client.clientIdentifier, post_logout_redirect_uri: uri, state: '' }
    await byGet(person, fields)
    expect((await person.submit()).location?.href).toBe(`${uri}?state=`)
    const other = await fixture()
    await byGet(other.person, { post_logout_redirect_uri: uri })
    const end = await other.person.submit()
    expect(end.view).toMatchObject({ page: 'signed-out', redirectRefused: true })
  })

  test('pages speak the languages of ui_locales', async () => {
    const { person } = await fixture()
    const page = await byGet(person, { ui_locales: 'fr de' })
    expect(page.view?.uiLocales).toEqual(['fr', 'de'])
    expect((await person.submit()).view?.uiLocales).toEqual(['fr', 'de'])
  })
})
