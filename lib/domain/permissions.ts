import type { Context } from '#lib/context.ts'
import type { PermissionRecord } from '#lib/persistence/store.ts'

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

function asScopes(permissions: readonly PermissionRecord[]): ReadonlySet<string> {
  return new Set(permissions.map(scopeOf))
}

/** A permission as a scope names it: `resource:permission`. */
export function scopeOf({ resource, permissionIdentifier }: PermissionRecord): string {
  return `${resource.resourceIdentifier}:${permissionIdentifier}`
}
