import { randomInt } from 'node:crypto'
import { browser } from '#tests/support/browser.ts'
import { authorizePath, pkcePair, type SignedIn } from '#tests/support/oauth.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer } from '#tests/support/remote.ts'
import { type FormFields, fieldList } from '#tests/support/server.ts'
import { baseUrl as publicUrl } from '#tests/support/settings.ts'
import { firstTargetHeader, ownAnswerHeader } from './balancer.ts'

/** The connection ended before the answer: the request may have been processed or not. */
export class CutError extends Error {
  override readonly name = 'CutError'
}

interface VisitorOptions {
  /** The visitor's IP address; absent: a new one for each request, so that no rate limit applies. */
  readonly address?: string
  /** Number of the server that the balancer tries first. */
  readonly first?: number
}

/**
 * Calls a server or the balancer through the public address, as an external client.
 * @throws CutError when the connection was cut
 */
export function visitor(baseUrl: string, { address, first }: VisitorOptions = {}): RemoteServer {
  const remote = remoteServer(baseUrl)
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(path, publicUrl)
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', address ?? someAddress())
    if (first !== undefined) headers.set(firstTargetHeader, String(first))
    const response = await remote.fetch(pathname + search, { ...init, headers })
    const own = response.headers.get(ownAnswerHeader)
    if (own === 'cut') throw new CutError(`${init.method ?? 'GET'} ${pathname}`)
    if (own !== null) throw new Error(`No server took ${init.method ?? 'GET'} ${pathname}.`)
    return response
  }
  return {
    fetch: ask,
    post: (path: string, fields: FormFields, init: RequestInit = {}) =>
      ask(path, { ...init, method: 'POST', body: new URLSearchParams(fieldList(fields)) }),
  }
}

export function someAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}

/** The button that approves the ticked scopes. */
const approve: [string, string] = ['btnSubmit', 'submit']

/** Signs a user in like a browser without script: page, form, redirects. */
export async function signInByForms(
  server: RemoteServer,
  client: TestClient,
  user: TestUser,
  scope: string,
): Promise<Pick<SignedIn, 'code' | 'verifier'>> {
  const { verifier, challenge } = pkcePair()
  const person = browser(server)
  const request = { scope, code_challenge: challenge, code_challenge_method: 'S256' }
  const page = await person.visit(authorizePath(client, request))
  const ceremonyId = page.url.searchParams.get('ceremony') ?? ''
  const { email, password } = user
  let last = await person.post('/auth/pwd', { ceremonyId, email, password })
  if (last.url.pathname === '/auth/consent') {
    const shown = /name="ceremonyId"[^>]* value="([^"]+)"/.exec(last.body)?.[1] ?? ''
    const ticks = scope.split(' ').map((_, i): [string, string] => [`consent${i}`, 'on'])
    last = await person.post('/auth/consent', [['ceremonyId', shown], ...ticks, approve])
  }
  const code = last.location?.searchParams.get('code')
  if (!code) throw new Error(`The sign-in ended at ${last.status} ${last.url.href}.`)
  return { code, verifier }
}
