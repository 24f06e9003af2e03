import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { orderedUuid } from '#lib/base/crypto/random.ts'
import { addSeconds, earlier, epochSeconds } from '#lib/base/time/clock.ts'
import { type Context, type Tx, transaction } from '#lib/context.ts'
import { offlineAccessScope } from '#lib/domain/permissions/scope-words.ts'
import { sessionLimits } from '#lib/domain/sessions/session-limits.ts'
import type {
  ClientRecord,
  GrantRecord,
  RefreshTokenRecord,
  SessionRecord,
} from '#lib/persistence/store.ts'
import { signJwt } from '../jwt.ts'
import type { SigningKey } from '../keys.ts'
import { type Authentication, accessTokenSeconds } from './mint.ts'

/** Claim that repeats the fixed end of an offline grant, in seconds since 1970. */
export const maxLifetimeClaim = 'offline_access_max_lifetime'

/** A refresh token before it is signed and stored. */
export interface PlannedRefreshToken {
  readonly jti: string
  /** `Refresh` ends with the sign-on session; `Offline` has no session. */
  readonly type: 'Refresh' | 'Offline'
  /** The granted scope: a refresh never narrows it. */
  readonly scope: string
  /** '' for `Offline`. */
  readonly sessionIdentifier: string
  readonly expiresAt: Date
  /** The end that rotation cannot move; null for `Refresh`. */
  readonly maxLifetime: Date | null
}

/** True when a grant outlives its session, because of its scope or because it never had a session. */
export function isOfflineGrant(scopes: readonly string[], sessionIdentifier: string): boolean {
  return sessionIdentifier === '' || scopes.includes(offlineAccessScope)
}

/** Plans a token that ends with its session: idle timeout from now, at most the session's own end. */
export function planSessionToken(
  ctx: Context,
  client: ClientRecord,
  scope: string,
  session: SessionRecord,
): PlannedRefreshToken {
  const { idleSeconds, lifetimeSeconds } = sessionLimits(ctx.settings, client)
  const idleEnd = addSeconds(ctx.now, idleSeconds)
  const sessionEnd = addSeconds(session.started, lifetimeSeconds)
  return {
    jti: orderedUuid(ctx.now.getTime()),
    type: 'Refresh',
    scope,
    sessionIdentifier: session.sessionIdentifier,
    expiresAt: earlier(idleEnd, sessionEnd),
    maxLifetime: null,
  }
}

/**
 * Plans an offline token: idle timeout from now, at most the grant's end.
 * @param maxLifetime the end fixed at first issue; null at first issue
 */
export function planOfflineToken(
  ctx: Context,
  client: ClientRecord,
  scope: string,
  maxLifetime: Date | null,
): PlannedRefreshToken {
  const { settings } = ctx
  const idleSeconds =
    client.refreshTokenOfflineIdleTimeoutInSeconds > 0
      ? client.refreshTokenOfflineIdleTimeoutInSeconds
      : settings.refreshTokenOfflineIdleTimeoutInSeconds
  const maxSeconds =
    client.refreshTokenOfflineMaxLifetimeInSeconds > 0
      ? client.refreshTokenOfflineMaxLifetimeInSeconds
      : settings.refreshTokenOfflineMaxLifetimeInSeconds
  const end = maxLifetime ?? addSeconds(ctx.now, maxSeconds)
  return {
    jti: orderedUuid(ctx.now.getTime()),
    type: 'Offline',
    scope,
    sessionIdentifier: '',
    expiresAt: earlier(addSeconds(ctx.now, idleSeconds), end),
    maxLifetime: end,
  }
}

/** Signs a planned refresh token. Only this server reads it, so its audience is the issuer. */
export function signRefreshToken(
  ctx: Context,
  plan: PlannedRefreshToken,
  subject: string,
  grantIdentifier: string,
  key: SigningKey,
): Promise<string> {
  const { issuer } = ctx.settings
  const now = epochSeconds(ctx.now)
  const claims = {
    iss: issuer,
    aud: issuer,
    sub: subject,
    jti: plan.jti,
    iat: now,
    nbf: now,
    exp: epochSeconds(plan.expiresAt),
    scope: plan.scope,
    grant_id: grantIdentifier,
    ...(plan.sessionIdentifier ? { sid: plan.sessionIdentifier } : {}),
    ...(plan.maxLifetime ? { [maxLifetimeClaim]: epochSeconds(plan.maxLifetime) } : {}),
  }
  return signJwt(ctx, 'rt+jwt', claims, key)
}

/** Seconds until a planned token expires if it stays unused. */
export function refreshTokenSeconds(ctx: Context, plan: PlannedRefreshToken): number {
  return epochSeconds(plan.expiresAt) - epochSeconds(ctx.now)
}

/**
 * Runs a transaction that issues the token. Transactions of the same session, or of the same grant if it outlives the
 * session, lock the same rows; so they wait for each other without a connection.
 */
export function issueTransaction<T>(
  ctx: Context,
  plan: PlannedRefreshToken,
  grant: GrantRecord,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const rows = plan.sessionIdentifier || grant.grantIdentifier
  return withKeyedLock(`tokens of ${rows}`, () => transaction(ctx, work))
}

interface Origin {
  readonly grant: GrantRecord
  readonly codeId: number | null
  readonly client: ClientRecord
  readonly authentication: Authentication
  /** The token it replaces; null at first issue. */
  readonly parent: RefreshTokenRecord | null
  /** Thumbprint of the key that the request proved; '' for none. */
  readonly dpopJkt: string
}

/**
 * The key that a refresh token is bound to: that of the token it replaces. At first issue that of the request, if its
 * client has no credentials of its own (RFC 9449 section 5).
 */
function boundKey({ client, parent, dpopJkt }: Origin): string {
  if (parent) return parent.dpopJkt
  return client.isPublic ? dpopJkt : ''
}

/**
 * Stores the row of a signed refresh token. Keeps the grant's row for as long as one of its tokens can be valid.
 * The credential generation is that of the grant, never the user's current one.
 */
export async function storeRefreshToken(
  tx: Tx,
  plan: PlannedRefreshToken,
  origin: Origin,
): Promise<void> {
  const { grant, codeId, client, parent } = origin
  const { user, authenticatedAt, acrLevel, authMethods, authStateGeneration } =
    origin.authentication
  const accessTokenEnd = addSeconds(tx.now, accessTokenSeconds(tx, client))
  const lastEnd = new Date(Math.max(plan.expiresAt.getTime(), accessTokenEnd.getTime()))
  await tx.store.refreshTokens.insert({
    ...plan,
    grantId: grant.id,
    codeId,
    userId: user.id,
    clientId: client.id,
    previousJti: parent?.jti ?? '',
    firstJti: parent?.firstJti ?? plan.jti,
    issuedAt: tx.now,
    authenticatedAt,
    acrLevel,
    authMethods,
    authStateGeneration,
    dpopJkt: boundKey(origin),
  })
  await tx.store.grants.keepUntil(grant, lastEnd)
}
