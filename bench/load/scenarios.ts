import type { ScenarioName } from './scenario-names.ts'
import {
  authorize,
  expectStatus,
  get,
  pathOf,
  redeem,
  requestToken,
  signIn,
  type Visitor,
} from './visitor.ts'

export interface Scenario {
  /**
   * Obtains the codes or tokens that operations use; not measured.
   * @param count the maximum number of operations in the slice
   */
  prepare?(visitors: readonly Visitor[], count: number): Promise<void>
  /** Performs one operation; false when no code or token is left. */
  once(visitor: Visitor): Promise<boolean>
}

/** Codes to redeem; any visitor may redeem any of them. */
const codes: string[] = []
const bearer = (visitor: Visitor) => `Authorization: Bearer ${visitor.accessToken}\r\n`

/** Every scenario by name, and the plain GET for the bare server. */
export const scenarios: Readonly<Record<ScenarioName | 'get', Scenario>> = {
  get: { once: (visitor) => plainGet(visitor, new URL(visitor.target.baseUrl).pathname) },
  discovery: getting('/.well-known/openid-configuration'),
  certs: getting('/certs'),
  'client-credentials': {
    async once(visitor) {
      await requestToken(visitor, { grant_type: 'client_credentials', scope: 'bench:read' })
      return true
    },
  },
  'code-exchange': {
    async prepare(visitors, count) {
      await ensureSignedIn(visitors)
      codes.length = 0
      await eachAtOnce(visitors, async (visitor) => {
        while (codes.length < count) codes.push(await authorize(visitor))
      })
    },
    async once(visitor) {
      const code = codes.pop()
      if (code === undefined) return false
      await redeem(visitor, code)
      return true
    },
  },
  refresh: {
    prepare: ensureTokens,
    async once(visitor) {
      const { refreshToken } = visitor
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const tokens = await requestToken(visitor, fields)
      visitor.refreshToken = tokens.refresh_token ?? ''
      return true
    },
  },
  userinfo: {
    prepare: ensureTokens,
    async once(visitor) {
      const path = pathOf(visitor.target, 'userinfo')
      const answer = await get(visitor, path, bearer(visitor))
      return expectStatus(answer, 200).body.includes('"email"')
    },
  },
  authorize: {
    prepare: ensureSignedIn,
    async once(visitor) {
      await authorize(visitor)
      return true
    },
  },
  'sign-in': {
    async once(visitor) {
      visitor.jar.clear()
      await signIn(visitor)
      return true
    },
  },
  'user-search': {
    async prepare(visitors) {
      const [first] = visitors
      if (!first) return
      const tokens = await requestToken(first, { grant_type: 'client_credentials' })
      for (const visitor of visitors) visitor.accessToken = tokens.access_token ?? ''
    },
    async once(visitor) {
      const path = '/api/v1/admin/users/search?page=1&size=10&query=bench'
      const answer = await get(visitor, path, bearer(visitor))
      return expectStatus(answer, 200).body.includes('bench')
    },
  },
}

function getting(path: string): Scenario {
  return { once: (visitor) => plainGet(visitor, path) }
}

async function plainGet({ connection }: Visitor, path: string): Promise<boolean> {
  const answer = await connection.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  expectStatus(answer, 200)
  return true
}

async function ensureSignedIn(visitors: readonly Visitor[]): Promise<void> {
  await eachAtOnce(visitors, async (visitor) => {
    if (visitor.jar.size === 0) await signIn(visitor)
  })
}

/** Obtains tokens in each visitor's own session; starts a new session when the cookie is lost. */
async function ensureTokens(visitors: readonly Visitor[]): Promise<void> {
  await ensureSignedIn(visitors)
  await eachAtOnce(visitors, async (visitor) => redeem(visitor, await authorize(visitor)))
}

async function eachAtOnce(
  visitors: readonly Visitor[],
  work: (visitor: Visitor) => Promise<unknown>,
): Promise<void> {
  await Promise.all(visitors.map(work))
}
