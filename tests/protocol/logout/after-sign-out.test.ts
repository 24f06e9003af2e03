import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { anInteraction } from '#tests/support/interactions.ts'
import { aClient, aPublicClient } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { viewOf } from '#tests/support/views.ts'
import { getLogout, logoutServer, postLogout } from './fixture.ts'

const { app, fixture, sessionExists } = await logoutServer()
const { store } = app

describe('the redirect afterwards', () => {
  /** The redirect after a confirmed sign-out; null when it ends on the signed-out page. */
  async function leadsTo(
    redirectUris: readonly string[],
    parameters: Readonly<Record<string, string>>,
  ): Promise<string | null> {
    const signedIn = await fixture()
    const client = await aClient(store, { redirectUris })
    await store.sessions.touchClient(signedIn.session.sessionIdentifier, client.id, testStart)
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
    const signedIn = await fixture()
    const { user, client, session } = signedIn
    const { sessionIdentifier } = session
    const offline = await aStoredGrant(store, user, client, { sessionIdentifier, offline: true })
    await getLogout(app, { id_token_hint: await signedIn.hint() }, session)
    expect((await store.refreshTokens.findByJti(offline.refreshToken.jti))?.revoked).toBe(false)
    expect((await store.codes.findByHash(offline.code.codeHash))?.revoked).toBe(false)
    expect(
      await app.runtime.database.prisma.grant.findUnique({ where: { id: offline.grant.id } }),
    ).toEqual(offline.grant)
  })

  test('the other sessions of the user', async () => {
    const signedIn = await fixture()
    const elsewhere = await aSession(store, signedIn.user, [signedIn.client])
    await postLogout(app, {}, signedIn.session)
    expect(await sessionExists({ session: elsewhere })).toBe(true)
  })

  test('sign-ins in progress of other browsers; those of this one are dropped', async () => {
    const { session, client } = await fixture()
    const begin = (browserCookie: string) =>
      anInteraction(store, client, {
        interactionIdentifier: `${browserCookie}-ceremony`,
        browserHash: sha256Hex(browserCookie),
      })
    await begin('a-browser')
    await begin('another-browser')
    await postLogout(app, {}, session)
    expect(await store.interactions.findByIdentifier('a-browser-ceremony')).toBeNull()
    expect(await store.interactions.findByIdentifier('another-browser-ceremony')).not.toBeNull()
  })
})
