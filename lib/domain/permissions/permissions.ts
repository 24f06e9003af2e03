import type { AnyContext, Context } from '#lib/context.ts'
import type { PermissionRecord } from '#lib/persistence/store.ts'

/**
 * The permissions that a user holds, directly or through groups, as scopes `resource:permission`. Each permission is
 * paired with its own resource, so equal permission names of two resources are never mixed up.
 */
export async function heldScopes(ctx: AnyContext, userId: number): Promise<ReadonlySet<string>> {
  return asScopes(await ctx.store.permissions.heldByUser(userId))
}

/** The permissions of the client itself, as scopes, ordered by resource and permission. */
export async function clientHeldScopes(
  ctx: Context,
  clientId: number,
): Promise<ReadonlySet<string>> {
  return asScopes(await ctx.configuration.clientPermissions(clientId))
}

function asScopes(permissions: readonly PermissionRecord[]): ReadonlySet<string> {
  return new Set(permissions.map(scopeOf))
}

/** The scope of a permission: `resource:permission`. */
export function scopeOf({ resource, permissionIdentifier }: PermissionRecord): string {
  return `${resource.resourceIdentifier}:${permissionIdentifier}`
}
