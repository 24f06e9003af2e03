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

/** The scope, when it is one of OpenID Connect, which the catalogs have words for (`consent.scope`). */
export function asOpenIdScope(scope: string): (typeof openIdScopes)[number] | undefined {
  return openIdScopes.find((known) => known === scope)
}
