/** Requests a grant that outlives the sign-on session (OpenID Connect Core 1.0 section 11). */
export const offlineAccessScope = 'offline_access'

/** The scopes of OpenID Connect that stand for claims. */
export const claimScopes = [
  'openid',
  'profile',
  'email',
  'address',
  'phone',
  'groups',
  'attributes',
] as const

export const openIdScopes: ReadonlySet<string> = new Set(claimScopes)

/** The parts of `resource:permission`; null unless there are exactly two non-empty parts around one colon. */
export function permissionOf(scope: string): { resource: string; permission: string } | null {
  const [resource, permission, ...rest] = scope.split(':')
  return resource && permission && rest.length === 0 ? { resource, permission } : null
}
