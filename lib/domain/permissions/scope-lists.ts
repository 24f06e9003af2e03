import { refuse } from '#lib/answers/refusal.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { invalidField } from '../values/validation.ts'
import { builtInResource } from './built-in.ts'
import { offlineAccessScope, openIdScopes, permissionOf } from './scope-words.ts'

/** Scopes that a client may request for users: null for any. */
export type ScopeList = readonly string[] | null

const maxEntries = 200
const maxBytes = 8_192

/** Reads a stored list. */
export function readScopeList(stored: string | null): ScopeList {
  return stored === null ? null : splitWords(stored)
}

/** True when the list names the scope, or as `resource:*` every permission of its resource. */
export function listsScope(list: ScopeList, scope: string): boolean {
  if (list === null || list.includes(scope)) return true
  const permission = permissionOf(scope)
  return permission !== null && list.includes(`${permission.resource}:*`)
}

/**
 * Checks a list of scopes: OpenID Connect scopes, `offline_access`, existing permissions as `resource:permission`, and
 * existing resources as `resource:*`, which covers permissions that are added later.
 * @param field the list's name, for the description
 * @param options.own whether the permissions of this server's own resource may be listed
 * @returns the text to store
 * @throws Refusal VALIDATION_ERROR (too long, repeated), validator.protocol.scope (not a scope, unknown, own)
 */
export async function checkScopeList(
  ctx: Context,
  field: string,
  list: readonly string[],
  { own }: { readonly own: boolean },
): Promise<string> {
  if (list.length > maxEntries) throw invalidField(field, `may have at most ${maxEntries} entries`)
  const stored = list.join(' ')
  if (Buffer.byteLength(stored) > maxBytes) {
    throw invalidField(field, `may have at most ${maxBytes} bytes`)
  }
  const repeated = list.find((scope, at) => list.indexOf(scope) !== at)
  if (repeated !== undefined) throw invalidField(field, `names the scope '${repeated}' twice`)
  for (const scope of list) {
    if (openIdScopes.has(scope) || scope === offlineAccessScope) continue
    if (await isPermission(ctx, scope, own)) continue
    throw refuse('validator.protocol.scope', { parameters: { scope } })
  }
  return stored
}

async function isPermission({ store }: Context, scope: string, own: boolean): Promise<boolean> {
  const parts = permissionOf(scope)
  if (!parts || (!own && parts.resource === builtInResource.identifier)) return false
  const { resource, permission } = parts
  if (permission === '*') return (await store.resources.findByIdentifier(resource)) !== null
  return (await store.permissions.find(resource, permission)) !== null
}
