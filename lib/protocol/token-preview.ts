import type { Context } from '#lib/context.ts'
import { forbiddenScope } from '#lib/domain/clients/allowed-scopes.ts'
import { isInUse } from '#lib/domain/clients/client-documents.ts'
import { mayUseImplicitFlow } from '#lib/domain/clients/client-flows.ts'
import { approvedScopes } from '#lib/domain/clients/consents.ts'
import { mayAdministerForUsers } from '#lib/domain/permissions/administrators.ts'
import { isConsoleClient } from '#lib/domain/permissions/built-in.ts'
import { heldScopes } from '#lib/domain/permissions/permissions.ts'
import { claimScopes, offlineAccessScope } from '#lib/domain/permissions/scope-words.ts'
import type { ClientRecord, UserRecord } from '#lib/persistence/store.ts'
import { asksConsent, covers, isUsable, standOnApproval } from './authorize/decide.ts'
import { type Claims, type ClaimsSource, loadClaimsSource } from './claims.ts'
import { unlimited } from './resources.ts'
import { isAdministrativeScope, isOpenIdScope, isPermissionScope } from './scopes.ts'
import { accessTokenClaims, idTokenClaims } from './token/mint.ts'
import { userInfoClaims } from './userinfo.ts'

/** The reason why no token of a user and a client has a scope. */
export type MissingReason =
  | 'not_requested'
  | 'unknown'
  | 'not_held'
  | 'not_allowed'
  | 'administrative_not_allowed'
  | 'not_consented'

/** The reason why a client can get no token for a user. */
export type UnusableReason = 'user_disabled' | 'client_disabled' | 'no_user_flow'

/** The contents of a client's tokens when a user signs in, without the claims of a single sign-in. */
export interface TokenPreview {
  readonly reasons: readonly UnusableReason[]
  /** Null when the user has answered no consent page of the client. */
  readonly consent: { readonly grantedAt: Date; readonly scopes: readonly string[] } | null
  /** The next sign-in shows the consent page. */
  readonly wouldAsk: boolean
  /** The granted scopes, in the order in which they are requested. */
  readonly scopes: readonly string[]
  readonly missing: readonly { readonly scope: string; readonly reason: MissingReason }[]
  /** Null without `openid`, or when nothing can be granted. */
  readonly idToken: Claims | null
  readonly accessToken: Claims | null
  readonly userInfo: Claims | null
}

/** Claims that only a real sign-in gives. */
const ofOneSignIn: ReadonlySet<string> = new Set([
  ...['iat', 'nbf', 'exp', 'jti', 'auth_time', 'acr', 'amr', 'sid'],
  ...['grant_id', 'auth_state_generation', 'nonce', 'at_hash'],
])

/**
 * Previews a client's tokens for a user, by the functions that make real tokens. Nothing is signed or stored. Until the
 * user has answered the consent page, the preview assumes that everything is allowed there.
 * @param requested the scopes that the client requests; absent: those that the user approved, else all that the client
 * may get
 */
export async function previewTokens(
  ctx: Context,
  user: UserRecord,
  client: ClientRecord,
  requested?: readonly string[],
): Promise<TokenPreview> {
  const [row, held] = await Promise.all([
    ctx.store.consents.find(user.id, client.id),
    heldScopes(ctx, user.id),
  ])
  const consent = row && { grantedAt: row.grantedAt, scopes: approvedScopes(row) }
  const possible = [...claimScopes, ...held].filter((scope) => !refusedScope(ctx, client, scope))
  const asked = requested ?? (consent?.scopes.length ? consent.scopes : possible)
  const found = await Promise.all(asked.map((scope) => missingReason(ctx, client, held, scope)))
  const grantable = asked.filter((_, i) => found[i] === null)
  const approval = approvalOf(client, consent?.scopes ?? null)
  const unapproved = consent ? notApproved(approval, grantable) : []
  const scopes = grantable.filter((scope) => !unapproved.includes(scope))
  const reasons = unusableReasons(ctx, user, client)
  return {
    reasons,
    consent,
    wouldAsk: asksConsent({ prompt: [], scopes: grantable, consent: approval }),
    scopes,
    missing: [
      ...asked.flatMap((scope, i) => (found[i] ? [{ scope, reason: found[i] }] : [])),
      ...unapproved.map((scope) => ({ scope, reason: 'not_consented' as const })),
      ...['openid', ...held]
        .filter((scope) => !asked.includes(scope))
        .map((scope) => ({
          scope,
          reason: refusedScope(ctx, client, scope) ?? ('not_requested' as const),
        })),
    ],
    ...(reasons.length === 0 && isUsable(scopes)
      ? claimsOf(ctx, client, scopes, await loadClaimsSource(ctx, user, scopes))
      : { idToken: null, accessToken: null, userInfo: null }),
  }
}

