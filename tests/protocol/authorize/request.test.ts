import { beforeAll, describe, expect, test, vi } from 'vitest'
import { parseParameters } from '#lib/base/text/parameters.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { AuthorizationError, AuthorizationPageError } from '#lib/protocol/authorize/errors.ts'
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
} from '#lib/protocol/authorize/request.ts'
import { signJwt, type TokenKind } from '#lib/protocol/jwt.ts'
import { type TestContext, testContext } from '#tests/support/context.ts'
import { aClient, aPublicClient, aResource, type TestClient } from '#tests/support/people.ts'

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }

let context: TestContext
let client: TestClient

beforeAll(async () => {
  context = await testContext()
  client = await aClient(context.store, { implicitGrantEnabled: true })
  await aResource(context.store, 'billing', ['read', 'manage'])
})

function good(asker: TestClient = client): Fields {
  return {
    client_id: asker.clientIdentifier,
    redirect_uri: asker.redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 's t+ä',
    ...pkce,
  }
}

const noPkce: Fields = { code_challenge: undefined, code_challenge_method: undefined }
const implicit: Fields = { response_type: 'id_token token', nonce: 'n', ...noPkce }

function encode(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one]),
  )
  return new URLSearchParams(pairs).toString()
}

async function read(fields: Fields): Promise<AuthorizationRequest> {
  const parameters = parseParameters(encode(fields))
  if (!parameters) throw new Error('The parameters cannot be read.')
  return readAuthorizationRequest(context.ctx, parameters)
}

async function refusal(fields: Fields): Promise<AuthorizationError> {
  const error = await read(fields).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof AuthorizationError) return error
  throw new Error(`An error for the client was expected, not ${String(error)}.`)
}

async function pageReason(fields: Fields): Promise<string> {
  const error = await read(fields).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof AuthorizationPageError) return error.reason
  throw new Error(`A page was expected, not ${String(error)}.`)
}

describe('a page answers, and nothing is sent to the client', () => {
  test('client_id or redirect_uri sent twice, even equal', async () => {
    for (const name of ['client_id', 'redirect_uri']) {
      const value = String(good()[name])
      expect(await pageReason({ ...good(), [name]: [value, value] })).toBe('parameter_repeated')
    }
  })

  test('client_id absent or empty', async () => {
    expect(await pageReason({ ...good(), client_id: undefined })).toBe('client_id_missing')
    expect(await pageReason({ ...good(), client_id: '' })).toBe('client_id_missing')
  })

  test('client unknown, in another case too', async () => {
    expect(await pageReason({ ...good(), client_id: 'nobody' })).toBe('client_not_found')
    const upper = client.clientIdentifier.toUpperCase()
    expect(await pageReason({ ...good(), client_id: upper })).toBe('client_not_found')
  })

  test('client that registered itself and was removed: the page says what to do', async () => {
    const client_id = `dcr_${crypto.randomUUID()}`
    expect(await pageReason({ ...good(), client_id })).toBe('client_registration_gone')
  })

  test('client disabled', async () => {
    const disabled = await aClient(context.store, { enabled: false })
    expect(await pageReason(good(disabled))).toBe('client_disabled')
  })

  test('code flow off, unless only tokens are asked for', async () => {
    const closed = await aClient(context.store, {
      authorizationCodeEnabled: false,
      implicitGrantEnabled: true,
    })
    for (const type of ['code', 'code token', 'nonsense', undefined]) {
      const fields = { ...good(closed), response_type: type }
      expect(await pageReason(fields)).toBe('auth_code_not_enabled')
    }
    expect(await read({ ...good(closed), ...implicit })).toMatchObject({ nonce: 'n' })
  })

  test('redirect_uri absent, not usable, not registered', async () => {
    const uri = (redirect_uri: string | undefined) => pageReason({ ...good(), redirect_uri })
    expect(await uri(undefined)).toBe('redirect_uri_missing')
    expect(await uri('/callback')).toBe('redirect_uri_not_absolute')
    expect(await uri(`${client.redirectUri}#`)).toBe('redirect_uri_not_absolute')
    expect(await uri(`${client.redirectUri}/`)).toBe('redirect_uri_not_registered')
  })

  test('a URI registered under older rules that no browser may be sent to', async () => {
    const old = await aClient(context.store, { redirectUris: ['https:///evil.example/cb'] })
    expect(await pageReason(good(old))).toBe('redirect_uri_not_absolute')
  })

  test('response_mode unknown, also where tokens are asked for', async () => {
    for (const response_mode of ['jwt', 'Query', 'query.jwt']) {
      expect(await pageReason({ ...good(), response_mode })).toBe('response_mode_unsupported')
      const fields = { ...good(), ...implicit, response_mode }
      expect(await pageReason(fields)).toBe('response_mode_unsupported')
    }
  })
})

