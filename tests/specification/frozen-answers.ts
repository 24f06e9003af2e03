import { browser } from '#tests/support/browser.ts'
import { approval, authorizePath, basicHeader } from '#tests/support/oauth.ts'
import {
  aClient,
  aPublicClient,
  aResource,
  aUser,
  grantToClient,
  grantToUser,
} from '#tests/support/people.ts'
import type { FormFields, TestServer } from '#tests/support/server.ts'

/** An answer without what differs from run to run: times, random values, keys. */
export interface Recorded {
  readonly request: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** 43 characters, and their S256 challenge. */
const verifier = 'frozen-verifier-frozen-verifier-frozen-veri'
const challenge = 'pj-6mRYrkGMRJn-wspdoo0uIKPiI_OWptPXNpWJJ-gk'
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }

/** Asks the protocol endpoints whatever the specification answers, in a fixed order, and records the answers. */
export async function recordAnswers(app: TestServer): Promise<Recorded[]> {
  const answers: Recorded[] = []
  const { store } = app
  const secret = 'frozen-client-secret'
  await aResource(store, 'frozen', ['read', 'write'])
  const client = await aClient(store, {
    clientIdentifier: 'frozen-client',
    secret,
    redirectUris: ['https://client.example/cb', 'https://client.example/cb?iss=own&a=1'],
    webOrigins: ['https://client.example'],
    implicitGrantEnabled: true,
    resourceOwnerPasswordCredentialsEnabled: true,
  })
  const spa = await aPublicClient(store, { clientIdentifier: 'frozen-public' })
  const strange = await aClient(store, { clientIdentifier: 'frozen-dcr', createdViaDcr: true })
  const user = await aUser(store, { email: 'frozen@example.org' })
  await grantToUser(store, user, 'frozen:read')
  await grantToClient(store, client, 'frozen:read', 'frozen:write')
  const authorization = basicHeader({ ...client, secret })

  const record = async (request: string, response: Response) => {
    const text = await response.clone().text()
    const isPage = text.startsWith('<!doctype')
    const body = isPage ? fieldsOf(text) : masked(text)
    const headers = [...response.headers]
      .filter(([name]) => (isPage ? name === 'content-type' : !variable.has(name)))
      .map(([name, value]) => [name, masked(value)])
    answers.push({ request, status: response.status, headers: Object.fromEntries(headers), body })
    return response
  }
  const get = async (path: string, init: RequestInit = {}) =>
    record(`${init.method ?? 'GET'} ${masked(path)}`, await app.fetch(path, init))
  const post = async (name: string, path: string, fields: FormFields, headers = {}) =>
    record(`POST ${path} ${name}`, await app.post(path, fields, { headers }))
  const token = (name: string, fields: FormFields, headers: object = { authorization }) =>
    post(name, '/auth/token', fields, headers)
  const authorize = (changes: Record<string, string | undefined>, of = client) =>
    get(authorizePath(of, { ...pkce, ...changes }))

  for (const path of ['/.well-known/openid-configuration', '/certs']) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      await get(path, { method, headers: { origin: 'https://any.example' } })
    }
  }
  for (const method of ['GET', 'PUT', 'OPTIONS']) {
    await get('/auth/token', { method, headers: { origin: 'https://client.example' } })
  }

  await authorize({})
  await authorize({ scope: 'openid offline_access frozen:read', resource: 'https://api.example/' })
  await authorize({ client_id: 'nobody' })
  await authorize({ client_id: undefined })
  await authorize({ redirect_uri: 'https://evil.example/cb' })
  await authorize({ request: 'x' })
  await authorize({ request_uri: 'urn:x' })
  await authorize({ response_type: 'code token' })
  await authorize({ response_type: undefined })
  await authorize({ scope: undefined })
  await authorize({ scope: 'openid frozen:delete' })
  await authorize({ scope: 'openid authserver:manage' })
  await authorize({ scope: 'offline_access' })
  await authorize({ code_challenge: undefined, code_challenge_method: undefined })
  await authorize({ redirect_uri: 'https://client.example/cb?iss=own&a=1', prompt: 'none' })
  await authorize({ scope: 'no-scope' }, strange)
  for (const response_mode of ['query', 'fragment', 'form_post']) {
    await authorize({ prompt: 'none', response_mode })
    await authorize({ prompt: 'none', response_mode, state: undefined })
  }
  await post('form', '/auth/authorize', { client_id: 'frozen-client', response_type: 'code' })

  /** A code of a finished sign-in, whose answer is recorded too. */
  const codeFor = async (scope: string, more: Record<string, string | undefined> = {}) => {
    const visitor = browser(app)
    await visitor.visit(authorizePath(client, { ...pkce, scope, ...more }))
    const signedIn = await visitor.submit({ email: user.email, password: user.password })
    const { location, status, formPost } =
      signedIn.view?.page === 'consent' ? await visitor.submit(approval(signedIn)) : signedIn
    const body = formPost ? masked(JSON.stringify(formPost)) : ''
    const headers = { location: masked(location?.href ?? '') }
    answers.push({
      request: `sign-in ${JSON.stringify({ scope, ...more })}`,
      status,
      headers,
      body,
    })
    return location?.searchParams.get('code') ?? ''
  }
  const redeemed = (code: string) => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'https://client.example/cb',
    code_verifier: verifier,
  })
  const implicit = { code_challenge: undefined, code_challenge_method: undefined, nonce: 'n' }
  await codeFor('openid', { response_mode: 'fragment' })
  await codeFor('openid', { response_mode: 'form_post' })
  for (const response_type of ['token', 'id_token', 'id_token token']) {
    await codeFor('openid frozen:read', { ...implicit, response_type })
  }
  const code = await codeFor('openid profile offline_access frozen:read')
  const first = await token('code', { ...redeemed(code), resource: 'https://api.example/' })
  const tokens = await first.json()
  await token('code again', redeemed(code))
  const second = await token('another code', redeemed(await codeFor('openid frozen:read')))
  const { access_token: access, refresh_token: kept } = await second.json()
  await token('refresh', { grant_type: 'refresh_token', refresh_token: kept, scope: 'openid' })
  await token('rotated', { grant_type: 'refresh_token', refresh_token: kept })
  await token('revoked', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  await token('foreign', { grant_type: 'refresh_token', refresh_token: 'x' })
  await token('resource twice', [
    ['grant_type', 'client_credentials'],
    ['resource', 'https://a.example'],
    ['resource', 'https://b.example'],
  ])
  await token('client credentials', { grant_type: 'client_credentials' })
  await token('foreign scope', { grant_type: 'client_credentials', scope: 'openid' })
  const password = { grant_type: 'password', username: user.email, password: user.password }
  await token('password', password)
  await token('password with a scope', { ...password, scope: 'openid frozen:write' })
  await token('wrong password', { ...password, password: 'x' })
  await token('no grant', {})
  await token('another grant', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' })
  await token('no client', { grant_type: 'client_credentials' }, {})
  await token('assertion', { grant_type: 'client_credentials', client_assertion: 'x' }, {})
  await token('public', { grant_type: 'client_credentials', client_id: spa.clientIdentifier }, {})
  await token('wrong secret', { grant_type: 'password' }, { authorization: 'Basic eDp5' })

  await get('/userinfo')
  await get('/userinfo', { headers: { authorization: 'Bearer x' } })
  await get('/userinfo', { headers: { authorization: `Bearer ${access}` } })
  await get('/userinfo', { headers: { authorization: `Bearer ${tokens.access_token}` } })
  await get('/auth/logout')
  await get(
    '/auth/logout?client_id=frozen-client&post_logout_redirect_uri=https://client.example/cb',
  )
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  await get('/connect/register', init)
  await get('/client/logo/frozen-client')
  return answers
}

/** Headers that differ from run to run. */
const variable = new Set(['x-request-id', 'set-cookie'])

/** The fields that a page posts to the client: its looks are no part of the protocol. */
function fieldsOf(page: string): string {
  return (page.match(/<(form|input)\b[^>]*>/g) ?? []).map(masked).join('\n')
}

/** Text without tokens, codes, identifiers and other random values. */
function masked(text: string): string {
  return text
    .replaceAll(/([?#&]code=|"code":")[^&"]+/g, '$1<code>')
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/"(n|kid)":"[^"]+"/g, '"$1":"<key>"')
    .replaceAll(/[\w-]{32,}(?:\.[\w-]{20,})?/g, (word) => (word === challenge ? word : '<random>'))
}