function unusableReasons(
  ctx: Context,
  user: UserRecord,
  client: ClientRecord,
): readonly UnusableReason[] {
  const hasFlow =
    client.authorizationCodeEnabled ||
    mayUseImplicitFlow(ctx, client) ||
    (client.resourceOwnerPasswordCredentialsEnabled ??
      ctx.settings.resourceOwnerPasswordCredentialsEnabled)
  return [
    ...(user.enabled ? [] : (['user_disabled'] as const)),
    ...(isInUse(ctx, client) ? [] : (['client_disabled'] as const)),
    ...(hasFlow ? [] : (['no_user_flow'] as const)),
  ]
}

async function missingReason(
  ctx: Context,
  client: ClientRecord,
  held: ReadonlySet<string>,
  scope: string,
): Promise<MissingReason | null> {
  const refused = refusedScope(ctx, client, scope)
  if (!isPermissionScope(scope)) {
    return isOpenIdScope(scope) || scope === offlineAccessScope ? refused : 'unknown'
  }
  if (held.has(scope)) return refused
  const [resource = '', permission = ''] = scope.split(':')
  return (await ctx.store.permissions.find(resource, permission))
    ? (refused ?? 'not_held')
    : 'unknown'
}

/** The reason why the client may not request the scope for any user. */
function refusedScope(
  ctx: Context,
  client: ClientRecord,
  scope: string,
): 'administrative_not_allowed' | 'not_allowed' | null {
  if (isAdministrativeScope(scope) && !mayAdministerForUsers(client)) {
    return 'administrative_not_allowed'
  }
  return forbiddenScope(ctx, client, [scope]) === undefined ? null : 'not_allowed'
}

function approvalOf(client: ClientRecord, stored: readonly string[] | null) {
  const manageAccountExempt = isConsoleClient(client)
  return { required: client.consentRequired, manageAccountExempt, stored, answered: null }
}

/** The scopes that depend on an approval which the user has not given. */
function notApproved(
  approval: ReturnType<typeof approvalOf>,
  scopes: readonly string[],
): readonly string[] {
  const approved = approval.stored ?? []
  return standOnApproval(approval, scopes).filter((scope) => !covers(approved, [scope]))
}

function claimsOf(
  ctx: Context,
  client: ClientRecord,
  scopes: readonly string[],
  source: ClaimsSource,
) {
  const { user } = source
  const authentication = {
    user,
    authenticatedAt: ctx.now,
    acrLevel: client.defaultAcrLevel,
    authMethods: '',
    authStateGeneration: user.authStateGeneration,
  }
  const request = { client, scopes, authentication, sessionIdentifier: '' }
  const accessRequest = { ...request, ...unlimited(scopes), grantIdentifier: '' }
  const hasOpenId = scopes.includes('openid')
  return {
    idToken: hasOpenId
      ? lasting(idTokenClaims(ctx, { ...request, claims: 'switch' }, source))
      : null,
    accessToken: lasting(accessTokenClaims(ctx, accessRequest, source)),
    userInfo: hasOpenId ? userInfoClaims(ctx, source, scopes) : null,
  }
}

function lasting(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !ofOneSignIn.has(name)))
}
