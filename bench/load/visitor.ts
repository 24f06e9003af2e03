import { createHash } from 'node:crypto'
import { type Answer, type Connection, cookieLine, headerOf, keepCookies } from './connection.ts'
import type { Person, Target } from './target.ts'

/** The user of one connection: a person's browser and, for tokens, the client. */
export interface Visitor {
  readonly connection: Connection
  readonly target: Target
  readonly person: Person
  readonly jar: Map<string, string>
  accessToken: string
  refreshToken: string
}

const paths = {
  authserver: { authorize: '/auth/authorize', token: '/auth/token', userinfo: '/userinfo' },
  peer: { authorize: '/auth', token: '/token', userinfo: '/me' },
  bare: { authorize: '/', token: '/', userinfo: '/' },
} as const

/** The code verifier behind every authorization request. */
const verifier = 'benchmark-'.repeat(5)
const challenge = createHash('sha256').update(verifier).digest('base64url')

export function pathOf(target: Target, endpoint: keyof (typeof paths)['peer']): string {
  return paths[target.kind][endpoint]
}

/** Requests a path; cookies are sent and stored. */
export async function get(visitor: Visitor, path: string, headers = ''): Promise<Answer> {
  const { connection, target, jar } = visitor
  const host = hostOf(target)
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}${cookieLine(jar)}\r\n`
  return kept(visitor, await connection.send(request))
}

/** Posts a form; cookies are sent and stored. */
export async function post(
  visitor: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers = '',
): Promise<Answer> {
  const { connection, target, jar } = visitor
  const request = formRequest(target, path, fields, headers + cookieLine(jar))
  return kept(visitor, await connection.send(request))
}

function formRequest(
  target: Target,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: string,
): string {
  const body = new URLSearchParams(fields).toString()
  return `POST ${path} HTTP/1.1\r\nHost: ${hostOf(target)}\r\n${headers}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

const hosts = new WeakMap<Target, string>()

/** Cached per target: parsing the URL takes as long as the rest of a request. */
function hostOf(target: Target): string {
  const known = hosts.get(target)
  if (known) return known
  const { host } = new URL(target.baseUrl)
  hosts.set(target, host)
  return host
}

/** Calls the token endpoint as the target's client, without cookies. */
export async function requestToken(
  visitor: Visitor,
  fields: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const { target } = visitor
  const { identifier, secret } = target.client
  const basic = Buffer.from(`${identifier}:${secret}`).toString('base64')
  const authorization = `Authorization: Basic ${basic}\r\n`
  const request = formRequest(target, pathOf(target, 'token'), fields, authorization)
  const answer = await visitor.connection.send(request)
  return JSON.parse(expectStatus(answer, 200).body)
}

export async function redeem(visitor: Visitor, code: string): Promise<void> {
  const tokens = await requestToken(visitor, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: visitor.target.client.redirectUri,
    code_verifier: verifier,
  })
  visitor.accessToken = tokens.access_token ?? ''
  visitor.refreshToken = tokens.refresh_token ?? ''
}

/** The path of an authorization request for a code. */
export function authorizePath({ kind, client }: Target): string {
  const query = new URLSearchParams({
    client_id: client.identifier,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  return `${paths[kind].authorize}?${query}`
}

/** @returns the path of the page that asks for the password, and the interaction's id */
async function openSignIn(visitor: Visitor) {
  const { target } = visitor
  const page = await walk(visitor, await get(visitor, authorizePath(target)))
  const { pathname, searchParams } = new URL(page.url, target.baseUrl)
  return { pathname, ceremonyId: searchParams.get('ceremony') ?? '' }
}

/**
 * Opens the page that asks for the password.
 * @returns the interaction's id
 */
export async function beginSignIn(visitor: Visitor): Promise<string> {
  return (await openSignIn(visitor)).ceremonyId
}

/** Signs in from the authorization request to the code: page, password, redirects. */
export async function signIn(visitor: Visitor): Promise<string> {
  const { target, person } = visitor
  const { kind, client } = target
  const { pathname, ceremonyId } = await openSignIn(visitor)
  const { email, password } = person
  const origin = `Origin: ${new URL(target.baseUrl).origin}\r\n`
  const answer =
    kind === 'peer'
      ? await post(visitor, `${pathname}/login`, { email, password }, origin)
      : await post(visitor, pathname, { ceremonyId, email, password }, origin)
  const { url } = await walk(visitor, answer)
  return codeOf(url, client.redirectUri)
}

/** The code of an authorization request that an existing session answers at once. */
export async function authorize(visitor: Visitor): Promise<string> {
  const { target } = visitor
  const { url } = await walk(visitor, await get(visitor, authorizePath(target)))
  return codeOf(url, target.client.redirectUri)
}

/** Follows redirects within the target, up to a page or another site's address. */
async function walk(visitor: Visitor, first: Answer): Promise<{ url: string; answer: Answer }> {
  const { baseUrl } = visitor.target
  let answer = first
  let url = baseUrl
  for (;;) {
    const location = answer.status >= 300 ? headerOf(answer.head, 'location') : null
    if (location === null) return { url, answer: expectStatus(answer, 200) }
    const next = new URL(location, baseUrl)
    url = next.href
    if (next.origin !== new URL(baseUrl).origin) return { url, answer }
    answer = await get(visitor, next.pathname + next.search)
  }
}

function codeOf(url: string, redirectUri: string): string {
  const code = url.startsWith(redirectUri) && new URL(url).searchParams.get('code')
  if (!code) throw new Error(`The authorization ended at ${url}.`)
  return code
}

function kept(visitor: Visitor, answer: Answer): Answer {
  keepCookies(answer.head, visitor.jar)
  return answer
}

/** @throws Error with the start of the answer when its status differs */
export function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer
  throw new Error(`Answered ${answer.status}: ${answer.head}\n${answer.body.slice(0, 500)}`)
}
