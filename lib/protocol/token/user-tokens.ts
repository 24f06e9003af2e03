import type { Context, Tx } from '#lib/context.ts'
import { sessionState } from '#lib/domain/sessions.ts'
import type { ClientRecord, UserRecord } from '#lib/persistence/store.ts'
import { type Authentication, mintAccessToken, mintIdToken, prepareTokens } from './mint.ts'
import { type PlannedRefreshToken, refreshTokenSeconds, signRefreshToken } from './refresh.ts'
import type { IssuedTokens } from './response.ts'

/** What the tokens of one answer of a user's grant are made of. */
interface UserGrant {
  readonly client: ClientRecord
  /** Of this answer; a refresh may narrow them. */
  readonly scopes: readonly string[]
  readonly authentication: Authentication
  readonly grantIdentifier: string
  /** The session the grant was born in, offline grants included; '' for the password grant. */
  readonly sessionIdentifier: string
  readonly nonce?: string
  readonly refresh: PlannedRefreshToken
}

/**
 * Signs the tokens of an answer side by side. Nothing is stored yet: signing takes long and must not
 * hold a transaction, and a failure here spends neither code nor refresh token.
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
      { ...shared, grantIdentifier, sessionIdentifier: refresh.sessionIdentifier },
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
 * Reads again, inside the transaction that hands tokens out, whether the user is still enabled with
 * the same credentials and, for a session-bound grant, whether the session still lives. Both stay held
 * until the end, so that neither ends unseen; whoever changes the credentials waits, and revokes what was issued.
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
 * Spends what tokens are handed out for, where its user is still entitled to them (`isStillEntitled`), in one
 * round trip on PostgreSQL. User and session are held before what stems from them, as everywhere: a change of
 * credentials has then revoked what is to be spent, or waits and revokes what takes its place.
 * @param spend the conditional update: false when there was nothing to be spent
 * @returns false when the transaction must be undone, whatever was spent
 */
export async function spendIfEntitled(
  tx: Tx,
  client: ClientRecord,
  authentication: Authentication,
  sessionIdentifier: string,
  spend: () => Promise<boolean>,
): Promise<boolean> {
  const entitled = isStillEntitled(tx, client, authentication, sessionIdentifier)
  const answers = await Promise.all([entitled, spend()])
  return answers.every(Boolean)
}
