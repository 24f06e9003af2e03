const openIdScopes = [
  'openid',
  'profile',
  'email',
  'address',
  'phone',
  'groups',
  'attributes',
  'offline_access',
] as const

/** Narrows a scope to those of OpenID Connect, which the catalogs describe (`consent.scope`). */
export function asOpenIdScope(scope: string): (typeof openIdScopes)[number] | undefined {
  return openIdScopes.find((known) => known === scope)
}
