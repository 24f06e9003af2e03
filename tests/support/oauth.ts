import { createHash, randomBytes } from 'node:crypto'
import { type Browser, browser, type Visit } from './browser.ts'
import type { TestClient as StoredClient, TestUser } from './people.ts'
import type { FormFields, TestServer } from './server.ts'

/** What of a client its requests need. */
export type TestClient = Pick<StoredClient, 'clientIdentifier' | 'redirectUri' | 'secret'>

/** Parameters to add or replace; undefined leaves a default parameter out. */
type Changes = Readonly<Record<string, string | undefined>>

/** A PKCE pair (RFC 7636, S256). */
export function pkcePair(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/**
 * The path of an authorization request for a code.
 * @param changes parameters to add, replace or (undefined) leave out
 */
export function authorizePath(
  client: Pick<TestClient, 'clientIdentifier' | 'redirectUri'>,
  changes: Changes = {},
): string {
  const parameters: Changes = {
    client_id: client.clientIdentifier,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'a-state',
    ...changes,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) query.append(name, value)
  return `/auth/authorize?${query}`
}

export interface SignedIn {
  readonly browser: Browser
  readonly verifier: string
  readonly response: Readonly<Record<string, string>>
  readonly code: string
  readonly last: Visit
}

interface SignInOptions {
  /** Changed parameters of the authorization request. */
  readonly request?: Changes
  /** A browser to continue with, cookies included. */
  readonly browser?: Browser
}

/**
 * Takes a user from the authorization request to the redirect URI. Signs in and approves every scope where a
 * page asks for it; two-factor pages are left to the test.
 */
export async function signIn(
  server: TestServer,
  client: TestClient,
  user: TestUser,
  options: SignInOptions = {},
): Promise<SignedIn> {
  const { verifier, challenge } = pkcePair()
  const person = options.browser ?? browser(server)
  const request = { code_challenge: challenge, code_challenge_method: 'S256', ...options.request }
  let last = await person.visit(authorizePath(client, request))
  if (last.view?.page === 'sign-in') {
    last = await person.submit({ email: user.email, password: user.password })
  }
  if (last.view?.page === 'consent') last = await person.submit(approval(last))
  const response = responseOf(last)
  if (!response) throw new Error(`The sign-in ended at ${describeVisit(last)}.`)
  return { browser: person, verifier, response, code: response.code ?? '', last }
}

/** The fields that approve every scope of the consent page, or of the page that connects a device. */
export function approval({ view }: Visit): [string, string][] {
  const asks = view?.page === 'consent' || view?.page === 'device-confirm'
  const count = asks ? view.scopes.length : 0
  const ticks = Array.from({ length: count }, (_, i): [string, string] => [`consent${i}`, 'on'])
  return [...ticks, ['btnSubmit', 'submit']]
}

/** The authorization response at the end of a visit, in any response mode; null when there is none. */
export function responseOf(visit: Visit): Record<string, string> | null {
  if (visit.formPost) return visit.formPost.fields
  if (!visit.location) return null
  const { hash, searchParams } = visit.location
  return Object.fromEntries(hash ? new URLSearchParams(hash.slice(1)) : searchParams)
}

export interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly access_token?: string
    readonly refresh_token?: string
    readonly id_token?: string
    readonly scope?: string
    readonly expires_in?: number
    readonly error?: string
    readonly error_description?: string
  }
}

/**
 * Calls the token endpoint. A confidential client authenticates by HTTP Basic unless the fields carry a
 * `client_secret`; a public client sends its `client_id`.
 */
export async function requestToken(
  server: Pick<TestServer, 'post'>,
  client: TestClient,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<TokenAnswer> {
  const basic = client.secret !== '' && fields.client_secret === undefined
  const form: FormFields = basic ? fields : { client_id: client.clientIdentifier, ...fields }
  const headers: Record<string, string> = basic ? { authorization: basicHeader(client) } : {}
  const response = await server.post('/auth/token', form, { headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** The `Authorization` header of client authentication (RFC 6749 section 2.3.1). */
export function basicHeader(client: Pick<TestClient, 'clientIdentifier' | 'secret'>): string {
  const pair = `${encodeURIComponent(client.clientIdentifier)}:${encodeURIComponent(client.secret)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

export function redeem(
  server: Pick<TestServer, 'post'>,
  client: TestClient,
  { code, verifier }: Pick<SignedIn, 'code' | 'verifier'>,
  changes: Changes = {},
): Promise<TokenAnswer> {
  return requestToken(server, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    ...changes,
  })
}

export function refresh(
  server: Pick<TestServer, 'post'>,
  client: TestClient,
  refreshToken: string,
  changes: Changes = {},
): Promise<TokenAnswer> {
  return requestToken(server, client, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...changes,
  })
}

/** Header and payload of a JWT; the signature is not verified. */
export function readJwt(token: string): {
  header: Record<string, unknown>
  payload: Record<string, unknown>
} {
  const [header, payload] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part || 'e30', 'base64url').toString('utf8')))
  return { header, payload }
}

function describeVisit(visit: Visit): string {
  const page = visit.view ? `the page '${visit.view.page}'` : (visit.location?.href ?? visit.body)
  return `${visit.status} ${visit.url.pathname}: ${page} ${JSON.stringify(visit.view ?? {})}`
}
