import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { viewOf } from '#tests/support/views.ts'

let authserver: TestServer
let client: TestClient
let selfRegistered: TestClient

beforeAll(async () => {
  authserver = await server()
  client = await aClient(authserver.store, { pkceRequired: false })
  selfRegistered = await aClient(authserver.store, {
    pkceRequired: false,
    createdViaDcr: true,
    description: 'Trusty Bank',
  })
})

function ask(
  fields: Record<string, string | undefined>,
  asker = client,
  cookie = '',
): Promise<Response> {
  const sent: Record<string, string | undefined> = {
    client_id: asker.clientIdentifier,
    redirect_uri: asker.redirectUri,
    response_type: 'code',
    scope: 'files',
    state: 'kept',
    ...fields,
  }
  const pairs = Object.entries(sent).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return authserver.fetch(`/auth/authorize?${new URLSearchParams(pairs)}`, { headers: { cookie } })
}

async function signedIn(user: TestUser): Promise<string> {
  const value = randomToken()
  const now = authserver.clock.now()
  await authserver.store.sessions.insert({
    userId: user.id,
    sessionIdentifier: randomUuid(),
    cookieHash: sha256Hex(value),
    started: now,
    lastAccessed: now,
    authTime: now,
    authMethods: 'pwd',
    acrLevel: 'urn:authserver:level1',
    ipAddress: '127.0.0.1',
    deviceName: '',
    deviceType: '',
    deviceOs: '',
    authStateGeneration: user.authStateGeneration,
    otpConfigGeneration: user.otpConfigGeneration,
  })
  return `authserver-session=${value}`
}

describe('a page answers with status 400', () => {
  test('in the languages asked for, whoever is signed in', async () => {
    const cookie = await signedIn(await aUser(authserver.store))
    const response = await ask({ client_id: 'nobody', ui_locales: 'ja de' }, client, cookie)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(viewOf(response)).toMatchObject({
      page: 'error',
      reason: 'client_not_found',
      uiLocales: ['ja', 'de'],
    })
  })

  test('a query that cannot be read', async () => {
    for (const query of ['client_id=%zz', 'client_id=a%00b']) {
      const response = await authserver.fetch(`/auth/authorize?${query}`)
      expect(response.status).toBe(400)
      expect(viewOf(response)).toMatchObject({ reason: 'malformed_request' })
    }
  })

  test('names the parameter that was sent twice', async () => {
    const response = await authserver.fetch('/auth/authorize?client_id=a&client_id=a')
    expect(viewOf(response)).toMatchObject({
      reason: 'parameter_repeated',
      parameters: { parameter: 'client_id' },
    })
  })
})

