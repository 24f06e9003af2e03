import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type {
  ClientRecord,
  CodeRecord,
  GrantRecord,
  RefreshTokenRecord,
  Repositories,
  SessionRecord,
  Store,
  UserRecord,
} from '#lib/persistence/store.ts'
import { testStart } from './settings.ts'

/** A stored session with the value of its cookie. */
export type TestSession = SessionRecord & { readonly cookie: string }

/** A session at `testStart` with these clients. */
export async function aSession(
  store: Repositories,
  user: Pick<UserRecord, 'id' | 'authStateGeneration'>,
  clients: readonly Pick<ClientRecord, 'id'>[] = [],
  overrides: Partial<Parameters<Store['sessions']['insert']>[0]> = {},
): Promise<TestSession> {
  const cookie = randomToken()
  const session = await store.sessions.insert({
    userId: user.id,
    sessionIdentifier: randomUuid(),
    cookieHash: sha256Hex(cookie),
    started: testStart,
    lastAccessed: testStart,
    authTime: testStart,
    authMethods: 'pwd',
    acrLevel: 'urn:authserver:level1',
    ipAddress: '127.0.0.1',
    deviceName: 'Firefox',
    deviceType: 'computer',
    deviceOs: 'Linux',
    authStateGeneration: user.authStateGeneration,
    otpConfigGeneration: 0,
    ...overrides,
  })
  for (const client of clients)
    await store.sessions.touchClient(session.sessionIdentifier, client.id, testStart)
  return { ...session, cookie }
}

/** A user's grant to a client, with its redeemed code and the refresh token from it. */
export interface StoredGrant {
  readonly grant: GrantRecord
  readonly code: CodeRecord
  readonly refreshToken: RefreshTokenRecord
}

interface GrantOptions {
  /** Empty for a grant without a session. */
  readonly sessionIdentifier?: string
  readonly offline?: boolean
  /** False for a code that was not redeemed; the refresh token exists all the same. */
  readonly used?: boolean
  readonly createdAt?: Date
  readonly expiresAt?: Date
}

/** Stores a grant, its code and one active refresh token. */
export async function aStoredGrant(
  store: Store,
  user: Pick<UserRecord, 'id' | 'authStateGeneration'>,
  client: Pick<ClientRecord, 'id'>,
  options: GrantOptions = {},
): Promise<StoredGrant> {
  const { sessionIdentifier = '', offline = false, used = true, createdAt = testStart } = options
  const expiresAt = options.expiresAt ?? addSeconds(createdAt, 86_400)
  const common = {
    userId: user.id,
    clientId: client.id,
    authMethods: 'pwd',
    acrLevel: 'urn:authserver:level1',
    authenticatedAt: createdAt,
    authStateGeneration: user.authStateGeneration,
    scope: offline ? 'openid offline_access' : 'openid',
  }
  const grant = await store.grants.insert({
    grantType: 'authorization_code',
    grantIdentifier: randomUuid(),
    userId: user.id,
    clientId: client.id,
    sessionIdentifier,
    createdAt,
    expiresAt,
  })
  const code = await store.codes.insert({
    ...common,
    createdAt,
    grantId: grant.id,
    codeHash: sha256Hex(randomToken()),
    nonce: '',
    redirectUri: 'https://client.example/callback',
    responseMode: 'query',
    sessionIdentifier,
    ipAddress: '127.0.0.1',
    userAgent: 'test',
    used,
    usedAt: used ? createdAt : null,
  })
  const jti = randomUuid()
  await store.refreshTokens.insert({
    ...common,
    grantId: grant.id,
    codeId: code.id,
    jti,
    previousJti: '',
    firstJti: jti,
    type: offline ? 'Offline' : 'Refresh',
    sessionIdentifier: offline ? '' : sessionIdentifier,
    issuedAt: createdAt,
    expiresAt,
  })
  const stored = await store.refreshTokens.findByJti(jti)
  if (!stored) throw new Error('The refresh token was not stored.')
  const { grant: _grant, code: _code, user: _user, session: _session, ...refreshToken } = stored
  return { grant, code, refreshToken }
}

interface AuditLogTable {
  auditLog: { findMany(query: object): Promise<{ auditEvent: string; details: string }[]> }
}

/** Names and details of all audit entries, oldest first. */
export async function auditEntries(
  client: AuditLogTable,
): Promise<{ event: string; details: Record<string, unknown> }[]> {
  const rows = await client.auditLog.findMany({ orderBy: { id: 'asc' } })
  return rows.map((row) => ({ event: row.auditEvent, details: JSON.parse(row.details) }))
}

/** Details of an event's audit entries that contain these values, oldest first. */
export async function auditDetails(
  client: AuditLogTable,
  event: string,
  about: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>[]> {
  const entries = await auditEntries(client)
  return entries
    .filter((entry) => entry.event === event)
    .map(({ details }) => details)
    .filter((details) => Object.entries(about).every(([key, value]) => details[key] === value))
}
