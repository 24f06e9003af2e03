import { authorizePath, pkcePair } from '#tests/support/oauth.ts'
import { aClient } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import type { StartedServer } from '#tests/support/started-server.ts'

export interface Seen {
  /** From the request to the end of the response body. */
  readonly millis: number
  /** Status, headers and body, without the parts that are random in every answer. */
  readonly answer: string
}

/** A browser that tries addresses. */
export interface Visitor {
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Seen>
  signIn(email: string, password: string): Promise<Seen>
  /** The page to which a sign-in attempt leads. */
  signInPage(email: string, password: string): Promise<Seen>
}

export async function openVisitor({ baseUrl, databaseUrl }: StartedServer): Promise<Visitor> {
  const client = await withStore(databaseUrl, (store) => aClient(store))
  const code = { code_challenge: pkcePair().challenge, code_challenge_method: 'S256' }
  const begun = await fetch(baseUrl + authorizePath(client, code), { redirect: 'manual' })
  await begun.arrayBuffer()
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const page = new URL(begun.headers.get('location') ?? '', baseUrl)
  const ceremonyId = page.searchParams.get('ceremony') ?? ''
  const headers = { cookie, origin: baseUrl, 'sec-fetch-site': 'same-origin' }

  async function see(url: string, email: string, init: RequestInit = {}): Promise<Seen> {
    const asked = performance.now()
    const response = await fetch(url, { redirect: 'manual', headers, ...init })
    const body = await response.text()
    const millis = performance.now() - asked
    // Pages allow a line break after the @ of an address, so its two parts appear separately.
    const beforeBreak = email.slice(0, email.indexOf('@') + 1)
    return { millis, answer: withoutChance(response, body, [email, beforeBreak, ceremonyId]) }
  }
  const post: Visitor['post'] = (path, fields) =>
    see(baseUrl + path, fields.email ?? '', {
      method: 'POST',
      body: new URLSearchParams({ ceremonyId, ...fields }),
    })
  const signIn: Visitor['signIn'] = (email, password) => post('/auth/pwd', { email, password })
  return {
    post,
    signIn,
    async signInPage(email, password) {
      await signIn(email, password)
      return see(page.href, email)
    },
  }
}

/** Removes the random parts of an answer; any remaining difference may reveal an account. */
function withoutChance(response: Response, body: string, typed: readonly string[]): string {
  const { headers, status } = response
  const policy = headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  const requestId = headers.get('x-request-id') ?? ''
  const lines = [...headers]
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => `${name}: ${value}`)
  const chance = [...typed, nonce, requestId].filter((text) => text !== '')
  return chance.reduce(
    (text, one) => text.replaceAll(one, '…').replaceAll(encodeURIComponent(one), '…'),
    [status, ...lines, '', body].join('\n'),
  )
}
