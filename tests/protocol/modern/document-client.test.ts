import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import {
  authorizePath,
  pkcePair,
  redeem,
  requestToken,
  responseOf,
  signIn,
} from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { addresses, documentName, documentOf, documentServer } from './document-server.ts'

const app = await server()
const { client: database } = await fileDatabase()
const user = await aUser(app.store)
const remote = await documentServer()
afterAll(remote.stop)

let count = 0
/** A client that nobody has asked for yet. */
const aDocument = () => remote.url(`/app-${++count}.json`)

const trusted = {
  clientIdMetadataDocumentsEnabled: true,
  clientIdMetadataDocumentHosts: remote.host,
  clientIdMetadataDocumentOtherHosts: 'refuse',
}

beforeEach(async () => {
  await app.changeSettings(trusted)
  remote.serve(documentOf(remote.host))
  remote.asked.length = 0
  await database.rateLimit.deleteMany()
})

const clientOf = (clientIdentifier: string, redirectUri = `https://${remote.host}/cb`) => ({
  clientIdentifier,
  redirectUri,
  secret: '',
})

const { challenge } = pkcePair()

/** Opens the authorization request of a client, without a session. */
async function open(clientIdentifier: string, change: Record<string, string | undefined> = {}) {
  const request = { code_challenge: challenge, code_challenge_method: 'S256', ...change }
  return browser(app).visit(authorizePath(clientOf(clientIdentifier), request))
}

/** The reason of the error page; the name of any other page. */
async function pageOf(clientIdentifier: string, change: Record<string, string | undefined> = {}) {
  const { view, status } = await open(clientIdentifier, change)
  return view?.page === 'error' ? `${status} ${view.reason}` : view?.page
}

const stored = (clientIdentifier: string) => app.store.clients.findByIdentifier(clientIdentifier)
const registrationOf = async (clientIdentifier: string) => {
  const client = await stored(clientIdentifier)
  return client && app.store.clientRegistrations.findOfClient(client.id)
}

