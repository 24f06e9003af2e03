import { describe, expect, test } from 'vitest'
import { browser, type Visit } from '#tests/support/browser.ts'
import {
  approval,
  authorizePath,
  readJwt,
  redeem,
  refresh,
  responseOf,
  signIn,
} from '#tests/support/oauth.ts'
import { aClient, aPublicClient, aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const challenge = 'a'.repeat(43)
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
const manageAccount = 'authserver:manage-account'

type Request = Readonly<Record<string, string | undefined>>
type Channel = 'page' | 'query' | 'fragment' | 'form'

/** Channel and error of a response; `sign-in` when the request was accepted. */
function answerOf(visit: Visit): [Channel, string | undefined] {
  const error = responseOf(visit)?.error
  if (visit.formPost) return ['form', error]
  if (visit.location?.hash) return ['fragment', error]
  if (visit.location) return ['query', error]
  return ['page', visit.view?.page === 'error' ? visit.view.reason : visit.view?.page]
}

describe('a parameter of the table', async () => {
  const client = await aClient(store, { implicitGrantEnabled: true })
  const tokens = { response_type: 'id_token token', nonce: 'n' }
  const accepted: [Channel, string] = ['page', 'sign-in']
  test.each<[string, Request, [Channel, string]]>([
    ['client_id is required', { client_id: undefined }, ['page', 'client_id_missing']],
    ['redirect_uri is required', { redirect_uri: undefined }, ['page', 'redirect_uri_missing']],
    ['response_type is required', { response_type: undefined }, ['query', 'invalid_request']],
    ['scope is required', { scope: undefined }, ['query', 'invalid_scope']],
    ['response_type: code', {}, accepted],
    ['response_type: token', { response_type: 'token' }, accepted],
    ['response_type: id_token', { response_type: 'id_token', nonce: 'n' }, accepted],
    ['response_type: id_token token', tokens, accepted],
    ['response_type: token id_token', { ...tokens, response_type: 'token id_token' }, accepted],
    [
      'response_type: another',
      { response_type: 'code token' },
      ['fragment', 'unsupported_response_type'],
    ],
    ['response_mode: query is for code', { response_mode: 'query' }, accepted],
    ['response_mode: fragment is for code, too', { response_mode: 'fragment' }, accepted],
    ['response_mode: form_post is for code', { response_mode: 'form_post' }, accepted],
    ['response_mode: fragment is for tokens', { ...tokens, response_mode: 'fragment' }, accepted],
    [
      'response_mode: tokens never in the query',
      { ...tokens, response_mode: 'query' },
      ['fragment', 'invalid_request'],
    ],
    [
      'response_mode: another',
      { response_mode: 'web_message' },
      ['page', 'response_mode_unsupported'],
    ],
    [
      'nonce is needed with id_token',
      { ...tokens, nonce: undefined },
      ['fragment', 'invalid_request'],
    ],
    ['nonce is not needed with token', { response_type: 'token' }, accepted],
    [
      'openid is needed with id_token',
      { ...tokens, scope: 'email' },
      ['fragment', 'invalid_request'],
    ],
    ['max_age is seconds', { max_age: '3600' }, accepted],
    ['max_age is nothing else', { max_age: '1h' }, ['query', 'invalid_request']],
    ['acr_values may be known', { acr_values: 'urn:authserver:level2_optional' }, accepted],
    ['acr_values may be unknown', { acr_values: 'urn:unknown' }, accepted],
    ['prompt=none without a session', { prompt: 'none' }, ['query', 'login_required']],
    ['prompt=login', { prompt: 'login' }, accepted],
    ['prompt=consent', { prompt: 'consent' }, accepted],
    ['prompt=another', { prompt: 'create' }, ['query', 'invalid_request']],
    ['a resource scope that exists', { scope: manageAccount }, accepted],
    ['a resource that does not', { scope: 'nowhere:read' }, ['query', 'invalid_scope']],
    ['a permission that does not', { scope: 'authserver:fly' }, ['query', 'invalid_scope']],
    [
      'an administrative scope that the client may not request',
      { scope: 'openid authserver:manage' },
      ['query', 'invalid_scope'],
    ],
    [
      'no code_challenge_method',
      { code_challenge_method: undefined },
      ['query', 'invalid_request'],
    ],
    [
      'code_challenge_method=plain',
      { code_challenge_method: 'plain' },
      ['query', 'invalid_request'],
    ],
    ['no code_challenge', { code_challenge: undefined }, ['query', 'invalid_request']],
    ['42 characters', { code_challenge: 'a'.repeat(42) }, ['query', 'invalid_request']],
    ['43 characters', { code_challenge: 'a'.repeat(43) }, accepted],
    ['128 characters', { code_challenge: 'a'.repeat(128) }, accepted],
    ['129 characters', { code_challenge: 'a'.repeat(129) }, ['query', 'invalid_request']],
  ])('%s', async (_, request, answer) => {
    const visit = await browser(app).visit(authorizePath(client, { ...pkce, ...request }))
    expect(answerOf(visit)).toEqual(answer)
    expect(visit.status).toBe(answer[0] !== 'page' ? 302 : answer[1] === 'sign-in' ? 200 : 400)
  })
})

test.each<[string, boolean | null, boolean, boolean]>([
  ['the client says yes', true, false, true],
  ['the client says no', false, true, false],
  ['the client says nothing and the server yes', null, true, true],
  ['the client says nothing and the server no', null, false, false],
])('PKCE is enforced or not when %s', async (_, pkceRequired, global, enforced) => {
  await app.changeSettings({ pkceRequired: global })
  const confidential = await aClient(store, { pkceRequired })
  const publicClient = await aPublicClient(store, { pkceRequired })
  const page = async (client: typeof confidential) =>
    answerOf(await browser(app).visit(authorizePath(client)))[0]
  expect(await page(confidential)).toBe(enforced ? 'query' : 'page')
  expect(await page(publicClient)).toBe('query')
  await app.changeSettings({ pkceRequired: true })
})

describe('the account scope', () => {
  const scope = `openid ${manageAccount}`
  const silent = { ...pkce, scope, prompt: 'none' }

  test('is approved on the first sign-in to a client, and again after withdrawal', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, manageAccount)
    const client = await aClient(store, { consentRequired: false })
    const first = await signIn(app, client, user)
    const person = first.browser
    const pageOf = async (request: Request) =>
      (await person.visit(authorizePath(client, { ...pkce, ...request }))).view?.page
    expect(responseOf(await person.visit(authorizePath(client, silent)))?.error).toBe(
      'consent_required',
    )
    expect(await pageOf({ scope })).toBe('consent')
    const page = await person.visit(authorizePath(client, { ...pkce, scope }))
    expect(responseOf(await person.submit(approval(page)))?.code).toBeDefined()
    expect(await pageOf({ scope })).toBeUndefined()
    expect(responseOf(await person.visit(authorizePath(client, silent)))?.code).toBeDefined()
    const consent = await store.consents.find(user.id, client.id)
    await app.runtime.database.prisma.userConsent.delete({ where: { id: consent?.id ?? 0 } })
    expect(await pageOf({ scope })).toBe('consent')
    expect(responseOf(await person.visit(authorizePath(client, silent)))?.error).toBe(
      'consent_required',
    )
  })

  test('withdrawn stops the refresh that would renew it', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, manageAccount)
    const client = await aClient(store)
    const { body } = await redeem(
      app,
      client,
      await signIn(app, client, user, { request: { scope } }),
    )
    const renewed = await refresh(app, client, body.refresh_token ?? '')
    expect(renewed.body.scope).toBe(scope)
    const consent = await store.consents.find(user.id, client.id)
    await app.runtime.database.prisma.userConsent.delete({ where: { id: consent?.id ?? 0 } })
    expect((await refresh(app, client, renewed.body.refresh_token ?? '')).body).toEqual({
      error: 'invalid_grant',
      error_description:
        'The user has either not given consent to this client or the previously granted consent has been revoked.',
    })
  })
})

test('nonce becomes a claim of the ID token; without openid there is none', async () => {
  const client = await aClient(store)
  const user = await aUser(store)
  const request = { nonce: 'a "nonce" – ü' }
  const { body } = await redeem(app, client, await signIn(app, client, user, { request }))
  expect(readJwt(body.id_token ?? '').payload.nonce).toBe(request.nonce)
  const plain = { ...request, scope: 'profile' }
  const oauth = await redeem(app, client, await signIn(app, client, user, { request: plain }))
  expect(oauth.body.id_token).toBeUndefined()
})
