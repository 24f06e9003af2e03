import type { Context } from '#lib/context.ts'
import type { PermissionRecord } from '#lib/persistence/store.ts'
import { builtInResource } from './built-in.ts'

/**
 * What a user may do, directly or through groups, as scopes `resource:permission`. Each pair was
 * found through its resource, so equal permission names of two resources are never mixed up.
 */
export async function heldScopes(ctx: Context, userId: number): Promise<ReadonlySet<string>> {
  return asScopes(await ctx.store.permissions.heldByUser(userId))
}

/** What a client itself may do, as scopes, ordered by resource and permission. */
export async function clientHeldScopes(
  ctx: Context,
  clientId: number,
): Promise<ReadonlySet<string>> {
  return asScopes(await ctx.configuration.clientPermissions(clientId))
}

/**
 * The scopes of a token that count: all but those of this server's own resource whose permission its holder does not
 * have now. Scopes of other resources are for their own APIs to judge.
 * @param held what the holder may do now
 */
export function stillHeld(scopes: readonly string[], held: ReadonlySet<string>): readonly string[] {
  return scopes.filter((scope) => !scope.startsWith(ownScopes) || held.has(scope))
}

const ownScopes = `${builtInResource.identifier}:`

/** What a user may do at this server itself, directly or through groups, as scopes. */
export async function ownScopesOfSubject(
  ctx: Context,
  subject: string,
): Promise<ReadonlySet<string>> {
  const held = await ctx.store.permissions.heldBySubject(subject, builtInResource.identifier)
  return new Set(held.map((identifier) => ownScopes + identifier))
}

function asScopes(permissions: readonly PermissionRecord[]): ReadonlySet<string> {
  return new Set(permissions.map(scopeOf))
}

/** A permission as a scope names it: `resource:permission`. */
export function scopeOf({ resource, permissionIdentifier }: PermissionRecord): string {
  return `${resource.resourceIdentifier}:${permissionIdentifier}`
}