describe('a client with a good document', () => {
  test('signs people in, gets tokens, refreshes them, and is stored as its document says', async () => {
    const url = aDocument()
    const client = clientOf(url)
    const signedIn = await signIn(app, client, user, {
      request: { scope: 'openid offline_access' },
    })
    const { status, body } = await redeem(app, client, signedIn)
    expect(status).toBe(200)
    const refreshed = await requestToken(app, client, {
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
    })
    expect(refreshed.status).toBe(200)
    expect(await stored(url)).toMatchObject({
      displayName: 'Route helper',
      showDisplayName: true,
      isPublic: true,
      pkceRequired: true,
      consentRequired: true,
      createdViaDcr: true,
      enabled: true,
      authorizationCodeEnabled: true,
      clientCredentialsEnabled: false,
      implicitGrantEnabled: false,
      resourceOwnerPasswordCredentialsEnabled: false,
      administrativeScopesAllowed: false,
    })
    expect(await registrationOf(url)).toMatchObject({
      kind: 'metadata_document',
      approval: 'approved',
      everConsented: true,
      lastFailure: '',
    })
    expect(remote.asked).toHaveLength(1)
  })

  test('is named with its host on the pages; one of a host that is not trusted is not verified', async () => {
    const url = aDocument()
    const { view } = await open(url)
    expect(view).toMatchObject({
      page: 'sign-in',
      client: { name: 'Route helper', host: remote.host, unverified: false },
    })
    await app.changeSettings({ clientIdMetadataDocumentOtherHosts: 'allow' })
    // A port other than 443 needs a trusted host; without trust afterwards the client is a stranger.
    await app.changeSettings({ clientIdMetadataDocumentHosts: '' })
    const stranger = await open(url)
    expect(stranger.view).toMatchObject({
      client: { name: 'Route helper', host: remote.host, unverified: true },
    })
  })

  test('may use any port of a loopback address without one, and every port of its own', async () => {
    const uris = ['http://localhost/callback', 'http://127.0.0.1:33418/', 'http://[::1]:7777/cb']
    remote.serve(documentOf(remote.host, { redirect_uris: uris }))
    const url = aDocument()
    const answers = async (redirect_uri: string) => pageOf(url, { redirect_uri })
    expect(await answers('http://localhost:51000/callback')).toBe('sign-in')
    expect(await answers('http://127.0.0.1:51000/')).toBe('sign-in')
    expect(await answers('http://[::1]:51000/cb')).toBe('sign-in')
    const refused = '400 redirect_uri_not_registered'
    expect(await answers('http://127.0.0.1:51000/x')).toBe(refused)
    expect(await answers('http://localhost:51000/')).toBe(refused)
    expect(await answers('https://127.0.0.1:51000/')).toBe(refused)
  })

  test('redeems its code at the port of its request only', async () => {
    const uris = ['http://127.0.0.1:33418/']
    remote.serve(documentOf(remote.host, { redirect_uris: uris }))
    const url = aDocument()
    const signedIn = await signIn(app, clientOf(url, 'http://127.0.0.1:51000/'), user)
    const { status, body } = await redeem(app, clientOf(url, 'http://127.0.0.1:33418/'), signedIn)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    const again = await signIn(app, clientOf(url, 'http://127.0.0.1:51000/'), user)
    expect((await redeem(app, clientOf(url, 'http://127.0.0.1:51000/'), again)).status).toBe(200)
  })

  test('is refused the scopes of this server’s own APIs', async () => {
    const url = aDocument()
    const visit = await browser(app).visit(
      authorizePath(clientOf(url), {
        code_challenge: challenge,
        code_challenge_method: 'S256',
        scope: 'openid authserver:manage-account',
      }),
    )
    expect(responseOf(visit)).toMatchObject({
      error: 'invalid_scope',
      error_description:
        "The client is not allowed to request the scope 'authserver:manage-account'.",
    })
  })

  test('must use PKCE', async () => {
    const url = aDocument()
    const path = authorizePath(clientOf(url))
    expect(responseOf(await browser(app).visit(path))).toMatchObject({ error: 'invalid_request' })
  })
})

describe('no connection is made', () => {
  test.each([
    ['another scheme', `http://${documentName}/a`],
    ['an upper-case scheme', `HTTPS://${documentName}/a`],
    ['no path', `https://${documentName}`],
    ['the root as path', `https://${documentName}/`],
    ['a query', `https://${documentName}/a?b`],
    ['an empty query', `https://${documentName}/a?`],
    ['a fragment', `https://${documentName}/a#b`],
    ['an empty fragment', `https://${documentName}/a#`],
    ['a user', `https://x@${documentName}/a`],
    ['an empty user', `https://@${documentName}/a`],
    ['dot segments', `https://${documentName}/a/../b`],
    ['escaped dot segments', `https://${documentName}/a/%2E%2e/b`],
    ['an upper-case host', `https://Agent.example/a`],
    ['a final dot', `https://${documentName}./a`],
    ['a default port', `https://${documentName}:443/a`],
    ['another port', `https://${documentName}:8443/a`],
    ['an address', 'https://127.0.0.1/a'],
    ['a decimal address', 'https://2130706433/a'],
    ['an address of IPv6', 'https://[::1]/a'],
    ['one label', 'https://intranet/a'],
    ['a backslash', `https://${documentName}\\a`],
    ['a blank', `https://${documentName}/a b`],
    ['a character beyond ASCII', `https://${documentName}/ä`],
    ['513 bytes', `https://${documentName}/${'a'.repeat(513 - 9 - documentName.length)}`],
  ])('for an identifier with %s', async (_, identifier) => {
    await app.changeSettings({ clientIdMetadataDocumentOtherHosts: 'allow' })
    expect(await pageOf(identifier)).toBe('400 client_not_found')
    expect(remote.asked).toEqual([])
  })

  test('for a host that is not listed, where others are refused', async () => {
    addresses.set('other.example', ['127.0.0.1'])
    expect(await pageOf('https://other.example/app')).toBe('400 client_not_found')
  })

  test('for a client that an administrator made with such an identifier', async () => {
    const url = aDocument()
    const made = await aClient(app.store, { clientIdentifier: url })
    expect(await pageOf(url, { redirect_uri: made.redirectUri })).toBe('sign-in')
    expect(remote.asked).toEqual([])
  })

  test('while documents are off, and a known client is disabled everywhere', async () => {
    const url = aDocument()
    const client = clientOf(url)
    const tokens = await redeem(app, client, await signIn(app, client, user))
    await app.changeSettings({ clientIdMetadataDocumentsEnabled: false })
    expect(await pageOf(aDocument())).toBe('400 client_not_found')
    expect(await pageOf(url)).toBe('400 client_disabled')
    const again = await requestToken(app, client, {
      grant_type: 'refresh_token',
      refresh_token: tokens.body.refresh_token,
    })
    expect([again.status, again.body]).toMatchObject([
      401,
      { error: 'invalid_client', error_description: 'Client is disabled.' },
    ])
    await app.changeSettings({ clientIdMetadataDocumentsEnabled: true })
    const live = await requestToken(app, client, {
      grant_type: 'refresh_token',
      refresh_token: tokens.body.refresh_token,
    })
    expect(live.status).toBe(200)
    await app.changeSettings({ clientIdMetadataDocumentHosts: 'another.example' })
    expect(await pageOf(url)).toBe('400 client_disabled')
  })
})

