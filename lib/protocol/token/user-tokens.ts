import type { Context, Tx } from '#lib/context.ts'
import { sessionState } from '#lib/domain/sessions/sessions.ts'
import type { ClientRecord, UserRecord } from '#lib/persistence/store.ts'
import type { TokenAccess } from '../resources.ts'
import { type Authentication, mintAccessToken, mintIdToken, prepareTokens } from './mint.ts'
import { type PlannedRefreshToken, refreshTokenSeconds, signRefreshToken } from './refresh.ts'
import type { IssuedTokens } from './response.ts'

/** Inputs for the tokens of one answer to a user's grant. */
interface UserGrant {
  readonly client: ClientRecord
  /** The scopes of this answer; a refresh may narrow them. */
  readonly scopes: readonly string[]
  /** The access token's scopes and audiences: resources may limit it. */
  readonly access: TokenAccess
  readonly authentication: Authentication
  readonly grantIdentifier: string
  /** The session in which the grant was made, also for offline grants; '' for the password grant. */
  readonly sessionIdentifier: string
  readonly nonce?: string
  readonly refresh: PlannedRefreshToken
  /** Thumbprint of the key that the access token is bound to; '' for none. */
  readonly dpopJkt: string
}

/**
 * Signs the tokens of an answer in parallel. Signing is slow and must not hold a transaction, so nothing is stored
 * yet. A failure here spends neither code nor refresh token.
 */
export async function mintUserTokens(ctx: Context, grant: UserGrant): Promise<IssuedTokens> {
  const { client, scopes, authentication, grantIdentifier, refresh } = grant
  const prepared = await prepareTokens(ctx, authentication.user, scopes)
  const shared = { client, scopes, authentication }
  const idTokenRequest = {
    ...shared,
    sessionIdentifier: grant.sessionIdentifier,
    claims: 'switch',
    ...(grant.nonce ? { nonce: grant.nonce } : {}),
  } as const
  const [access, idToken, refreshToken] = await Promise.all([
    mintAccessToken(
      ctx,
      {
        ...{ ...shared, ...grant.access, grantIdentifier },
        sessionIdentifier: refresh.sessionIdentifier,
        dpopJkt: grant.dpopJkt,
      },
      prepared,
    ),
    scopes.includes('openid') ? mintIdToken(ctx, idTokenRequest, prepared) : undefined,
    signRefreshToken(ctx, refresh, authentication.user.subject, grantIdentifier, prepared.key),
  ])
  return {
    access,
    idToken,
    refresh: { token: refreshToken, expiresInSeconds: refreshTokenSeconds(ctx, refresh) },
  }
}

/**
 * Checks, in the transaction that issues tokens, that the user is still enabled with the same credentials. For a
 * session-bound grant, checks the session too. Both rows stay locked until the commit. A concurrent change of
 * credentials waits, and then revokes the issued tokens.
 */
export async function isStillEntitled(
  tx: Tx,
  client: ClientRecord,
  { user, authStateGeneration }: Authentication,
  sessionIdentifier: string,
): Promise<boolean> {
  const isSame = (now: Pick<UserRecord, 'id' | 'enabled' | 'authStateGeneration'> | null) =>
    now?.id === user.id && now.enabled && now.authStateGeneration === authStateGeneration
  if (sessionIdentifier === '') return isSame(await tx.store.users.share(user.id))
  const held = await tx.store.sessions.lockWithUser(sessionIdentifier)
  if (!held || !isSame(held.user)) return false
  return sessionState(tx, held.session, held.user, client) === 'valid'
}

/**
 * Runs `isStillEntitled`, then spends the code or token. User and session are locked before the rows that stem from
 * them, as everywhere. A change of credentials has therefore already revoked the row to spend, or it waits and revokes
 * the row's successor.
 * @param spend the conditional update: false when there was nothing to spend
 * @returns false when nothing was spent
 */
export async function spendIfEntitled(
  tx: Tx,
  client: ClientRecord,
  authentication: Authentication,
  sessionIdentifier: string,
  spend: () => Promise<boolean>,
): Promise<boolean> {
  return (await isStillEntitled(tx, client, authentication, sessionIdentifier)) && spend()
}
