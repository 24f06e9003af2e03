import { randomToken } from '#lib/base/crypto/random.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import type { Browser } from './browser.ts'
import { undeclared } from './contracts.ts'
import { redeem, requestToken, signIn } from './oauth.ts'
import { aClient, grantToClient, grantToUser, type TestClient, type TestUser } from './people.ts'
import type { TestServer } from './server.ts'

/** An access token for the APIs, with the server that issued it. */
export interface ApiToken {
  readonly server: TestServer
  readonly value: string
  readonly client: TestClient
  /** Null for a token of the client-credentials flow. */
  readonly user: UserRecord | null
}

export interface ApiAnswer<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

export interface ApiError {
  readonly error_code: string
  readonly error_description: string
}

/**
 * A confidential client with permissions of the resource `authserver`, and its client-credentials token from
 * the token endpoint.
 * @param permissions such as `manage-users`
 */
export async function apiClient(
  server: TestServer,
  permissions: readonly string[],
): Promise<ApiToken> {
  const client = await aClient(server.store)
  await grantToClient(server.store, client, ...permissions.map(asScope))
  const { status, body } = await requestToken(server, client, {
    grant_type: 'client_credentials',
    scope: permissions.map(asScope).join(' '),
  })
  return { server, value: tokenOf(status, body.access_token), client, user: null }
}

/**
 * A user's token from a sign-in through a client that may request administrative scopes.
 * @param permissions such as `manage` or `manage-account`; the user is granted the missing ones
 */
export async function apiUser(
  server: TestServer,
  user: TestUser,
  permissions: readonly string[],
  browser?: Browser,
): Promise<ApiToken> {
  const { store } = server
  const held = await store.permissions.heldByUser(user.id)
  const missing = permissions.filter(
    (permission) => !held.some((one) => one.permissionIdentifier === permission),
  )
  await grantToUser(store, user, ...missing.map(asScope))
  const client = await aClient(store, { administrativeScopesAllowed: true })
  const scope = ['openid', ...permissions.map(asScope)].join(' ')
  const options = { request: { scope }, ...(browser && { browser }) }
  const signedIn = await signIn(server, client, user, options)
  const { status, body } = await redeem(server, client, signedIn)
  return { server, value: tokenOf(status, body.access_token), client, user }
}

/**
 * Calls an API operation and checks that its contract declares the answer.
 * @param path below `/api/v1/admin`, or in full (`/api/v1/account/…`)
 * @param body an object is sent as JSON; text, bytes and forms as they are
 */
export async function call<T = ApiError & Record<string, unknown>>(
  token: Pick<ApiToken, 'server' | 'value'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiAnswer<T>> {
  const response = await token.server.fetch(fullPath(path), {
    method,
    ...(await encoded(body, { authorization: `Bearer ${token.value}` })),
  })
  const text = await response.text()
  const answered = text === '' ? {} : parsed(text)
  const { status, headers } = response
  const problem = undeclared(method, fullPath(path), { status, code: codeOf(answered) })
  if (problem) throw new Error(`${problem} ${text}`)
  return { status, headers, body: answered as T }
}

export async function outcome(
  answer: Promise<ApiAnswer<unknown>>,
): Promise<[status: number, code: string]> {
  const { status, body } = await answer
  return [status, (body as Partial<ApiError>).error_code ?? '']
}

export function fileForm(bytes: Uint8Array, field = 'picture', type = 'image/png'): FormData {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), `${randomToken(4)}.png`)
  return form
}

function asScope(permission: string): string {
  return permission.includes(':') ? permission : `authserver:${permission}`
}

function fullPath(path: string): string {
  return path.startsWith('/api/') ? path : `/api/v1/admin${path}`
}

/**
 * Headers and body of a request. Forms are encoded here, because Node's own form stream fails when the server
 * stops reading it.
 */
async function encoded(body: unknown, headers: Record<string, string>): Promise<RequestInit> {
  if (body === undefined) return { headers }
  if (typeof body === 'string') return { headers, body }
  if (body instanceof Uint8Array) return { headers, body: new Uint8Array(body) }
  if (!(body instanceof FormData)) return { headers, body: JSON.stringify(body) }
  const form = new Response(body)
  const contentType = form.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await form.arrayBuffer())
  return { headers: { ...headers, 'content-type': contentType }, body: bytes }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

function codeOf(body: unknown): unknown {
  return (body as Partial<ApiError> | null)?.error_code
}

function tokenOf(status: number, token: string | undefined): string {
  if (status !== 200 || !token) throw new Error(`The token endpoint answered ${status}.`)
  return token
}
