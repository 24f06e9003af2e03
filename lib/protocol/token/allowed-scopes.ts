import type { Context } from '#lib/context.ts'
import { forbiddenScope } from '#lib/domain/clients/allowed-scopes.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { invalidScope } from '../errors.ts'
import { forbiddenScopeDescription, named } from '../scopes.ts'

/** @throws OAuthError `invalid_scope` naming the first scope that the client may not request for users */
export function requireAllowedScopes(
  ctx: Context,
  client: ClientRecord,
  scopes: readonly string[],
): void {
  const scope = forbiddenScope(ctx, client, scopes)
  if (scope !== undefined) {
    throw invalidScope('scope_not_allowed', forbiddenScopeDescription(scope), {
      facts: { scope: named(scope) },
    })
  }
}
