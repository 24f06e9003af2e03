import type { JWTPayload } from 'jose'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import { addSeconds, epochSeconds } from '#lib/base/time/clock.ts'
import { contextFor } from '#lib/http/context.ts'
import type {
  ClientRecord,
  GrantRecord,
  SessionRecord,
  UserRecord,
} from '#lib/persistence/store.ts'
import { signJwt, type TokenKind } from '#lib/protocol/jwt.ts'
import type { TestServer } from '#tests/support/server.ts'
import { baseUrl } from '#tests/support/settings.ts'

/** Lifetime of these tokens: long enough to outlive sessions. */
const tokenLifetimeSeconds = 7 * 24 * 3600

export function aSession(
  server: TestServer,
  user: UserRecord,
  overrides: Partial<Parameters<TestServer['store']['sessions']['insert']>[0]> = {},
): Promise<SessionRecord> {
  const now = server.clock.now()
  return server.store.sessions.insert({
    userId: user.id,
    sessionIdentifier: randomUuid(),
    cookieHash: randomToken(),
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
    ...overrides,
  })
}

function aGrant(
  server: TestServer,
  user: UserRecord,
  client: ClientRecord,
  session: SessionRecord | null,
): Promise<GrantRecord> {
  return server.store.grants.insert({
    grantType: 'authorization_code',
    grantIdentifier: randomUuid(),
    userId: user.id,
    clientId: client.id,
    sessionIdentifier: session?.sessionIdentifier ?? '',
    createdAt: server.clock.now(),
    expiresAt: addSeconds(server.clock.now(), tokenLifetimeSeconds),
  })
}

/** Signs claims as the server would, with the claims of every token; undefined removes one. */
export async function sign(
  server: TestServer,
  typ: TokenKind,
  claims: JWTPayload,
): Promise<string> {
  const ctx = await contextFor(new Request(baseUrl), 'test')
  const now = epochSeconds(server.clock.now())
  const times = { iat: now, nbf: now, exp: now + tokenLifetimeSeconds }
  return signJwt(ctx, typ, { iss: baseUrl, jti: randomUuid(), ...times, ...claims })
}

interface UserToken {
  readonly user: UserRecord
  readonly client: ClientRecord
  readonly scope?: string
  /** Null: a token without a session. Absent: a new session. */
  readonly session?: SessionRecord | null
  readonly typ?: TokenKind
  /** Claims to add or replace. */
  readonly claims?: JWTPayload
}

/** An access token of a user, with its session and grant. */
export async function userToken(
  server: TestServer,
  { user, client, scope = 'openid', typ = 'at+jwt', claims = {}, ...given }: UserToken,
): Promise<{ token: string; session: SessionRecord | null; grant: GrantRecord }> {
  const session = given.session === undefined ? await aSession(server, user) : given.session
  const grant = await aGrant(server, user, client, session)
  const token = await sign(server, typ, {
    sub: user.subject,
    aud: 'authserver',
    scope,
    auth_time: epochSeconds(server.clock.now()),
    acr: 'urn:authserver:level1',
    amr: ['pwd'],
    ...(session && { sid: session.sessionIdentifier }),
    auth_state_generation: user.authStateGeneration,
    client_id: client.clientIdentifier,
    grant_id: grant.grantIdentifier,
    ...claims,
  })
  return { token, session, grant }
}

/** An access token from the client-credentials grant. */
export function clientToken(
  server: TestServer,
  client: ClientRecord,
  scope: string,
  claims: JWTPayload = {},
): Promise<string> {
  const { clientIdentifier } = client
  return sign(server, 'at+jwt', {
    sub: clientIdentifier,
    client_id: clientIdentifier,
    client_record: client.id,
    aud: 'authserver',
    scope,
    ...claims,
  })
}
