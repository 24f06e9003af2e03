import { describe, expect, test } from 'vitest'
import { aClient, type TestClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const app = await server()
const client = await aClient(app.store, { pkceRequired: false })
const implicit = await aClient(app.store, { implicitGrantEnabled: true })
const elsewhere = 'https://elsewhere.example/cb'

function object(claims: unknown, header: object = { alg: 'none' }): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part(header)}.${part(claims)}.`
}

function fields(changes: Record<string, string>, asker: TestClient = client): [string, string][] {
  const { clientIdentifier: client_id, redirectUri: redirect_uri } = asker
  const sent = { client_id, redirect_uri, response_type: 'code', scope: 'openid', state: 'kept' }
  return Object.entries({ ...sent, ...changes })
}

/** The refusal as the client receives it, for GET and for POST. */
async function delivered(changes: Record<string, string>, asker?: TestClient): Promise<string[]> {
  const sent = fields(changes, asker)
  const direct = await app.fetch(`/auth/authorize?${new URLSearchParams(sent)}`)
  const handed = await app.post('/auth/authorize', sent)
  const posted = await app.fetch(handed.headers.get('location') ?? '')
  return Promise.all([direct, posted].map(wayOf))
}

async function wayOf(response: Response): Promise<string> {
  const location = response.headers.get('location')
  if (location === null) {
    const page = await response.text()
    expect(page).toContain('name="error" value="request_not_supported"')
    expect(page).toContain('name="state" value="kept"')
    expect(page).not.toContain('elsewhere')
    return 'form_post'
  }
  expect(location).toContain('error=request_not_supported')
  expect(location).toContain('state=kept')
  expect(location.startsWith(client.redirectUri)).toBe(true)
  return location.includes('#') ? 'fragment' : 'query'
}

const twice = (way: string) => [way, way]

describe('a refused request object says how the refusal is delivered', () => {
  test.each(['form_post', 'fragment', 'query'])('by %s', async (response_mode) => {
    expect(await delivered({ request: object({ response_mode }) })).toEqual(twice(response_mode))
  })

  test('whatever key it says that it is signed with', async () => {
    const claims = { response_mode: 'form_post', iss: client.clientIdentifier }
    const signed = `${object(claims, { alg: 'RS256', kid: 'x' })}AAAA`
    expect(await delivered({ request: signed })).toEqual(twice('form_post'))
  })

  test('but not where the request itself does', async () => {
    const request = object({ response_mode: 'form_post' })
    expect(await delivered({ request, response_mode: 'fragment' })).toEqual(twice('fragment'))
    expect(await delivered({ request, response_mode: '' })).toEqual(twice('form_post'))
  })

  test('and nothing else: redirect URI, client, state and type come from outside it', async () => {
    const request = object({
      response_mode: 'form_post',
      redirect_uri: elsewhere,
      client_id: 'nobody',
      state: 'elsewhere',
      response_type: 'id_token',
    })
    expect(await delivered({ request })).toEqual(twice('form_post'))
  })

  test.each([
    ['an unknown mode', object({ response_mode: 'jwt' })],
    ['one in capitals', object({ response_mode: 'FORM_POST' })],
    ['a list', object({ response_mode: ['form_post'] })],
    ['a number', object({ response_mode: 7 })],
    ['none', object({ state: 'x' })],
    ['claims that are no object', object(['response_mode'])],
    ['no JSON', 'eyJhbGciOiJub25lIn0.e30x.'],
    ['two parts', object({ response_mode: 'form_post' }).slice(0, -1)],
    ['an encrypted one', 'a.b.c.d.e'],
    ['nothing', ''],
    ['rubbish', 'x'],
  ])('%s counts for nothing', async (_, request) => {
    expect(await delivered({ request })).toEqual(twice('query'))
  })

  test('of tokens nothing but the fragment counts', async () => {
    const sent = { response_type: 'id_token', nonce: 'n' }
    for (const response_mode of ['query', 'form_post', 'fragment']) {
      const request = object({ response_mode })
      expect(await delivered({ ...sent, request }, implicit)).toEqual(twice('fragment'))
    }
  })

  test('of two objects neither counts', async () => {
    const request = object({ response_mode: 'form_post' })
    const query = new URLSearchParams([...fields({ request }), ['request', request]])
    expect(await wayOf(await app.fetch(`/auth/authorize?${query}`))).toBe('query')
  })

  test('without an object a mode is what it was', async () => {
    const page = await app.fetch(
      `/auth/authorize?${new URLSearchParams(fields({ response_mode: 'jwt' }))}`,
    )
    expect(page.status).toBe(400)
  })
})