describe('an application of a host that is not listed', () => {
  beforeAll(() => app.changeSettings({ clientIdMetadataDocumentHosts: remote.host }))

  /** Hosts with another port have to be listed, so a listed one loses its trust after the first visit. */
  async function aStranger(rule: string) {
    const url = aDocument()
    await app.changeSettings({ clientIdMetadataDocumentOtherHosts: rule })
    await open(url)
    await app.changeSettings({ clientIdMetadataDocumentHosts: '' })
    return url
  }

  test('shows a page before its errors are delivered; a trusted one and a silent request do not', async () => {
    const url = await aStranger('allow')
    const request = { scope: 'openid nonsense' }
    expect((await open(url, request)).view?.page).toBe('redirect-withheld')
    expect(responseOf(await open(url, { ...request, prompt: 'none' }))).toMatchObject({
      error: 'invalid_scope',
    })
    await app.changeSettings(trusted)
    expect(responseOf(await open(url, request))).toMatchObject({ error: 'invalid_scope' })
  })
})

describe('a change of the document', () => {
  const day = 86_400

  test('of name or redirect host forgets consents; the refresh token waits for the new one', async () => {
    const url = aDocument()
    const client = clientOf(url)
    const request = { scope: 'openid offline_access' }
    const signedIn = await signIn(app, client, user, { request })
    const { body } = await redeem(app, client, signedIn)
    app.clock.advance(day)
    remote.serve(documentOf(remote.host, { client_name: 'Another name' }))
    expect(await pageOf(url)).toBe('sign-in')
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    expect((await requestToken(app, client, refresh)).status).toBe(400)
    await signIn(app, client, user, { request })
    expect((await requestToken(app, client, refresh)).status).toBe(200)
    const entry = await database.auditLog.findFirst({
      where: { auditEvent: 'metadata_document_changed' },
    })
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({
      clientIdentifier: url,
      changed: ['client_name'],
      significant: true,
    })
  })

  test('of anything else leaves them', async () => {
    const url = aDocument()
    const client = clientOf(url)
    const signedIn = await signIn(app, client, user)
    await redeem(app, client, signedIn)
    app.clock.advance(day)
    remote.serve(documentOf(remote.host, { software_version: '2' }))
    expect(await pageOf(url)).toBe('sign-in')
    expect(remote.asked).toHaveLength(2)
    const row = await stored(url)
    expect(await app.store.consents.find(user.id, row?.id ?? 0)).not.toBeNull()
  })

  test('that names a further redirect URI is seen at once, a minute after the last reading', async () => {
    const url = aDocument()
    remote.serve(documentOf(remote.host), { 'Cache-Control': 'max-age=86400' })
    expect(await pageOf(url)).toBe('sign-in')
    const uri = `https://${remote.host}/cb2`
    const both = { redirect_uris: [`https://${remote.host}/cb`, uri] }
    remote.serve(documentOf(remote.host, both), { 'Cache-Control': 'max-age=86400' })
    const refused = '400 redirect_uri_not_registered'
    expect(await pageOf(url, { redirect_uri: uri })).toBe(refused)
    expect(remote.asked).toHaveLength(1)
    app.clock.advance(120)
    expect(await pageOf(url, { redirect_uri: uri })).toBe('sign-in')
    expect(remote.asked).toHaveLength(2)
    expect(await pageOf(url, { redirect_uri: `${uri}3` })).toBe(refused)
    expect(remote.asked).toHaveLength(2)
    app.clock.advance(120)
    remote.answerWith(503)
    expect(await pageOf(url, { redirect_uri: `${uri}3` })).toBe(refused)
    expect(remote.asked).toHaveLength(3)
  })

  test('is seen by a browser with a session, which goes on with the new address', async () => {
    const url = aDocument()
    const signedIn = await signIn(app, clientOf(url), user)
    const uri = `https://${remote.host}/cb2`
    remote.serve(documentOf(remote.host, { redirect_uris: [`https://${remote.host}/cb`, uri] }))
    app.clock.advance(120)
    const again = await signIn(app, clientOf(url, uri), user, { browser: signedIn.browser })
    expect(again.code).not.toBe('')
  })
})

