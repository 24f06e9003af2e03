import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import {
  authorizePath,
  pkcePair,
  readJwt,
  redeem,
  responseOf,
  signIn,
} from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const base = 'http://localhost:3000'
let user: TestUser
let client: TestClient

beforeAll(async () => {
  user = await aUser(app.store)
  client = await aClient(app.store, { implicitGrantEnabled: true })
})
afterEach(() => app.changeSettings({ authorizationResponseIssEnabled: false, issuer: base }))

const switchOn = (issuer = base) =>
  app.changeSettings({ authorizationResponseIssEnabled: true, issuer })

const requests: [name: string, request: Record<string, string>][] = [
  ['code, query', { response_type: 'code' }],
  ['code, fragment', { response_type: 'code', response_mode: 'fragment' }],
  ['code, form_post', { response_type: 'code', response_mode: 'form_post' }],
  ['token', { response_type: 'token' }],
  ['id_token', { response_type: 'id_token', nonce: 'n' }],
  ['id_token token', { response_type: 'id_token token', nonce: 'n' }],
]
const isImplicit = ({ response_type: type }: Record<string, string>) => type?.includes('token')

describe.each(requests)('an answer of %s', (_, asked) => {
  const request = isImplicit(asked)
    ? { ...asked, code_challenge: undefined, code_challenge_method: undefined }
    : asked

  test('has `iss` last while that is on, and not while it is off', async () => {
    const off = await signIn(app, client, user, { request })
    expect(off.response).not.toHaveProperty('iss')
    await switchOn()
    const { response } = await signIn(app, client, user, { request })
    expect(Object.keys(response).slice(-2)).toEqual(['state', 'iss'])
    expect(response.iss).toBe(base)
  })

  test('has it as an error too, without a page and without `state`', async () => {
    await switchOn(`${base}/tenant`)
    const refused = { ...request, prompt: 'none', state: undefined }
    const response = responseOf(await browser(app).visit(authorizePath(client, refused)))
    expect(Object.keys(response ?? {})).toEqual(['error', 'error_description', 'iss'])
    expect(response?.iss).toBe(`${base}/tenant`)
  })
})

test('the issuer is the one of the moment in which the answer leaves', async () => {
  const strange = await aClient(app.store, { createdViaDcr: true })
  const pkce = { code_challenge: pkcePair().challenge, code_challenge_method: 'S256' }
  const request = { scope: 'no-such-scope', response_mode: 'form_post', ...pkce }
  const visitor = browser(app)
  const withheld = await visitor.visit(authorizePath(strange, request))
  if (withheld.view?.page !== 'redirect-withheld') throw new Error('A page was expected.')
  await switchOn()
  const answer = await visitor.visit(withheld.view.continueUrl ?? '')
  expect(responseOf(answer)).toMatchObject({ error: 'invalid_scope', iss: base })
})

test('the link of a withheld refusal has it', async () => {
  await switchOn()
  const strange = await aClient(app.store, { createdViaDcr: true })
  const visit = await browser(app).visit(authorizePath(strange, { scope: 'no-such-scope' }))
  const link = visit.view?.page === 'redirect-withheld' ? visit.view.continueUrl : ''
  expect(new URL(link ?? '').searchParams.get('iss')).toBe(base)
})

test('a name in the registered query does not count as an answer’s while it is on', async () => {
  const redirectUri = 'https://client.example/callback?iss=https://evil.example&a=1'
  const smuggler = await aClient(app.store, { redirectUris: [redirectUri] })
  const off = await signIn(app, smuggler, user)
  expect(off.response.iss).toBe('https://evil.example')
  await switchOn()
  const { last } = await signIn(app, smuggler, user)
  expect(last.location?.searchParams.getAll('iss')).toEqual([base])
  expect(last.location?.searchParams.get('a')).toBe('1')
})

test.each([base, `${base}/`, `${base}/tenant`])(
  'discovery tells it for the issuer %s',
  async (issuer) => {
    const read = async () => await (await app.fetch('/.well-known/openid-configuration')).json()
    expect(await read()).not.toHaveProperty('authorization_response_iss_parameter_supported')
    await switchOn(issuer)
    expect((await read()).authorization_response_iss_parameter_supported).toBe(true)
  },
)

test.each([`${base}/`, 'http://LOCALHOST:3000', 'http://localhost:80'])(
  'the issuer %s stands in every document, answer and token as it is written',
  async (issuer) => {
    await app.changeSettings({ authorizationServerMetadataEnabled: true })
    await switchOn(issuer)
    const signedIn = await signIn(app, client, user)
    const { body } = await redeem(app, client, signedIn)
    const [access, id] = [body.access_token, body.id_token].map((token) => readJwt(token ?? ''))
    const paths = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']
    const documents = paths.map(async (path) => (await (await app.fetch(path)).json()).issuer)
    const named = [access?.payload.iss, id?.payload.iss, ...(await Promise.all(documents))]
    expect([signedIn.response.iss, ...named]).toEqual(Array(5).fill(issuer))
  },
)

test('an issuer that is no address is neither sent nor told', async () => {
  await switchOn('company')
  const { response } = await signIn(app, client, user)
  expect(response).not.toHaveProperty('iss')
  const document = await (await app.fetch('/.well-known/openid-configuration')).json()
  expect(document).not.toHaveProperty('authorization_response_iss_parameter_supported')
})

test('sign-out redirects stay as they are', async () => {
  await switchOn()
  const query = new URLSearchParams({
    client_id: client.clientIdentifier,
    post_logout_redirect_uri: client.redirectUri,
    state: 'x',
  })
  const response = await app.fetch(`/auth/logout?${query}`)
  expect(response.headers.get('location') ?? '').not.toContain('iss=')
})
