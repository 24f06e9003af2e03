import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sha256Base64url, sha256Hex } from '#lib/base/crypto/hash.ts'
import { authorizationCode, randomToken } from '#lib/base/crypto/random.ts'
import type { CodeRecord, Store } from '#lib/persistence/store.ts'
import { aSession, auditEntries, type TestSession } from '#tests/support/granted.ts'
import { redeem, type TokenAnswer } from '#tests/support/oauth.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'
import type { TestServer } from '#tests/support/server.ts'

/** The default verifier of these tests' codes. */
const verifier = 'verifier-0123456789-abcdefghijklmnopqrstuvwxyz'

/** An unredeemed code, as the authorization endpoint stores it. */
export interface IssuedCode {
  readonly code: string
  readonly verifier: string
  readonly row: CodeRecord
  /** Null when it was issued without one. */
  readonly session: TestSession | null
}

interface CodeOptions extends Partial<Parameters<Store['codes']['insert']>[0]> {
  /** The session to bind it to; absent: a new one; null: none. */
  readonly session?: TestSession | null
}

/** Issues a code without a browser. */
export async function aCode(
  server: TestServer,
  client: TestClient,
  user: TestUser,
  options: CodeOptions = {},
): Promise<IssuedCode> {
  const { store, clock } = server
  const now = clock.now()
  const { session: wanted, ...columns } = options
  const session =
    wanted === undefined
      ? await aSession(store, user, [client], { started: now, lastAccessed: now, authTime: now })
      : wanted
  const sessionIdentifier = session?.sessionIdentifier ?? ''
  const grant = await store.grants.insert({
    grantType: 'authorization_code',
    grantIdentifier: randomToken(16),
    userId: user.id,
    clientId: client.id,
    sessionIdentifier,
    createdAt: now,
    expiresAt: now,
  })
  const code = authorizationCode()
  const row = await store.codes.insert({
    createdAt: now,
    grantId: grant.id,
    clientId: client.id,
    userId: user.id,
    codeHash: sha256Hex(code),
    codeChallenge: sha256Base64url(verifier),
    codeChallengeMethod: 'S256',
    scope: 'openid',
    nonce: '',
    redirectUri: client.redirectUri,
    responseMode: 'query',
    sessionIdentifier,
    acrLevel: 'urn:authserver:level1',
    authMethods: 'pwd',
    authenticatedAt: now,
    authStateGeneration: user.authStateGeneration,
    ipAddress: '127.0.0.1',
    userAgent: 'test',
    ...columns,
  })
  return { code, verifier, row, session }
}

export async function tokensOf(
  server: TestServer,
  client: TestClient,
  user: TestUser,
  options: CodeOptions = {},
): Promise<
  TokenAnswer['body'] & { readonly refresh_token: string; readonly access_token: string }
> {
  const answer = await redeem(server, client, await aCode(server, client, user, options))
  const { access_token, refresh_token } = answer.body
  if (answer.status !== 200 || !access_token || !refresh_token) {
    throw new Error(`The code was refused: ${JSON.stringify(answer.body)}`)
  }
  return { ...answer.body, access_token, refresh_token }
}

/** Details of an event's audit entries, oldest first. */
export async function audited(
  server: TestServer,
  event: string,
): Promise<Record<string, unknown>[]> {
  const entries = await auditEntries(server.runtime.database.prisma)
  return entries.filter((entry) => entry.event === event).map((entry) => entry.details)
}

/** The status of UserInfo: 401 once the token's grant, session or user no longer exists. */
export async function userinfoStatus(server: TestServer, accessToken: string): Promise<number> {
  const response = await server.fetch('/userinfo', {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return response.status
}

/** Header and claims of a token; the signature is not verified. */
export function readToken(token: string | undefined): {
  header: Record<string, unknown>
  payload: Record<string, unknown>
} {
  const text = token ?? ''
  return { header: { ...decodeProtectedHeader(text) }, payload: decodeJwt(text) }
}