describe('the client is told', () => {
  const admin = 'authserver:manage'
  const long = 'x'.repeat(4097)
  const rows: readonly (readonly [rule: string, Fields, error: string, says: string])[] = [
    ['request present', { request: 'x' }, 'request_not_supported', 'request'],
    ['request present but empty', { request: '' }, 'request_not_supported', 'request'],
    ['request_uri present', { request_uri: 'x' }, 'request_uri_not_supported', 'request_uri'],
    ['request_uri empty', { request_uri: '' }, 'request_uri_not_supported', 'request_uri'],
    ['response_type absent', { response_type: undefined }, 'invalid_request', 'response_type'],
    ['response_type empty', { response_type: '' }, 'invalid_request', 'response_type'],
    ['scope repeated', { scope: ['openid', 'email'] }, 'invalid_request', "'scope'"],
    ['state repeated', { state: ['a', 'a'] }, 'invalid_request', "'state'"],
    ['prompt repeated', { prompt: ['login', 'login'] }, 'invalid_request', "'prompt'"],
    ['nonce repeated, once empty', { nonce: ['', 'n'] }, 'invalid_request', "'nonce'"],
    ['hybrid', { response_type: 'code id_token' }, 'unsupported_response_type', 'id_token token'],
    ['word twice', { response_type: 'token token' }, 'unsupported_response_type', 'code'],
    ['blank before it', { response_type: ' code' }, 'unsupported_response_type', 'code'],
    ['blank after it', { response_type: 'token ' }, 'unsupported_response_type', 'code'],
    [
      'two blanks between its words',
      { response_type: 'id_token  token', nonce: 'n' },
      'unsupported_response_type',
      'code',
    ],
    ['unknown word', { response_type: 'device' }, 'unsupported_response_type', 'code'],
    ['id_token without openid', { ...implicit, scope: 'email' }, 'invalid_request', 'openid'],
    ['id_token without nonce', { ...implicit, nonce: '' }, 'invalid_request', 'nonce'],
    ['state too long', { state: long }, 'invalid_request', 'state'],
    ['nonce too long', { nonce: long }, 'invalid_request', 'nonce'],
    ['PKCE absent', noPkce, 'invalid_request', 'S256'],
    ['PKCE plain', { code_challenge_method: 'plain' }, 'invalid_request', 'S256'],
    ['PKCE in small letters', { code_challenge_method: 's256' }, 'invalid_request', 'S256'],
    ['challenge absent', { code_challenge: undefined }, 'invalid_request', '43 to 128'],
    ['challenge short', { code_challenge: 'a'.repeat(42) }, 'invalid_request', '43 to 128'],
    ['challenge long', { code_challenge: 'a'.repeat(129) }, 'invalid_request', '43 to 128'],
    ['challenge padded', { code_challenge: `${challenge}=` }, 'invalid_request', 'letters'],
    ['tokens by query', { ...implicit, response_mode: 'query' }, 'invalid_request', 'fragment'],
    ['tokens by form', { ...implicit, response_mode: 'form_post' }, 'invalid_request', 'fragment'],
    ['scope absent', { scope: undefined }, 'invalid_scope', 'missing'],
    ['scope blank', { scope: ' \t\n' }, 'invalid_scope', 'missing'],
    ['scope too long', { scope: long }, 'invalid_request', '4096'],
    ['scope unknown', { scope: 'openid files' }, 'invalid_scope', 'files'],
    ['scope in capitals', { scope: 'OpenID' }, 'invalid_scope', 'OpenID'],
    ['three parts', { scope: 'billing:read:all' }, 'invalid_scope', 'billing:read:all'],
    ['empty part', { scope: 'billing:' }, 'invalid_scope', 'billing:'],
    ['resource unknown', { scope: 'openid shop:read' }, 'invalid_scope', "'shop'"],
    ['permission unknown', { scope: 'billing:write' }, 'invalid_scope', 'billing:write'],
    [
      'permission of another resource',
      { scope: 'billing:manage-users' },
      'invalid_scope',
      'billing',
    ],
    ['only offline_access', { scope: 'offline_access' }, 'invalid_scope', 'offline_access'],
    [
      'administrative',
      { scope: `openid ${admin}` },
      'invalid_scope',
      `administrative scope '${admin}'.`,
    ],
    ['prompt unknown', { prompt: 'create' }, 'invalid_request', 'create'],
    ['select_account', { prompt: 'select_account' }, 'invalid_request', 'select_account'],
    ['prompt in capitals', { prompt: 'Login' }, 'invalid_request', 'Login'],
    ['none with another', { prompt: 'none login' }, 'invalid_request', 'none'],
    ['max_age negative', { max_age: '-1' }, 'invalid_request', 'max_age'],
    ['max_age no number', { max_age: '1e3' }, 'invalid_request', 'max_age'],
    ['max_age padded', { max_age: ' 5' }, 'invalid_request', 'max_age'],
    ['id_token_hint is nonsense', { id_token_hint: 'x.y.z' }, 'invalid_request', 'id_token_hint'],
  ]
  test.each(rows)('%s', async (_, changes, error, says) => {
    const refused = await refusal({ ...good(), ...changes })
    expect(refused.error).toBe(error)
    expect(refused.description).toContain(says)
    expect(refused.description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]{1,512}$/)
    expect(refused.details.target.redirectUri).toBe(client.redirectUri)
    // With two states, neither is echoed.
    const { state = good().state } = changes
    expect(refused.details.target.state === (typeof state === 'string' ? state : '')).toBe(true)
  })

  test.each([
    ['scope', 'openid\u00a0email', 'invalid_scope'],
    ['scope', '\u00a0', 'invalid_scope'],
    ['prompt', 'login\u2003consent', 'invalid_request'],
  ])(
    '%s is parted by blanks, tabs and line ends alone: %j is one word',
    async (name, text, error) => {
      const refused = await refusal({ ...good(), [name]: text })
      expect(refused.error).toBe(error)
      expect(refused.description).toContain(`'${text}'`)
    },
  )

  test('implicit flow off: for the client, or everywhere unless the client says otherwise', async () => {
    const unset = await aClient(context.store)
    const off = await aClient(context.store, { implicitGrantEnabled: false })
    for (const each of [unset, off]) {
      const refused = await refusal({ ...good(each), ...implicit })
      expect(refused.error).toBe('unauthorized_client')
      expect(refused.description).toContain('implicit')
    }
    await context.changeSettings({ implicitFlowEnabled: true })
    expect(await read({ ...good(unset), ...implicit })).toMatchObject({ scopes: ['openid'] })
    expect((await refusal({ ...good(off), ...implicit })).error).toBe('unauthorized_client')
    await context.changeSettings({ implicitFlowEnabled: false })
  })

  test('the first failure of the table is the answer', async () => {
    const faults: readonly (readonly [Fields, string])[] = [
      [{ request: 'x' }, 'request'],
      [{ request_uri: 'x' }, 'request_uri'],
      [{ acr_values: ['a', 'b'] }, 'acr_values'],
      [{ state: long }, 'state'],
      [noPkce, 'PKCE'],
      [{ scope: 'files' }, 'files'],
      [{ prompt: 'create' }, 'create'],
      [{ max_age: 'x' }, 'max_age'],
      [{ id_token_hint: 'x' }, 'id_token_hint'],
    ]
    for (const [i, [, says]] of faults.entries()) {
      const later = Object.assign({}, ...faults.slice(i).map(([fields]) => fields))
      expect((await refusal({ ...good(), ...later })).description).toContain(says)
    }
  })

  test.each([
    ['in the query', { scope: 'files' }, 'query'],
    ['in the fragment when that was asked for', { response_mode: 'fragment' }, 'fragment'],
    ['as a form when that was asked for', { response_mode: 'form_post' }, 'form_post'],
    ['in the fragment when tokens were asked for', implicit, 'fragment'],
    ['never in the query then', { ...implicit, response_mode: 'query' }, 'fragment'],
  ])('%s', async (_, changes, mode) => {
    const refused = await refusal({ ...good(), ...changes, scope: 'openid files' })
    expect(refused.details.target.responseMode).toBe(mode)
  })

  test('whether the request was silent is judged on the text, however wrong it is', async () => {
    for (const [prompt, silent] of [
      ['none', true],
      ['none  create', true],
      [['none', 'login'], true],
      [['login', 'none'], false],
      ['login', false],
      [undefined, false],
    ] as const) {
      const refused = await refusal({ ...good(), scope: 'files', prompt })
      expect(refused.details.silent).toBe(silent)
    }
  })

  test('an administrative scope is named, and allowed to clients that may request it', async () => {
    const scope = 'openid authserver:manage-account authserver:admin-read authserver:manage'
    const refused = await refusal({ ...good(), scope })
    expect(refused.details.administrativeScope).toBe('authserver:admin-read')
    const allowed = await aClient(context.store, { administrativeScopesAllowed: true })
    expect((await read({ ...good(allowed), scope })).scopes).toEqual(scope.split(' '))
    await read({ ...good(), scope: 'authserver:manage-account' })
  })
})

