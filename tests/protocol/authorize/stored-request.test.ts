import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClient, type TestClient } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { baseUrl, testStart } from '#tests/support/settings.ts'
import { viewOf } from '#tests/support/views.ts'

let authserver: TestServer
let client: TestClient

beforeAll(async () => {
  authserver = await server()
  client = await aClient(authserver.store, { pkceRequired: false })
})

beforeEach(() => authserver.clock.set(testStart))

function good(): Record<string, string> {
  return {
    client_id: client.clientIdentifier,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'kept',
  }
}

async function posted(changes: Record<string, string> = {}): Promise<URL> {
  const response = await authserver.post('/auth/authorize', { ...good(), ...changes })
  expect(response.status).toBe(303)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return new URL(response.headers.get('location') ?? '')
}

describe('a POSTed authorization request', () => {
  test('goes on as a GET of the same address whose only parameter is a handle', async () => {
    const url = await posted()
    expect(url.origin + url.pathname).toBe(`${baseUrl}/auth/authorize`)
    expect([...url.searchParams.keys()]).toEqual(['request_handle'])
    const response = await authserver.fetch(url.href)
    expect(response.status).toBeLessThan(400)
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/auth\/pwd\?/)
  })

  test('may come from any site', async () => {
    const response = await authserver.post('/auth/authorize', good(), {
      headers: { origin: 'https://client.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(303)
  })

  test('keeps what matters for every check, repetitions and refused parameters too', async () => {
    const told = async (fields: [string, string][]) => {
      const response = await authserver.post('/auth/authorize', fields)
      const answer = await authserver.fetch(response.headers.get('location') ?? '')
      return new URL(answer.headers.get('location') ?? '').searchParams
    }
    const fields = Object.entries(good())
    const repeated = await told([...fields, ['nonce', 'a'], ['nonce', 'b'], ['x', '1'], ['x', '2']])
    expect(repeated.get('error')).toBe('invalid_request')
    expect(repeated.get('error_description')).toContain("'nonce'")
    expect(repeated.get('state')).toBe('kept')
    const request = await told([...fields, ['request', '']])
    expect(request.get('error')).toBe('request_not_supported')
  })

  test('is refused by a page at once where a page must tell', async () => {
    const refused = async (changes: Record<string, string | undefined>) => {
      const response = await authserver.post('/auth/authorize', { ...good(), ...changes })
      expect(response.status).toBe(400)
      return viewOf(response)
    }
    expect(await refused({ client_id: 'nobody' })).toMatchObject({ reason: 'client_not_found' })
    expect(await refused({ redirect_uri: 'https://evil.example/' })).toMatchObject({
      reason: 'redirect_uri_not_registered',
    })
    expect(await refused({ response_mode: 'jwt', ui_locales: 'de' })).toMatchObject({
      reason: 'response_mode_unsupported',
      uiLocales: ['de'],
    })
  })

  test('is read from the body only', async () => {
    const query = new URLSearchParams(good())
    const response = await authserver.post(`/auth/authorize?${query}`, {})
    expect(response.status).toBe(400)
    expect(viewOf(response)).toMatchObject({ reason: 'client_id_missing' })
  })

  test('is answered as a GET is where a value is too long, without keeping all of it', async () => {
    const open = await aClient(authserver.store, { implicitGrantEnabled: true })
    const tokens = { response_type: 'id_token', nonce: 'n', client_id: open.clientIdentifier }
    // The state is returned with the refusal, so it is kept; see the test below.
    const long = 'ä'.repeat(5_000)
    const { storedAuthorizationRequest: requests } = authserver.runtime.database.prisma
    const tooLong: Record<string, string>[] = [
      { nonce: long },
      { scope: long },
      { scope: ' '.repeat(9_000) },
      { scope: `${' '.repeat(9_000)}openid` },
      { ...tokens, scope: `${long} openid` },
      { ...tokens, scope: long },
    ]
    for (const changes of tooLong) {
      const fields = { ...good(), ...changes }
      const direct = await authserver.fetch(`/auth/authorize?${new URLSearchParams(fields)}`)
      const handed = await posted(changes)
      const [row] = await requests.findMany({ orderBy: { id: 'desc' }, take: 1 })
      expect(row?.parameters.length).toBeLessThan(6_000)
      const told = (await authserver.fetch(handed.href)).headers.get('location')
      expect(told).toContain('error=invalid_')
      expect(told).toBe(direct.headers.get('location'))
    }
  })

  test.each([
    ['one byte too long', 'x'.repeat(4_097)],
    ['as long as a request can be', 'x'.repeat(28_000)],
    ['of two bytes a character', 'ä'.repeat(2_049)],
    ['of signs that are escaped', '"%<> '.repeat(1_000)],
    ['beyond the basic plane', '\u{1f600}'.repeat(1_025)],
  ])('is refused with the state that came when that is %s', async (_, state) => {
    const direct = await authserver.fetch(
      `/auth/authorize?${new URLSearchParams({ ...good(), state })}`,
    )
    const handed = await authserver.fetch((await posted({ state })).href)
    for (const response of [direct, handed]) {
      const { searchParams } = new URL(response.headers.get('location') ?? '')
      expect(searchParams.get('error')).toBe('invalid_request')
      expect(searchParams.get('error_description')).toContain("'state'")
      expect(searchParams.get('state') === state).toBe(true)
    }
  })

  test('fits with every value at its limit, and a long redirect URI and challenge beside them', async () => {
    const redirect_uri = `https://client.example/${'x'.repeat(2_000)}`
    const long = await aClient(authserver.store, { redirectUris: [redirect_uri] })
    const handed = await posted({
      client_id: long.clientIdentifier,
      redirect_uri,
      state: '"'.repeat(4_096),
      nonce: '\\'.repeat(4_096),
      scope: `openid${'\n'.repeat(4_090)}`,
      code_challenge: 'a'.repeat(128),
      code_challenge_method: 'S256',
      ui_locales: 'de '.repeat(1_000),
      login_hint: 'x'.repeat(256),
    })
    const answer = await authserver.fetch(handed.href)
    expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/auth\/pwd\?/)
    const { interaction: interactions } = authserver.runtime.database.prisma
    expect(await interactions.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      redirectUri: redirect_uri,
      state: '"'.repeat(4_096),
      nonce: '\\'.repeat(4_096),
      scope: 'openid',
    })
  })

  test('is malformed, and nothing is kept of it, when there is more than an address may carry', async () => {
    const { storedAuthorizationRequest: requests } = authserver.runtime.database.prisma
    const before = await requests.count()
    const fields = { ...good(), login_hint: 'x'.repeat(33 * 1024) }
    const response = await authserver.post('/auth/authorize', fields)
    expect(response.status).toBe(400)
    expect(viewOf(response)).toMatchObject({ page: 'error', reason: 'malformed_request' })
    expect(await requests.count()).toBe(before)
  })

  test('is malformed as JSON, with a broken escape, or over 64 KiB', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [headers, body] of [
      [{ 'content-type': 'application/json' }, JSON.stringify(good())],
      [form, 'client_id=%zz'],
      [form, `client_id=x&pad=${'x'.repeat(64 * 1024)}`],
    ] as const) {
      const response = await authserver.fetch('/auth/authorize', { method: 'POST', headers, body })
      expect(response.status).toBe(400)
      expect(viewOf(response)).toMatchObject({ page: 'error', reason: 'malformed_request' })
    }
  })
})