describe('a document that is stale', () => {
  async function afterADay(answer: () => void) {
    const url = aDocument()
    await open(url)
    app.clock.advance(600)
    answer()
    return { url, page: await pageOf(url) }
  }

  test.each([403, 408, 429, 500, 503])(
    'stands for a day while its server answers %i',
    async (status) => {
      const { url, page } = await afterADay(() => remote.answerWith(status))
      expect(page).toBe('sign-in')
      expect(await pageOf(url)).toBe('sign-in')
      expect(remote.asked).toHaveLength(2)
      expect(await registrationOf(url)).toMatchObject({ lastFailure: `http_${status}` })
      app.clock.advance(86_400)
      expect(await pageOf(url)).toBe('400 client_document_unavailable')
    },
  )

  test.each([404, 410])('ends with a %i, and its tokens stay', async (status) => {
    const { url, page } = await afterADay(() => remote.answerWith(status))
    expect(page).toBe('400 client_document_invalid')
    expect(await pageOf(url)).toBe('400 client_document_invalid')
    expect(remote.asked).toHaveLength(2)
    expect(await stored(url)).toMatchObject({ enabled: true })
    app.clock.advance(61)
    remote.serve(documentOf(remote.host))
    expect(await pageOf(url)).toBe('sign-in')
  })

  test('ends with one that cannot be used', async () => {
    const { page } = await afterADay(() => remote.serve({ client_name: 'x' }))
    expect(page).toBe('400 client_document_invalid')
  })
})

describe('a clock that was ahead', () => {
  const ahead = 30 * 86_400

  test('keeps no document: it is read again', async () => {
    const url = aDocument()
    app.clock.advance(ahead)
    expect(await pageOf(url)).toBe('sign-in')
    app.clock.advance(-ahead)
    remote.answerWith(410)
    expect(await pageOf(url)).toBe('400 client_document_invalid')
  })

  test('keeps no failure: the document is tried again', async () => {
    const url = aDocument()
    expect(await pageOf(url)).toBe('sign-in')
    app.clock.advance(ahead)
    remote.answerWith(410)
    expect(await pageOf(url)).toBe('400 client_document_invalid')
    app.clock.advance(600 - ahead)
    remote.serve(documentOf(remote.host))
    expect(await pageOf(url)).toBe('sign-in')
    expect(remote.asked).toHaveLength(3)
  })
})