describe('PKCE', () => {
  test('is not needed by a confidential client that is exempt, but checked when sent', async () => {
    const exempt = await aClient(context.store, { pkceRequired: false })
    expect(await read({ ...good(exempt), ...noPkce })).toMatchObject({
      codeChallenge: null,
    })
    expect((await read(good(exempt))).codeChallenge).toBe(challenge)
    for (const changes of [
      { code_challenge_method: undefined },
      { code_challenge: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
    ]) {
      expect((await refusal({ ...good(exempt), ...changes })).error).toBe('invalid_request')
    }
  })

  test('the global setting decides where the client has none; a public client always needs it', async () => {
    const unset = await aClient(context.store)
    const open = await aPublicClient(context.store, { pkceRequired: false })
    await context.changeSettings({ pkceRequired: false })
    expect((await read({ ...good(unset), ...noPkce })).codeChallenge).toBeNull()
    expect((await refusal({ ...good(open), ...noPkce })).error).toBe('invalid_request')
    await context.changeSettings({ pkceRequired: true })
    expect((await refusal({ ...good(unset), ...noPkce })).error).toBe('invalid_request')
  })

  test('is ignored in requests for tokens', async () => {
    const fields = { ...good(), ...implicit, code_challenge: 'x', code_challenge_method: 'plain' }
    expect((await read(fields)).codeChallenge).toBeNull()
  })
})

describe('an accepted request', () => {
  test.each([
    ['state', 'ä'.repeat(2048)],
    ['nonce', 'n'.repeat(4096)],
    ['scope', `openid${' '.repeat(4090)}`],
  ])('may have a %s of 4,096 bytes', async (name, value) => {
    expect(Buffer.byteLength(value)).toBe(4096)
    const { state, nonce, scopes } = await read({ ...good(), [name]: value })
    expect({ state, nonce, scope: scopes.join(' ') }[name]).toBe(value.trim())
  })

  test('has at least the level of its client, whatever it asks for', async () => {
    const mandatory = { defaultAcrLevel: 'urn:authserver:level2_mandatory' }
    const strict = await aClient(context.store, mandatory)
    for (const scope of ['openid', 'openid authserver:manage-account', 'billing:read']) {
      for (const acr_values of [
        'urn:authserver:level1',
        'urn:authserver:level2_optional',
        'x',
        '',
      ]) {
        const asked = { ...good(strict), scope, acr_values }
        expect(await read(asked)).toMatchObject({ targetAcr: strict.defaultAcrLevel })
      }
    }
  })

  test('keeps what was sent', async () => {
    const request = await read({
      ...good(),
      scope: ' openid  billing:read\topenid offline_access ',
      response_mode: 'form_post',
      nonce: ' n ',
      prompt: 'consent login consent',
      max_age: '600',
      acr_values: 'urn:other urn:authserver:level2_optional urn:authserver:level1',
      ui_locales: '  pt-BR x_y\tde ja\u00a0fr ',
      login_hint: 'ada@example.org',
      display: 'popup',
      claims: '{}',
    })
    expect(request).toMatchObject({
      redirectUri: client.redirectUri,
      responseType: 'code',
      responseMode: 'form_post',
      codeChallenge: challenge,
      scopes: ['openid', 'billing:read', 'offline_access'],
      state: 's t+ä',
      nonce: ' n ',
      prompt: ['consent', 'login'],
      maxAgeSeconds: 600,
      targetAcr: 'urn:authserver:level2_optional',
      hintSubject: '',
      uiLocales: ['pt-BR', 'de'],
      loginHint: 'ada@example.org',
    })
  })

  test('has the defaults of what was not sent', async () => {
    const other = await aClient(context.store, {
      defaultAcrLevel: 'urn:authserver:level2_mandatory',
    })
    expect(await read({ ...good(other), state: '', response_mode: '' })).toMatchObject({
      responseMode: 'query',
      state: '',
      nonce: '',
      prompt: [],
      maxAgeSeconds: null,
      targetAcr: 'urn:authserver:level2_mandatory',
      uiLocales: [],
      loginHint: '',
    })
  })

  test('of tokens has no offline_access', async () => {
    const request = await read({ ...good(), ...implicit, scope: 'openid offline_access' })
    expect(request).toMatchObject({ responseType: 'id_token token', scopes: ['openid'] })
    expect(request.responseMode).toBe('fragment')
    const alone = { ...good(), response_type: 'token', scope: 'offline_access' }
    expect((await refusal(alone)).error).toBe('invalid_scope')
  })

  test('may repeat parameters that are not read', async () => {
    const repeated = { display: ['a', 'b'], claims: ['a', 'b'], login_hint: ['a@b.c', 'd@e.f'] }
    expect((await read({ ...good(), ...repeated })).loginHint).toBe('')
  })

  test('takes any max_age: larger than any session is the same as none is exceeded', async () => {
    expect((await read({ ...good(), max_age: '0' })).maxAgeSeconds).toBe(0)
    const huge = await read({ ...good(), max_age: '9'.repeat(400) })
    expect(huge.maxAgeSeconds).toBe(2 ** 31 - 1)
  })

  test('drops a login_hint over 256 characters and languages beyond ten or 256 bytes', async () => {
    expect((await read({ ...good(), login_hint: 'a'.repeat(256) })).loginHint).toHaveLength(256)
    expect((await read({ ...good(), login_hint: 'a'.repeat(257) })).loginHint).toBe('')
    const many = Array.from({ length: 20 }, (_, i) => `de-DE-x-a${i}`)
    const locales = await read({ ...good(), ui_locales: many.join(' ') })
    expect(locales.uiLocales).toEqual(many.slice(0, 10))
    const long = Array.from({ length: 10 }, (_, i) => `de-x-${'abcdefgh-'.repeat(4)}a${i}`)
    const bounded = (await read({ ...good(), ui_locales: long.join(' ') })).uiLocales
    expect(bounded.join(' ').length).toBeLessThanOrEqual(256)
    expect(bounded.length).toBeGreaterThan(0)
  })

  test('looks at the first 2,048 characters of ui_locales only, whatever stands there', async () => {
    const languages = vi.spyOn(Intl, 'getCanonicalLocales')
    // Almost valid language tags, which take the longest to reject.
    const { uiLocales } = await read({ ...good(), ui_locales: 'en-a '.repeat(13_000) })
    expect(languages.mock.calls.length).toBeLessThanOrEqual(2_048 / 5)
    languages.mockRestore()
    expect(uiLocales).toEqual([])
    const behind = (padding: number) => `${' '.repeat(padding)}pt-BR`
    const kept = async (ui_locales: string) => (await read({ ...good(), ui_locales })).uiLocales
    expect(await kept(behind(2_043))).toEqual(['pt-BR'])
    // A tag that crosses the limit is dropped whole: its first part would be another language.
    expect(await kept(behind(2_044))).toEqual([])
    expect(await kept(behind(2_046))).toEqual([])
  })
})

describe('id_token_hint', () => {
  const hint = (typ: TokenKind, claims: Record<string, unknown>) =>
    signJwt(context.ctx, typ, { iss: context.ctx.settings.issuer, sub: 'subject-1', ...claims })

  test('names the user, expired or not, for whatever client', async () => {
    const expired = { exp: epochSeconds(context.ctx.now) - 86_400, aud: 'another-client' }
    const request = await read({ ...good(), id_token_hint: await hint('JWT', expired) })
    expect(request.hintSubject).toBe('subject-1')
  })

  test.each<[string, TokenKind, Record<string, unknown>, string]>([
    ['an access token', 'at+jwt', {}, 'not an ID token'],
    ['a refresh token', 'rt+jwt', {}, 'not an ID token'],
    ['from another issuer', 'JWT', { iss: 'https://other.example' }, 'another issuer'],
    ['without a subject', 'JWT', { sub: undefined }, 'no subject'],
    ['with an empty subject', 'JWT', { sub: '' }, 'no subject'],
  ])('is refused: %s', async (_, typ, claims, says) => {
    const refused = await refusal({ ...good(), id_token_hint: await hint(typ, claims) })
    expect(refused.error).toBe('invalid_request')
    expect(refused.description).toContain(says)
  })

  test('is refused when its signature is not ours', async () => {
    const token = await hint('JWT', {})
    const [header, payload, signature = ''] = token.split('.')
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const tampered = [header, payload, flipped].join('.')
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
    for (const id_token_hint of [tampered, none]) {
      expect((await refusal({ ...good(), id_token_hint })).error).toBe('invalid_request')
    }
  })
})