describe('a handle', () => {
  async function expectRefused(address: string): Promise<void> {
    const response = await authserver.fetch(address)
    expect(response.status).toBe(400)
    expect(viewOf(response)).toMatchObject({ page: 'error', reason: 'request_handle' })
  }

  test('works once', async () => {
    const { href } = await posted()
    expect((await authserver.fetch(href)).status).toBeLessThan(400)
    await expectRefused(href)
  })

  test('works for one of many who use it at once', async () => {
    const { href } = await posted()
    const answers = await Promise.all(Array.from({ length: 8 }, () => authserver.fetch(href)))
    expect(answers.filter(({ status }) => status < 400)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
  })

  test('works for five minutes', async () => {
    const inTime = await posted()
    const late = await posted()
    authserver.clock.advance(299)
    expect((await authserver.fetch(inTime.href)).status).toBeLessThan(400)
    authserver.clock.advance(1)
    await expectRefused(late.href)
  })

  test('must stand alone, and is not used up when it does not', async () => {
    const { href } = await posted()
    await expectRefused(`${href}&scope=openid`)
    await expectRefused(`${href}&${href.split('?')[1]}`)
    expect((await authserver.fetch(href)).status).toBeLessThan(400)
  })

  test('is nothing that can be guessed or left empty', async () => {
    await expectRefused('/auth/authorize?request_handle=')
    await expectRefused('/auth/authorize?request_handle=guess')
  })

  test('leads to the checks as they are then: a client disabled meanwhile gets a page', async () => {
    const other = await aClient(authserver.store)
    const { href } = await posted({ client_id: other.clientIdentifier })
    await authserver.store.clients.update(other.id, { enabled: false })
    const response = await authserver.fetch(href)
    expect(response.status).toBe(400)
    expect(viewOf(response)).toMatchObject({ reason: 'client_disabled' })
  })

  test('is not used up by HEAD, which is refused', async () => {
    const { href } = await posted()
    const head = await authserver.fetch(href, { method: 'HEAD' })
    expect(head.status).toBe(405)
    expect(head.headers.get('allow')).toBe('GET, POST, OPTIONS')
    expect((await authserver.fetch(href)).status).toBeLessThan(400)
  })
})
