import { randomToken } from '#lib/kernel/random.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { redeem, requestToken, signIn } from './oauth.ts'
import { aClient, grantToClient, grantToUser, type TestClient, type TestUser } from './people.ts'
import type { TestServer } from './server.ts'

/** Somebody who may call the APIs: a token and the server that made it. */
export interface ApiToken {
  readonly server: TestServer
  /** The access token itself. */
  readonly value: string
  readonly client: TestClient
  /** Null for a client's own token. */
  readonly user: UserRecord | null
}

/** The answer of an API operation. */
export interface ApiAnswer<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** The body of a refusal. */
export interface ApiError {
  readonly error_code: string
  readonly error_description: string
}

/**
 * A confidential client holding permissions of the resource `authserver`, and its client-credentials
 * token from the token endpoint.
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
 * @param permissions such as `manage` or `manage-account`: the user is given those not yet held
 */
export async function apiUser(
  server: TestServer,
  user: TestUser,
  permissions: readonly string[],
): Promise<ApiToken> {
  const { store } = server
  const held = await store.permissions.heldByUser(user.id)
  const missing = permissions.filter(
    (permission) => !held.some((one) => one.permissionIdentifier === permission),
  )
  await grantToUser(store, user, ...missing.map(asScope))
  const client = await aClient(store, { administrativeScopesAllowed: true })
  const scope = ['openid', ...permissions.map(asScope)].join(' ')
  const signedIn = await signIn(server, client, user, { request: { scope } })
  const { status, body } = await redeem(server, client, signedIn)
  return { server, value: tokenOf(status, body.access_token), client, user }
}

/**
 * Calls an API operation.
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
    headers: { authorization: `Bearer ${token.value}` },
    ...(body === undefined ? {} : { body: asBody(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? {} : parsed(text)) as T,
  }
}

/** Status and code of an answer: what most tests of a refusal are about. */
export async function outcome(
  answer: Promise<ApiAnswer<unknown>>,
): Promise<[status: number, code: string]> {
  const { status, body } = await answer
  return [status, (body as Partial<ApiError>).error_code ?? '']
}

/** A multipart form with one file. */
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

function asBody(body: unknown): string | Uint8Array<ArrayBuffer> | FormData {
  if (typeof body === 'string' || body instanceof FormData) return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return JSON.stringify(body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

function tokenOf(status: number, token: string | undefined): string {
  if (status !== 200 || !token) throw new Error(`The token endpoint answered ${status}.`)
  return token
}
