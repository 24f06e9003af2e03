import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { mayAdministerForUsers } from '#lib/domain/permissions/administrators.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { OAuthError } from '../errors.ts'
import { administrativeScopeDescription, isAdministrativeScope } from '../scopes.ts'

interface AdministrativeRequest {
  readonly client: ClientRecord
  readonly scopes: readonly string[]
  readonly userId: number
  readonly grantType: 'authorization_code' | 'refresh_token' | 'password'
}

/**
 * Checks that a client acting for a user may currently request administrative scopes. Such a request is refused,
 * never answered with a narrower token (docs/specification.md "Administrative scope refusal"). Writes
 * `administrative_scope_refused`.
 * @throws OAuthError naming the first such scope: `invalid_scope` on the password grant, else `invalid_grant`
 */
export async function checkAdministrativeScopes(
  ctx: Context,
  { client, scopes, userId, grantType }: AdministrativeRequest,
): Promise<void> {
  const scope = scopes.find(isAdministrativeScope)
  if (!scope || mayAdministerForUsers(client)) return
  await auditRefusal(ctx, 'administrative_scope_refused', {
    clientId: client.id,
    clientIdentifier: client.clientIdentifier,
    scope,
    grantType,
    userId,
  })
  const error = grantType === 'password' ? 'invalid_scope' : 'invalid_grant'
  throw new OAuthError(error, 'scope_administrative', administrativeScopeDescription(scope), {
    facts: { scope },
  })
}