describe('a first fetch that fails', () => {
  test.each([
    ['a redirect', 302, '', { Location: 'https://elsewhere.example/' }],
    ['201', 201, '{}', {}],
    ['204', 204, '', {}],
    ['404', 404, '', {}],
    ['500', 500, '', {}],
  ])('%s stores nothing, and is not tried again for a minute', async (_, status, body, headers) => {
    const url = aDocument()
    remote.answerWith(status, body, headers as Record<string, string>)
    expect(await pageOf(url)).toBe('400 client_document_unavailable')
    expect(await stored(url)).toBeNull()
    remote.serve(documentOf(remote.host))
    expect(await pageOf(url)).toBe('400 client_document_unavailable')
    expect(remote.asked).toHaveLength(1)
  })

  test.each([
    ['no such name', () => addresses.delete(documentName)],
    ['a private address', () => addresses.set(documentName, ['10.0.0.1'])],
    [
      'one private address among good ones',
      () => addresses.set(documentName, ['127.0.0.1', '10.0.0.1']),
    ],
    ['a cloud’s metadata service', () => addresses.set(documentName, ['169.254.169.254'])],
  ])('%s gives the same page', async (_, change) => {
    change()
    const url = aDocument()
    expect(await pageOf(url)).toBe('400 client_document_unavailable')
    addresses.set(documentName, ['127.0.0.1'])
    expect(remote.asked).toEqual([])
  })
})

describe('that requests reach no server is told', () => {
  const visit = async (urlOf: (visit: number) => string) => {
    await app.store.outboundReach.noteReached('metadata_document')
    await database.rateLimit.deleteMany()
    for (let visit = 0; visit < 10; visit++) {
      expect(await pageOf(urlOf(visit))).toBe('400 client_document_unavailable')
    }
    const told = await app.store.outboundReach.listUnreached(10, new Date(0))
    return told.map(({ purpose }) => purpose)
  }

  test('after ten documents of a listed host', async () => {
    await app.changeSettings({ clientIdMetadataDocumentHosts: 'nowhere.example' })
    expect(await visit((visit) => `https://nowhere.example/${visit}`)).toEqual([
      'metadata_document',
    ])
  })

  test.each(['allow', 'approve'])('not for hosts that visitors choose (%s)', async (rule) => {
    await app.changeSettings({ clientIdMetadataDocumentOtherHosts: rule })
    expect(await visit((visit) => `https://${rule}-${visit}.example/app`)).toEqual([])
  })
})

describe('budgets', () => {
  test('fifty visits at once read a document once', async () => {
    const url = aDocument()
    remote.answerBy((req, res) => {
      const body = JSON.stringify({
        ...documentOf(remote.host),
        client_id: `https://${remote.host}${req.url}`,
      })
      setImmediate(() => res.writeHead(200, { 'Content-Type': 'application/json' }).end(body))
    })
    const pages = await Promise.all(Array.from({ length: 50 }, () => pageOf(url)))
    expect(new Set(pages)).toEqual(new Set(['sign-in']))
    expect(remote.asked).toHaveLength(1)
  })

  test('an address may cause ten new fetches a minute', async () => {
    const visit = () => {
      const request = { code_challenge: challenge, code_challenge_method: 'S256' }
      const path = authorizePath(clientOf(aDocument()), request)
      return app.fetch(path, { headers: { 'x-test-peer': '203.0.113.9' } })
    }
    for (let i = 0; i < 10; i++) expect((await visit()).status).toBe(302)
    const refused = await visit()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(remote.asked).toHaveLength(10)
  })

  test('token endpoint and sign-out read no document', async () => {
    const url = aDocument()
    await open(url)
    app.clock.advance(86_400)
    remote.asked.length = 0
    const fields = {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'https://x.example',
    }
    const answer = await requestToken(app, clientOf(url), fields)
    expect(answer.body).toMatchObject({ error: 'invalid_grant' })
    await app.fetch(`/auth/logout?client_id=${encodeURIComponent(url)}`)
    expect(remote.asked).toEqual([])
  })
})
