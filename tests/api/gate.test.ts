import { beforeAll, describe, expect, it } from 'vitest'
import type { Contract } from '#lib/api/contract/define.ts'
import { acceptedScopes } from '#lib/api/scopes.ts'
import { builtInPermissions, consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { tokensOf } from '#tests/protocol/token/world.ts'
import { type ApiError, apiClient, apiUser } from '#tests/support/api.ts'
import { allContracts, eachContract, pathWith } from '#tests/support/contracts.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { redeem, requestToken, responseOf, type SignedIn, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aResource,
  aUser,
  grantToClient,
  grantToUser,
  storedSecretOf,
} from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testStart } from '#tests/support/settings.ts'

const asked = await server()
const { store, clock, fetch } = asked
const { client: database } = await fileDatabase()

/** An id without a row: requests that pass the gate are answered 400 or 404. */
const nobody = '999999999'
const permissions = builtInPermissions.map(({ identifier }) => identifier)
const everyScope = permissions.map((permission) => `authserver:${permission}`)

/** Tokens by their only scope; created once. */
const clientTokens = new Map<string, string>()
const userTokens = new Map<string, string>()
const refused = {
  idToken: '',
  refreshToken: '',
  foreignAudience: '',
  shortLived: '',
  ofDisabledUser: '',
  ofEndedSession: '',
}
let ofDisabledClient = ''
/** Tokens of a user and a client that have lost all permissions since the token was issued. */
const stripped = { user: '', client: '' }
/** Tokens of users with every scope, issued without an authorization code. */
const withoutCode = { password: '', implicit: '' }
/** Token of a user with every scope, whose client may no longer request administrative scopes. */
let ofWithdrawnClient = ''

interface Answer {
  readonly status: number
  readonly challenge: string | null
  readonly headers: Headers
  readonly body: Partial<ApiError>
}

async function ask(contract: Contract, init: RequestInit = {}, query = ''): Promise<Answer> {
  const { method } = contract
  const response = await fetch(pathWith(contract, nobody) + query, { method, ...init })
  const { status, headers } = response
  const isFile = response.headers.has('content-disposition')
  const body: Partial<ApiError> = isFile ? {} : await response.json()
  return { status, challenge: headers.get('www-authenticate'), headers, body }
}

function bearer(token: string | undefined): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } }
}

beforeAll(async () => {
  for (const permission of permissions) {
    const scope = `authserver:${permission}`
    clientTokens.set(scope, (await apiClient(asked, [permission])).value)
    userTokens.set(scope, (await apiUser(asked, await aUser(store), [permission])).value)
  }
  clientTokens.set('all', (await apiClient(asked, permissions)).value)
  await makeTokensOfSignIns()
  await makeTokensOfOthers()
  await makeTokensWithoutCode()
}, 120_000)

/** Signs a new user in through a client that may request every scope. */
async function signedInUser() {
  const user = await aUser(store)
  await grantToUser(store, user, ...everyScope)
  const client = await aClient(store, { administrativeScopesAllowed: true })
  const scope = ['openid', ...everyScope].join(' ')
  const signedIn: SignedIn = await signIn(asked, client, user, { request: { scope } })
  const { body } = await redeem(asked, client, signedIn)
  return { user, client, tokens: body, token: body.access_token ?? '' }
}

async function makeTokensOfSignIns(): Promise<void> {
  const { tokens } = await signedInUser()
  refused.idToken = tokens.id_token ?? ''
  refused.refreshToken = tokens.refresh_token ?? ''

  const disabled = await signedInUser()
  refused.ofDisabledUser = disabled.token
  await store.users.change(disabled.user.id, { enabled: false })

  const ended = await signedInUser()
  refused.ofEndedSession = ended.token
  for (const session of await sessionsOf(store, ended.user.id)) {
    await store.sessions.remove(session.id)
  }

  const withdrawn = await signedInUser()
  ofWithdrawnClient = withdrawn.token
  await store.clients.update(withdrawn.client.id, { administrativeScopesAllowed: false })
}

