import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { codeLifetimeSeconds } from '#lib/domain/settings/lifetimes.ts'
import type { NamedResource } from '../resources.ts'
import type { Granted } from './granted.ts'
import type { ImplicitTokens } from './implicit.ts'
import type { Interaction } from './interaction.ts'
import type { SsoSession } from './sso-session.ts'

/**
 * Stores an authorization code and its grant, and records `created_auth_code`.
 * @param issued the granted scopes, and the code as it is sent, stored only as a hash
 */
export async function storeCode(
  tx: Tx,
  { request }: Interaction,
  ssoSession: SsoSession,
  issued: Granted & { readonly code: string },
): Promise<void> {
  const { scopes, grantIdentifier, code } = issued
  const resources = storedForm(issued.resources)
  const { client, codeChallenge, dpopJkt, nonce, redirectUri, responseMode } = request
  const { sessionIdentifier, authentication } = ssoSession
  const ids = { userId: ssoSession.user.id, clientId: client.id }
  const grant = await tx.store.grants.insert({
    ...ids,
    createdAt: tx.now,
    grantIdentifier,
    grantType: 'authorization_code',
    sessionIdentifier,
    resources,
    expiresAt: addSeconds(tx.now, codeLifetimeSeconds),
  })
  const stored = await tx.store.codes.insert({
    ...ids,
    createdAt: tx.now,
    grantId: grant.id,
    codeHash: sha256Hex(code),
    codeChallenge,
    codeChallengeMethod: codeChallenge === null ? null : 'S256',
    dpopJkt,
    scope: scopes.join(' '),
    nonce,
    redirectUri,
    responseMode,
    sessionIdentifier,
    acrLevel: authentication.acrLevel,
    authMethods: authentication.authMethods,
    authenticatedAt: authentication.authenticatedAt,
    authStateGeneration: authentication.authStateGeneration,
    ipAddress: tx.ip,
    userAgent: tx.userAgent,
  })
  audit(tx, 'created_auth_code', { ...ids, codeId: stored.id })
}

/**
 * Stores the grant of the implicit flow's access token, and records
 * `token_issued_implicit_response`. An ID token alone has no grant.
 * @param issued the granted scopes, and the tokens as they are sent
 */
export async function storeTokens(
  tx: Tx,
  { request }: Interaction,
  ssoSession: SsoSession,
  issued: Granted & { readonly tokens: ImplicitTokens },
): Promise<void> {
  const { scopes, grantIdentifier, tokens } = issued
  const ids = { userId: ssoSession.user.id, clientId: request.client.id }
  const { sessionIdentifier } = ssoSession
  if (tokens.accessTokenSeconds !== null) {
    const expiresAt = addSeconds(tx.now, tokens.accessTokenSeconds)
    const resources = storedForm(issued.resources)
    const row = { ...ids, createdAt: tx.now, grantIdentifier, sessionIdentifier, expiresAt }
    await tx.store.grants.insert({ ...row, grantType: 'implicit', resources })
  }
  audit(tx, 'token_issued_implicit_response', {
    ...ids,
    scope: scopes.join(' '),
    responseType: request.responseType,
    issueAccessToken: tokens.accessTokenSeconds !== null,
    issueIdToken: tokens.hasIdToken,
  })
}

function storedForm(resources: readonly NamedResource[]): string {
  return resources.map(({ uri }) => uri).join(' ')
}