describe('an error is redirected at once, signed in or not', () => {
  test('in the query', async () => {
    const response = await ask({})
    expect(response.status).toBe(302)
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.origin + location.pathname).toBe(client.redirectUri)
    expect([...location.searchParams.keys()]).toEqual(['error', 'error_description', 'state'])
    expect(location.searchParams.get('error')).toBe('invalid_scope')
    expect(location.searchParams.get('state')).toBe('kept')
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('in the fragment', async () => {
    const response = await ask({ response_mode: 'fragment' })
    expect(response.headers.get('location')).toMatch(
      /^https:\/\/client\.example\/callback#error=invalid_scope&error_description=[^&]+&state=kept$/,
    )
  })

  test('as a form', async () => {
    const response = await ask({ response_mode: 'form_post', state: '"><script>' })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const page = await response.text()
    expect(page).toContain(`action="${client.redirectUri}"`)
    expect(page).toContain('name="error" value="invalid_scope"')
    expect(page).not.toContain('"><script>')
  })
})

describe('a client that registered itself', () => {
  test('is named as unverified first, with its destination and the link', async () => {
    const response = await ask({ ui_locales: 'de' }, selfRegistered)
    expect(response.status).toBe(200)
    expect(response.headers.get('location')).toBeNull()
    const view = viewOf(response)
    expect(view).toMatchObject({
      page: 'redirect-withheld',
      client: { name: 'Trusty Bank', unverified: true },
      destination: 'client.example',
      uiLocales: ['de'],
    })
    const direct = await ask({ prompt: 'none' }, selfRegistered)
    expect(direct.status).toBe(302)
    expect(view).toHaveProperty('continueUrl', direct.headers.get('location'))
  })

  test('is answered at once when the request was silent, however malformed', async () => {
    const response = await ask({ prompt: 'none create' }, selfRegistered)
    expect(response.status).toBe(302)
  })

  test('is offered a link of our own, good for once, when the answer must be posted', async () => {
    const fields = { response_mode: 'form_post' }
    const view = viewOf(await ask(fields, selfRegistered))
    const link = (view?.page === 'redirect-withheld' && view.continueUrl) || ''
    expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/authorize\?request_handle=[\w-]{43}$/)
    const posted = await authserver.fetch(link)
    expect(posted.status).toBe(200)
    const page = await posted.text()
    expect(page).toContain(`action="${selfRegistered.redirectUri}"`)
    expect(page).toContain('name="error" value="invalid_scope"')
    expect(page).toContain('name="state" value="kept"')
    expect((await authserver.fetch(link)).status).toBe(400)
  })

  test('gets no posted answer at a redirect URI that it no longer has', async () => {
    const other = await aClient(authserver.store, { pkceRequired: false, createdViaDcr: true })
    const view = viewOf(await ask({ response_mode: 'form_post' }, other))
    await authserver.store.clients.removeRedirectUris(other.id, [other.redirectUri])
    const link = (view?.page === 'redirect-withheld' && view.continueUrl) || ''
    const response = await authserver.fetch(link)
    expect(response.status).toBe(400)
    expect(viewOf(response)).toMatchObject({ reason: 'redirect_uri_not_registered' })
  })
})

describe('the refusal of an administrative scope', () => {
  const scope = 'openid authserver:manage'
  const entries = async () => {
    const rows = await authserver.runtime.database.prisma.auditLog.findMany({
      where: { auditEvent: 'administrative_scope_refused' },
      orderBy: { id: 'asc' },
    })
    return rows.map(({ details }) => JSON.parse(details))
  }

  test('has an audit entry when somebody is signed in', async () => {
    const user = await aUser(authserver.store)
    const before = await entries()
    const response = await ask({ scope }, client, await signedIn(user))
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.searchParams.get('error')).toBe('invalid_scope')
    expect(location.searchParams.get('error_description')).toBe(
      "The client is not allowed to request the administrative scope 'authserver:manage'.",
    )
    expect((await entries()).slice(before.length)).toEqual([
      {
        clientId: client.id,
        clientIdentifier: client.clientIdentifier,
        scope: 'authserver:manage',
        grantType: 'authorization_code',
        userId: user.id,
      },
    ])
  })

  test('has none for strangers, ended sessions and disabled users', async () => {
    const before = await entries()
    const gone = await aUser(authserver.store)
    const cookie = await signedIn(gone)
    await authserver.runtime.database.prisma.user.update({
      where: { id: gone.id },
      data: { enabled: false },
    })
    const idle = await signedIn(await aUser(authserver.store))
    await ask({ scope })
    await ask({ scope, prompt: 'none' })
    await ask({ scope }, client, 'authserver-session=unknown')
    await ask({ scope }, client, cookie)
    authserver.clock.advance(7201)
    await ask({ scope }, client, idle)
    expect(await entries()).toEqual(before)
  })

  test('is logged as a warning, any other refusal as information', async () => {
    const { log } = authserver.runtime
    const [warn, info] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
    const said = 'refused an authorization request'
    await ask({ scope })
    const { clientIdentifier } = client
    const record = { error: 'invalid_scope', clientIdentifier }
    const administrative = { ...record, administrativeScope: 'authserver:manage' }
    expect(warn.mock.calls).toEqual([[expect.objectContaining(administrative), said]])
    expect(info).not.toHaveBeenCalled()
    await ask({ scope: 'files' })
    expect(warn).toHaveBeenCalledTimes(1)
    expect(info.mock.calls).toEqual([[expect.objectContaining(record), said]])
    vi.restoreAllMocks()
  })
})

test('other methods are refused', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const response = await authserver.fetch('/auth/authorize', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('POST')
  }
})