async function makeTokensOfOthers(): Promise<void> {
  await aResource(store, 'another-api', ['manage'])
  const foreign = await aClient(store)
  await grantToClient(store, foreign, 'another-api:manage')
  const { body } = await requestToken(asked, foreign, {
    grant_type: 'client_credentials',
    scope: 'another-api:manage',
  })
  refused.foreignAudience = body.access_token ?? ''

  const stopped = await apiClient(asked, permissions)
  ofDisabledClient = stopped.value
  await store.clients.update(stopped.client.id, { enabled: false })

  refused.shortLived = (await apiClient(asked, permissions)).value

  const client = await apiClient(asked, permissions)
  stripped.client = client.value
  await database.clientPermission.deleteMany({ where: { clientId: client.client.id } })
  const user = await signedInUser()
  stripped.user = user.token
  await database.userPermission.deleteMany({ where: { userId: user.user.id } })
}

async function makeTokensWithoutCode(): Promise<void> {
  const user = await aUser(store)
  await grantToUser(store, user, ...everyScope)
  const client = await aClient(store, {
    administrativeScopesAllowed: true,
    resourceOwnerPasswordCredentialsEnabled: true,
    implicitGrantEnabled: true,
  })
  const scope = ['openid', ...everyScope].join(' ')
  const { body } = await requestToken(asked, client, {
    grant_type: 'password',
    username: user.email,
    password: user.password,
    scope,
  })
  withoutCode.password = body.access_token ?? ''
  const request = { scope, response_type: 'token', nonce: 'n' }
  const { last } = await signIn(asked, client, user, { request })
  withoutCode.implicit = responseOf(last)?.access_token ?? ''
}

/** Expects a refusal by the gate, which reveals nothing about the record. */
function expectRefusal(answer: Answer, status: number, code: string, challenge: RegExp): void {
  expect([answer.status, answer.body.error_code]).toEqual([status, code])
  expect(Object.keys(answer.body)).toEqual(['error_code', 'error_description'])
  expect(answer.challenge).toMatch(challenge)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('pragma')).toBe('no-cache')
}

const bare = /^Bearer realm="authserver"$/
const malformed = /^Bearer realm="authserver", error="invalid_request", error_description="[^"]+"$/
const unusable = /^Bearer realm="authserver", error="invalid_token", error_description="[^"]+"$/

/** Rotation generates 4096-bit keys and revokes the other tokens, so its own test has the accepted cases. */
const opened = (contract: Contract) => contract.id !== 'rotateKeys'

