import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import {
  approval,
  authorizePath,
  pkcePair,
  readJwt,
  redeem,
  refresh,
  requestToken,
  responseOf,
  type SignedIn,
  type TokenAnswer,
} from '#tests/support/oauth.ts'
import {
  aClient,
  aResource,
  aUser,
  grantToClient,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'
import { clientEndpoint, userinfoStatus } from './fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { client: database } = await fileDatabase()
const introspect = clientEndpoint(app, '/auth/introspect')
const mcp = 'https://api.example/mcp'
const notesApi = 'https://notes.example'
const base = app.config.baseUrl
let user: TestUser
let client: TestClient
let tasks: number
let notes: number

const name = (id: number, ...uris: string[]) =>
  app.store.resourceIndicators.replace(
    id,
    uris.map((uri) => ({ uri, uriKey: uri === notesApi ? `${uri}/` : uri })),
    app.clock.now(),
  )

beforeAll(async () => {
  tasks = (await aResource(app.store, 'tasks', ['read', 'write'])).id
  notes = (await aResource(app.store, 'notes', ['read'])).id
  user = await aUser(app.store)
  await grantToUser(app.store, user, 'tasks:read', 'tasks:write', 'notes:read')
})
beforeEach(async () => {
  await app.changeSettings({ resourceIndicatorsEnabled: true, tokenIntrospectionEnabled: true })
  await name(notes)
  await name(tasks, mcp, 'https://api.example/', `${mcp}/`)
  await name(notes, notesApi)
  client = await aClient(app.store, {
    resourceOwnerPasswordCredentialsEnabled: true,
    implicitGrantEnabled: true,
    clientCredentialsEnabled: true,
  })
})

type Asked = { readonly scope: string; readonly resource?: readonly string[] }

function path({ scope, resource = [] }: Asked, more: Record<string, string> = {}, of = client) {
  const { verifier, challenge } = pkcePair()
  const plain = authorizePath(of, {
    ...{ scope, code_challenge: challenge, code_challenge_method: 'S256' },
    ...more,
  })
  const sent = resource.map((uri) => `&resource=${encodeURIComponent(uri)}`)
  return { verifier, address: plain + sent.join('') }
}

/** A code for a request that names resources. */
async function granted(asked: Asked, from = user): Promise<SignedIn> {
  const { verifier, address } = path(asked)
  const person = browser(app)
  let last = await person.visit(address)
  if (last.view?.page === 'sign-in') {
    last = await person.submit({ email: from.email, password: from.password })
  }
  if (last.view?.page === 'consent') last = await person.submit(approval(last))
  const response = responseOf(last) ?? {}
  return { browser: person, verifier, response, code: response.code ?? '', last }
}

const refusedOf = async (asked: Asked, more: Record<string, string> = {}) =>
  responseOf(await browser(app).visit(path(asked, { prompt: 'none', ...more }).address)) ?? {}

const tokensFor = async (asked: Asked) => redeem(app, client, await granted(asked))
const ofToken = ({ body }: TokenAnswer) => {
  const { aud, scope } = readJwt(body.access_token ?? '').payload
  return { aud, scope, told: body.scope }
}
const error = ({ status, body }: TokenAnswer) => [status, body.error]

describe('a token is for the named resource alone', () => {
  test('with the scopes of it, and the first of its addresses as audience', async () => {
    const answer = await tokensFor({ scope: 'openid tasks:read', resource: [mcp] })
    expect(ofToken(answer)).toEqual({ aud: mcp, scope: 'tasks:read', told: 'tasks:read' })
  })

  test.each([
    ['https://api.example/'],
    ['https://api.example'],
    ['https://API.example:443/'],
    [`${mcp}/`],
  ])('whichever of its addresses is sent: %s', async (uri) => {
    const answer = await tokensFor({ scope: 'tasks:read', resource: [uri] })
    expect(ofToken(answer).aud).toBe(mcp)
    const two = await tokensFor({ scope: 'tasks:read', resource: [mcp, uri] })
    expect(ofToken(two).aud).toBe(mcp)
  })

  test('of several, in the order of the request', async () => {
    const resource = [`${notesApi}/`, mcp]
    const answer = await tokensFor({ scope: 'tasks:read notes:read', resource })
    expect(ofToken(answer)).toMatchObject({
      aud: [notesApi, mcp],
      scope: 'tasks:read notes:read',
    })
  })

  test('and the ID token comes all the same', async () => {
    const answer = await tokensFor({ scope: 'openid email tasks:read', resource: [mcp] })
    expect(readJwt(answer.body.id_token ?? '').payload).toMatchObject({ email: user.email })
    expect(await userinfoStatus(app, answer.body.access_token ?? '')).toBe(403)
    const headers = { authorization: `Bearer ${answer.body.access_token}` }
    expect((await app.fetch('/api/v1/admin/clients', { headers })).status).toBe(401)
  })

  test('this server’s own address gives its audience, and UserInfo', async () => {
    const answer = await tokensFor({ scope: 'openid profile', resource: [base] })
    expect(ofToken(answer)).toMatchObject({ aud: 'authserver', scope: 'openid profile' })
    expect(await userinfoStatus(app, answer.body.access_token ?? '')).toBe(200)
    const both = await tokensFor({ scope: 'openid tasks:read', resource: [base, mcp] })
    expect(ofToken(both)).toMatchObject({ aud: ['authserver', mcp], scope: 'openid tasks:read' })
  })

  test('a POSTed request keeps every value', async () => {
    const { address, verifier } = path({ scope: 'tasks:read notes:read' })
    const form = new URLSearchParams(address.split('?')[1])
    form.append('resource', mcp)
    form.append('resource', notesApi)
    const person = browser(app)
    const posted = await app.post('/auth/authorize', [...form])
    let last = await person.visit(posted.headers.get('location')?.replace(base, '') ?? '')
    last = await person.submit({ email: user.email, password: user.password })
    const code = responseOf(last)?.code ?? ''
    expect(ofToken(await redeem(app, client, { code, verifier })).aud).toEqual([mcp, notesApi])
  })

  test('implicit', async () => {
    const { address } = path(
      { scope: 'openid tasks:read', resource: [mcp] },
      { response_type: 'id_token token', nonce: 'n' },
    )
    const person = browser(app)
    await person.visit(address)
    const last = await person.submit({ email: user.email, password: user.password })
    const { access_token = '', id_token, scope } = responseOf(last) ?? {}
    expect(readJwt(access_token).payload).toMatchObject({ aud: mcp, scope: 'tasks:read' })
    expect([scope, typeof id_token]).toEqual(['tasks:read', 'string'])
  })

  test('client credentials: its permissions there', async () => {
    await grantToClient(app.store, client, 'tasks:read', 'notes:read')
    const ask = (more: Record<string, string>) =>
      requestToken(app, client, { grant_type: 'client_credentials', ...more })
    expect(ofToken(await ask({ resource: mcp }))).toEqual({
      ...{ aud: mcp, scope: 'tasks:read', told: 'tasks:read' },
    })
    expect(ofToken(await ask({ resource: mcp, scope: 'tasks:read' })).aud).toBe(mcp)
    expect(error(await ask({ resource: mcp, scope: 'notes:read' }))).toEqual([400, 'invalid_scope'])
    expect(error(await ask({ resource: base }))).toEqual([400, 'invalid_scope'])
    expect(error(await ask({ resource: 'https://x.example' }))).toEqual([400, 'invalid_target'])
  })

  test('the password grant, and its refreshes', async () => {
    const answer = await requestToken(app, client, {
      ...{ grant_type: 'password', username: user.email, password: user.password },
      ...{ scope: 'openid tasks:read notes:read', resource: mcp },
    })
    expect(ofToken(answer)).toMatchObject({ aud: mcp, scope: 'tasks:read' })
    const later = await refresh(app, client, answer.body.refresh_token ?? '')
    expect(ofToken(later).aud).toBe(mcp)
  })
})

describe('an authorization request is refused', () => {
  const invalidUri = "The parameter 'resource' must be an absolute URI without a fragment."

  test.each([
    [['tasks'], 'invalid_target', invalidUri],
    [[`${mcp}#x`], 'invalid_target', invalidUri],
    [['/mcp'], 'invalid_target', invalidUri],
    [[`${mcp}${'x'.repeat(2048)}`], 'invalid_target', invalidUri],
    [Array(9).fill(mcp), 'invalid_target', "The parameter 'resource' may be sent at most 8 times."],
    [['https://x.example/'], 'invalid_target', "There is no resource 'https://x.example/'."],
    [['https://u@api.example/mcp'], 'invalid_target', undefined],
    [['https://api.example/MCP'], 'invalid_target', undefined],
    [[`${mcp}?a`], 'invalid_target', undefined],
    [
      [notesApi],
      'invalid_scope',
      "The scope 'tasks:read' belongs to none of the requested resources.",
    ],
    [[mcp, notesApi], 'invalid_scope', `The request has no scope of the resource '${notesApi}'.`],
  ])('for %j: %s', async (resource, code, description) => {
    const { error, error_description } = await refusedOf({ scope: 'openid tasks:read', resource })
    expect(error).toBe(code)
    if (description) expect(error_description).toBe(description)
  })

  test('for the own address without a scope of it', async () => {
    const asked = { scope: 'tasks:read', resource: [mcp, base] }
    expect(await refusedOf(asked)).toMatchObject({ error: 'invalid_scope' })
  })

  test('for an administrative scope, whatever the resource', async () => {
    const asked = { scope: 'authserver:manage', resource: [base] }
    expect((await refusedOf(asked)).error_description).toContain('administrative scope')
  })
})

describe('a resource of which nothing is granted', () => {
  test('is left out, and alone it ends the request', async () => {
    const poor = await aUser(app.store)
    await grantToUser(app.store, poor, 'tasks:read')
    const both = { scope: 'openid tasks:read notes:read', resource: [mcp, notesApi] }
    const signedIn = await granted(both, poor)
    expect(ofToken(await redeem(app, client, signedIn))).toMatchObject({ aud: mcp })
    const { response } = await granted({ scope: 'openid notes:read', resource: [notesApi] }, poor)
    expect(response.error).toBe('access_denied')
  })
})

describe('at the token endpoint', () => {
  const both: Asked = { scope: 'openid tasks:read notes:read', resource: [mcp, notesApi] }

  test('one of the granted resources can be named, and all are meant otherwise', async () => {
    const one = await redeem(app, client, await granted(both), { resource: notesApi })
    expect(ofToken(one)).toEqual({ aud: notesApi, scope: 'notes:read', told: 'notes:read' })
    expect(ofToken(await tokensFor(both)).aud).toEqual([mcp, notesApi])
  })

  test.each([
    ['https://x.example', 'unknown'],
    ['tasks', 'malformed'],
    [base, 'of another grant'],
  ])('%s is %s: refused, and the code is still good', async (resource) => {
    const signedIn = await granted(both)
    expect(error(await redeem(app, client, signedIn, { resource }))).toEqual([
      ...[400, 'invalid_target'],
    ])
    expect((await redeem(app, client, signedIn)).status).toBe(200)
  })

  test('a refused refresh spends nothing and is no replay', async () => {
    const { body } = await tokensFor(both)
    const token = body.refresh_token ?? ''
    for (const resource of ['https://x.example', 'tasks', base]) {
      expect(error(await refresh(app, client, token, { resource }))).toEqual([
        ...[400, 'invalid_target'],
      ])
    }
    expect((await refresh(app, client, token)).status).toBe(200)
    const events = (await auditEntries(database)).map(({ event }) => event)
    expect(events).not.toContain('refresh_token_replay_detected')
  })

  test('refreshes alternate between the resources of one grant', async () => {
    let answer = await tokensFor(both)
    for (const resource of [mcp, notesApi, mcp]) {
      answer = await refresh(app, client, answer.body.refresh_token ?? '', { resource })
      expect(ofToken(answer).aud).toBe(resource)
    }
    answer = await refresh(app, client, answer.body.refresh_token ?? '')
    expect(ofToken(answer).aud).toEqual([mcp, notesApi])
  })

  test('scope narrows first, then the resource', async () => {
    const token = (await tokensFor(both)).body.refresh_token ?? ''
    const nothing = { scope: 'notes:read', resource: mcp }
    expect(error(await refresh(app, client, token, nothing))).toEqual([400, 'invalid_scope'])
    const narrowed = await refresh(app, client, token, { scope: 'openid tasks:read' })
    expect(ofToken(narrowed)).toMatchObject({ aud: mcp, scope: 'tasks:read' })
  })

  test('a grant without resources can be limited, to what it has', async () => {
    const plain = { scope: 'openid tasks:read' }
    const one = await redeem(app, client, await granted(plain), { resource: mcp })
    expect(ofToken(one)).toMatchObject({ aud: mcp, scope: 'tasks:read' })
    const own = await redeem(app, client, await granted(plain), { resource: base })
    expect(ofToken(own)).toMatchObject({ aud: 'authserver', scope: 'openid' })
    const other = await redeem(app, client, await granted(plain), { resource: notesApi })
    expect(other.body.error_description).toBe(
      `The resource '${notesApi}' is not part of the grant.`,
    )
  })

  test('two values are one too many', async () => {
    const form = [
      ...[
        ['grant_type', 'client_credentials'],
        ['client_id', client.clientIdentifier],
      ],
      ...[
        ['client_secret', client.secret],
        ['resource', mcp],
        ['resource', notesApi],
      ],
    ] as [string, string][]
    const response = await app.post('/auth/token', form)
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_request'])
  })
})

describe('when addresses change', () => {
  test('a reordered list gives new tokens another audience', async () => {
    const { body } = await tokensFor({ scope: 'tasks:read', resource: [mcp] })
    await name(tasks, 'https://api.example/', mcp)
    expect(ofToken(await refresh(app, client, body.refresh_token ?? '')).aud).toBe(
      'https://api.example/',
    )
  })

  test('without an address left, a refresh is refused, not spent', async () => {
    const { body } = await tokensFor({ scope: 'tasks:read', resource: [mcp] })
    const token = body.refresh_token ?? ''
    await name(tasks)
    expect(error(await refresh(app, client, token))).toEqual([400, 'invalid_target'])
    await name(tasks, mcp)
    expect((await refresh(app, client, token)).status).toBe(200)
  })

  test('an address that moved to another resource gives nothing of it', async () => {
    const { body } = await tokensFor({ scope: 'tasks:read', resource: [mcp] })
    await name(tasks)
    await name(notes, mcp)
    const answer = await refresh(app, client, body.refresh_token ?? '')
    expect(error(answer)).toEqual([400, 'invalid_target'])
  })

  test('a renamed resource keeps its audience', async () => {
    const { body } = await tokensFor({ scope: 'tasks:read', resource: [mcp] })
    expect(body.scope).toBe('tasks:read')
    expect(ofToken(await refresh(app, client, body.refresh_token ?? '')).aud).toBe(mcp)
  })
})

describe('introspection by a client that is linked to the resource', () => {
  test('sees a token by any address that the resource has now', async () => {
    const api = await aClient(app.store)
    await app.store.introspectionLinks.add(api.id, [tasks], app.clock.now())
    const { body } = await tokensFor({ scope: 'tasks:read', resource: [`${mcp}/`] })
    const ask = async () => (await introspect(api, { token: body.access_token ?? '' })).json()
    expect(await ask()).toMatchObject({ active: true, aud: mcp, scope: 'tasks:read' })
    await name(tasks, 'https://api.example/', mcp)
    expect(await ask()).toMatchObject({ active: true, aud: mcp })
    await name(tasks, 'https://api.example/')
    expect(await ask()).toEqual({ active: false })
  })
})

describe('while resource indicators are off', () => {
  test('the parameter is ignored, however often and whatever it is', async () => {
    await app.changeSettings(everythingOff)
    const answer = await tokensFor({ scope: 'openid tasks:read', resource: ['x', 'y'] })
    expect(ofToken(answer)).toMatchObject({ aud: ['authserver', 'tasks'] })
    const later = await refresh(app, client, answer.body.refresh_token ?? '', { resource: 'x' })
    expect(later.status).toBe(200)
  })

  test('a grant that was limited stays limited', async () => {
    const { body } = await tokensFor({ scope: 'openid tasks:read', resource: [mcp] })
    await app.changeSettings(everythingOff)
    const later = await refresh(app, client, body.refresh_token ?? '', { resource: base })
    expect(ofToken(later)).toMatchObject({ aud: mcp, scope: 'tasks:read' })
  })
})
