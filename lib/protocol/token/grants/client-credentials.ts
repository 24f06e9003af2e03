import type { Context } from '#lib/context.ts'
import { auditAlone } from '#lib/domain/audit/audit.ts'
import { clientHeldScopes } from '#lib/domain/permissions/permissions.ts'
import { offlineAccessScope } from '#lib/domain/permissions/scope-words.ts'
import { invalidScope, unauthorizedClient } from '#lib/protocol/errors.ts'
import { signingKey } from '#lib/protocol/keys.ts'
import { findResources, limitedTo, sentResources, unlimited } from '#lib/protocol/resources.ts'
import {
  isOpenIdScope,
  isPermissionScope,
  malformedScope,
  named,
  requirePermissionExists,
} from '#lib/protocol/scopes.ts'
import { mintClientAccessToken } from '../mint.ts'
import { jktOf, requestedScopes, type TokenRequest } from '../request.ts'
import type { IssuedTokens } from '../response.ts'

/**
 * The `client_credentials` grant (RFC 6749 section 4.4): an access token for the client itself, with the
 * permissions it holds. Its right to request administrative scopes for a user does not matter here.
 * @throws OAuthError `unauthorized_client` when the flow is off; `invalid_scope` for a scope that is malformed, of
 *   OpenID Connect, unknown or not held, or when none is left; `invalid_target` for an unusable resource
 */
export async function issueToClient(ctx: Context, request: TokenRequest): Promise<IssuedTokens> {
  const { client, form } = request
  if (!client.clientCredentialsEnabled) {
    throw unauthorizedClient(
      'grant_off',
      'The client associated with the provided client_id does not support client credentials flow.',
    )
  }
  const requested = requestedScopes(form)
  const held = await clientHeldScopes(ctx, client.id)
  const scopes = requested.length > 0 ? requested : [...held]
  if (scopes.length === 0)
    throw invalidScope('client_holds_nothing', 'The client holds no permission.')
  for (const scope of requested) await checkClientScope(ctx, scope, held)
  const resources = await findResources(ctx, sentResources(ctx, form))
  const access = resources.length === 0 ? unlimited(scopes) : limitedTo(resources, scopes)
  const key = await signingKey(ctx)
  // The entry is written while the token is signed.
  const recorded = auditAlone(ctx, 'token_issued_client_credentials_response', {
    clientId: client.id,
    scope: access.scopes.join(' '),
  })
  const token = await mintClientAccessToken(
    ctx,
    { client, ...access, dpopJkt: jktOf(request) },
    key,
  )
  await recorded
  return { access: token }
}

/** A held scope exists, so only the other scopes are looked up, to describe their refusal. */
async function checkClientScope(
  ctx: Context,
  scope: string,
  held: ReadonlySet<string>,
): Promise<void> {
  if (isOpenIdScope(scope) || scope === offlineAccessScope) {
    throw invalidScope(
      'scope_about_user',
      `Scope '${scope}' is about a user and cannot be requested with the client credentials flow.`,
    )
  }
  if (!isPermissionScope(scope)) throw malformedScope(scope)
  if (held.has(scope)) return
  await requirePermissionExists(ctx, scope)
  throw invalidScope(
    'client_lacks_permission',
    `The client does not hold the permission '${named(scope)}'.`,
    {
      facts: { scope: named(scope) },
    },
  )
}