describe.each(eachContract)('%s', (_, contract) => {
  it('asks for a token when none was sent, or one of another kind, or one in the query', async () => {
    const good = clientTokens.get('all')
    const ways: [RequestInit, string][] = [
      [{}, ''],
      [{ headers: { authorization: 'Basic YTpi' } }, ''],
      [{ headers: { authorization: 'Bearer ' } }, ''],
      [{}, `?access_token=${good}`],
    ]
    for (const [init, query] of ways) {
      expectRefusal(await ask(contract, init, query), 401, 'ACCESS_TOKEN_REQUIRED', bare)
    }
  })

  it('refuses a token that was sent twice', async () => {
    const good = clientTokens.get('all')
    const twice = { headers: { authorization: `Bearer ${good}, Bearer ${good}` } }
    expectRefusal(await ask(contract, twice), 400, 'INVALID_REQUEST', malformed)
    if (contract.method !== 'POST') return
    const form = new URLSearchParams({ access_token: good ?? '' })
    const both = { ...bearer(good), body: form }
    expectRefusal(await ask(contract, both), 400, 'INVALID_REQUEST', malformed)
  })

  it('refuses what is no access token for this server', async () => {
    const good = clientTokens.get('all') ?? ''
    const tampered = `${good.slice(0, -6)}${good.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`
    const tokens = {
      text: 'nonsense',
      tampered,
      'an ID token': refused.idToken,
      'a refresh token': refused.refreshToken,
      'for another audience': refused.foreignAudience,
    }
    for (const [name, token] of Object.entries(tokens)) {
      expect(token, name).not.toBe('')
      expectRefusal(await ask(contract, bearer(token)), 401, 'INVALID_TOKEN', unusable)
    }
  })

  it('refuses a token whose time is over', async () => {
    try {
      clock.advance(301)
      const answer = await ask(contract, bearer(refused.shortLived))
      expectRefusal(answer, 401, 'INVALID_TOKEN', unusable)
    } finally {
      clock.set(testStart)
    }
  })

  it('refuses the token of a user who is disabled or whose session has ended', async () => {
    for (const token of [refused.ofDisabledUser, refused.ofEndedSession]) {
      expectRefusal(await ask(contract, bearer(token)), 401, 'INVALID_TOKEN', unusable)
    }
  })

  it('takes of users tokens of the authorization code flow only, unless it is about their own account', async () => {
    for (const [way, token] of Object.entries(withoutCode)) {
      expect(token, way).not.toBe('')
      const answer = await ask(contract, bearer(token))
      if (contract.access === 'account') expect(answer.status, way).not.toBe(403)
      else expectRefusal(answer, 403, 'INSUFFICIENT_SCOPE', insufficient(acceptedScopes(contract)))
    }
  })

  it('takes tokens of users only while their client may request administrative scopes, unless it is about their own account', async () => {
    const answer = await ask(contract, bearer(ofWithdrawnClient))
    if (contract.access === 'account') expect([401, 403]).not.toContain(answer.status)
    else expectRefusal(answer, 403, 'INSUFFICIENT_SCOPE', insufficient(acceptedScopes(contract)))
  })

  it('refuses the token that a client got for itself once the client is disabled', async () => {
    const answer = await ask(contract, bearer(ofDisabledClient))
    if (contract.access === 'account') {
      const scopes = acceptedScopes(contract)
      expectRefusal(answer, 403, 'USER_CONTEXT_REQUIRED', insufficient(scopes))
    } else {
      expectRefusal(answer, 401, 'INVALID_TOKEN', unusable)
    }
  })

  it('counts only what is still held, by a user or by the client itself', async () => {
    for (const [whose, token] of Object.entries(stripped)) {
      const answer = await ask(contract, bearer(token))
      if (contract.access === 'account' && whose === 'client') {
        expect(answer.body.error_code).toBe('USER_CONTEXT_REQUIRED')
        continue
      }
      expectRefusal(answer, 403, 'INSUFFICIENT_SCOPE', insufficient(acceptedScopes(contract)))
      expect(answer.body.error_description).toMatch(/no longer held/)
    }
  })
})

