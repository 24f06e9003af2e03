import { claimScopes, offlineAccessScope } from '#lib/domain/permissions/scope-words.ts'

const described = [...claimScopes, offlineAccessScope] as const

/** Narrows a scope to those of OpenID Connect, which the catalogs describe (`consent.scope`). */
export function asOpenIdScope(scope: string): (typeof described)[number] | undefined {
  return described.find((known) => known === scope)
}
