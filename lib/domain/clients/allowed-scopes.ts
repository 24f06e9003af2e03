import type { AnyContext } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { builtInResource } from '../permissions/built-in.ts'
import { listsScope, readScopeList } from '../permissions/scope-lists.ts'
import { offlineAccessScope, permissionOf } from '../permissions/scope-words.ts'
import { isDocumentClient } from './client-documents.ts'

type ClientWithList = Pick<ClientRecord, 'allowedScopes' | 'clientIdentifier' | 'createdViaDcr'>

/**
 * The first scope that the client may not request for users: one outside of its own list, or for a client that
 * registered itself, outside of the ceiling for all of them. This server's own APIs are closed to clients that came by
 * a document: no administrator has made them.
 */
export function forbiddenScope(
  ctx: AnyContext,
  client: ClientWithList,
  scopes: readonly string[],
): string | undefined {
  const lists = [client.allowedScopes]
  if (client.createdViaDcr) lists.push(ctx.settings.selfRegisteredClientScopes)
  const own = lists.map(readScopeList)
  const isForeign = isDocumentClient(client)
  return scopes.find(
    (scope) =>
      (isForeign && permissionOf(scope)?.resource === builtInResource.identifier) ||
      !own.every((list) => listsScope(list, scope)),
  )
}

/**
 * Drops `offline_access` where the client may not request it. Many clients request it of their own accord, and a server
 * may grant less (OpenID Connect Core 1.0 section 11): the grant then ends with the session.
 */
export function withoutForbiddenOffline(
  ctx: AnyContext,
  client: ClientWithList,
  scopes: readonly string[],
): readonly string[] {
  const isForbidden = forbiddenScope(ctx, client, [offlineAccessScope]) !== undefined
  return isForbidden ? scopes.filter((scope) => scope !== offlineAccessScope) : scopes
}