describe.each(eachContract)('%s', (_, contract) => {
  const accepted = acceptedScopes(contract)

  it.each(everyScope)(`takes or refuses %s`, async (scope) => {
    for (const tokens of [clientTokens, userTokens]) {
      const isAccepted = accepted.includes(scope)
      if (isAccepted && !opened(contract)) continue
      const answer = await ask(contract, bearer(tokens.get(scope)))
      if (!isAccepted) {
        expectRefusal(answer, 403, 'INSUFFICIENT_SCOPE', insufficient(accepted))
      } else if (contract.access === 'account' && tokens === clientTokens) {
        expectRefusal(answer, 403, 'USER_CONTEXT_REQUIRED', insufficient(accepted))
      } else {
        expect([200, 201, 400, 403, 404]).toContain(answer.status)
        if (answer.status === 403) expect(answer.body.error_code).toBe('MANAGE_SCOPE_REQUIRED')
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
    }
  })
})

function insufficient(accepted: readonly string[]): RegExp {
  const scope = accepted.join(' ').replaceAll('.', '\\.')
  return new RegExp(
    `^Bearer realm="authserver", error="insufficient_scope", error_description="[^"]+", scope="${scope}"$`,
  )
}

describe("a user's token at the Admin API", () => {
  const statusAt = async (path: string, token: string) => (await fetch(path, bearer(token))).status
  const groups = '/api/v1/admin/groups'

  it('stops with the allowance of its client and works again with it; UserInfo and the Account API take it throughout', async () => {
    const { client, token } = await signedInUser()
    for (const [administrativeScopesAllowed, status] of [
      [true, 200],
      [false, 403],
      [true, 200],
    ] as const) {
      await store.clients.update(client.id, { administrativeScopesAllowed })
      expect(await statusAt(groups, token)).toBe(status)
      expect(await statusAt('/userinfo', token)).toBe(200)
      expect(await statusAt('/api/v1/account/profile', token)).toBe(200)
    }
  })

  it('is refused with the reason where its client lost the allowance', async () => {
    const response = await fetch(groups, bearer(ofWithdrawnClient))
    expect(await response.json()).toEqual({
      error_code: 'INSUFFICIENT_SCOPE',
      error_description:
        'The client is no longer allowed to request administrative scopes for users.',
    })
  })

  it('is taken where nobody knows how its grant was made: as of a code', async () => {
    const { user, token } = await signedInUser()
    await database.grant.updateMany({ where: { userId: user.id }, data: { grantType: null } })
    expect(await statusAt(groups, token)).toBe(200)
  })

  it("of the console's client is always taken", async () => {
    const stored = await store.clients.findByIdentifier(consoleClientIdentifier)
    if (!stored) throw new Error('The console client is not seeded.')
    const secret = storedSecretOf(stored, asked.runtime.cipher)
    const client = { ...stored, secret, redirectUri: stored.redirectUris[0]?.uri ?? '' }
    const user = await aUser(store)
    await grantToUser(store, user, ...everyScope)
    const scope = ['openid', ...everyScope].join(' ')
    const { access_token: token } = await tokensOf(asked, client, user, { scope })
    expect(await statusAt(groups, token)).toBe(200)
    try {
      await store.clients.update(stored.id, { administrativeScopesAllowed: false })
      expect(await statusAt(groups, token)).toBe(200)
    } finally {
      await store.clients.update(stored.id, { administrativeScopesAllowed: true })
    }
  })
})

describe('the scopes of the Admin API', () => {
  /** docs/specification.md "Admin API scopes", implemented independently. */
  function opens(scope: string, { access, method }: Contract): boolean {
    if (access === 'account') return scope === 'authserver:manage-account'
    if (scope === 'authserver:manage') return true
    if (scope === 'authserver:admin-read') return method === 'GET' && access !== 'secret'
    if (access === 'any') return /:manage-(users|clients|settings)$/.test(scope)
    return scope === `authserver:manage-${access === 'secret' ? 'clients' : access}`
  }

  it('open what the specification says, and nothing else', () => {
    for (const contract of allContracts) {
      const opening = everyScope.filter((scope) => opens(scope, contract))
      expect(acceptedScopes(contract).toSorted(), contract.id).toEqual(opening.toSorted())
    }
  })

  it('belong to the domains of the specification', () => {
    const domains: [RegExp, Contract['access']][] = [
      [/^\/api\/v1\/account\//, 'account'],
      [/\/(phone-countries|dashboard)$/, 'any'],
      [/\/admin\/(refusals|refusal-rules|search)(\/|$)/, 'any'],
      [/\/clients\/\{id\}\/secret$/, 'secret'],
      [/\/admin\/(users|user-\w+|groups|group-\w+|permissions|administrators)(\/|$)/, 'users'],
      [/\/admin\/clients(\/|$)/, 'clients'],
      [
        /\/admin\/(resources|settings|identity-providers|audit-logs|events|dashboard)(\/|$)/,
        'settings',
      ],
    ]
    for (const { id, path, access } of allContracts) {
      expect([id, access]).toEqual([id, domains.find(([form]) => form.test(path))?.[1]])
    }
  })
})
