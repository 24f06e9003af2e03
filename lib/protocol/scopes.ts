import { cutCodePoints, splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { administrativePermissions, builtInResource } from '#lib/domain/permissions/built-in.ts'
import {
  offlineAccessScope,
  openIdScopes,
  permissionOf,
} from '#lib/domain/permissions/scope-words.ts'
import { invalidScope, type OAuthError } from './errors.ts'

const administrativeScopes: ReadonlySet<string> = new Set(
  administrativePermissions.map((identifier) => `${builtInResource.identifier}:${identifier}`),
)

/**
 * Splits a scope parameter into its distinct words, in the order of their first appearance.
 * @param text as sent; undefined or blank gives an empty list
 */
export function parseScope(text: string | undefined): string[] {
  return [...new Set(splitWords(text))]
}

/** True for the scopes of OpenID Connect that stand for claims; `offline_access` is not one of them. */
export function isOpenIdScope(scope: string): boolean {
  return openIdScopes.has(scope)
}

/** True for `resource:permission`: exactly two non-empty parts around one colon. */
export function isPermissionScope(scope: string): boolean {
  return permissionOf(scope) !== null
}

/** True for the six administrative permissions of the server's own resource. */
export function isAdministrativeScope(scope: string): boolean {
  return administrativeScopes.has(scope)
}

/** True for the permissions of the server's own resource, which give access to the Admin and Account APIs. */
export function isOwnPermissionScope(scope: string): boolean {
  return permissionOf(scope)?.resource === builtInResource.identifier
}

/**
 * The audiences of a token with these scopes, in order of first appearance. A permission scope gives its resource,
 * an OpenID Connect scope the server itself, and `offline_access` none.
 */
export function audiencesOf(scopes: readonly string[]): string[] {
  const audiences = scopes.flatMap((scope) => {
    if (isOpenIdScope(scope)) return [builtInResource.identifier]
    return permissionOf(scope)?.resource ?? []
  })
  return [...new Set(audiences)]
}

/**
 * Checks, from left to right, that each scope is known: a scope of OpenID Connect, `offline_access`, or an existing
 * permission of its resource.
 * @throws OAuthError `invalid_scope` naming the first word that is malformed or unknown
 */
export async function checkScopesExist(ctx: Context, scopes: readonly string[]): Promise<void> {
  for (const scope of scopes) {
    if (isOpenIdScope(scope) || scope === offlineAccessScope) continue
    await requirePermissionExists(ctx, scope)
  }
}

/**
 * Checks that a scope names an existing permission.
 * @throws OAuthError `invalid_scope`: malformed, unknown resource, unknown permission
 */
export async function requirePermissionExists(ctx: Context, scope: string): Promise<void> {
  const parts = permissionOf(scope)
  if (!parts) throw malformedScope(scope)
  const { resource, permission } = parts
  if (await ctx.store.permissions.find(resource, permission)) return
  const known = await ctx.store.resources.findByIdentifier(resource)
  throw invalidScope(
    'scope_unknown',
    known
      ? `Invalid scope '${named(scope)}': the resource '${named(resource)}' has no permission '${named(permission)}'.`
      : `Invalid scope '${named(scope)}': there is no resource '${named(resource)}'.`,
    { facts: { scope: named(scope) } },
  )
}

/** The refusal of a word that is neither a known scope nor `resource:permission`. */
export function malformedScope(scope: string): OAuthError {
  return invalidScope(
    'scope_unknown',
    `Invalid scope '${named(scope)}': a scope is one of OpenID Connect or has the form 'resource:permission'.`,
    { facts: { scope: named(scope) } },
  )
}

/** The description for a refused administrative scope, the same on every grant. */
export function administrativeScopeDescription(scope: string): string {
  return `The client is not allowed to request the administrative scope '${scope}'.`
}

/** The description for a scope outside of the client's list, the same on every grant. */
export function forbiddenScopeDescription(scope: string): string {
  return `The client is not allowed to request the scope '${named(scope)}'.`
}

/** Truncates a scope, so the description around it stays readable. */
export function named(scope: string): string {
  return cutCodePoints(scope, 100)
}
