import type { Visitor } from '#lib/console/guard.ts'

/** The domains of the Admin API with scopes of their own. */
export const domains = ['users', 'clients', 'settings'] as const

export type Domain = (typeof domains)[number]

/** Whether the visitor's scopes allow reading a domain (docs/specification.md "Admin API scopes"). */
export function mayRead({ scopes }: Visitor, domain: Domain): boolean {
  return ['manage', 'admin-read', `manage-${domain}`].some((name) =>
    scopes.includes(`authserver:${name}`),
  )
}

/** Whether the visitor's scopes allow changing a domain; a rule may still refuse a single change. */
export function mayWrite({ scopes }: Visitor, domain: Domain): boolean {
  return ['manage', `manage-${domain}`].some((name) => scopes.includes(`authserver:${name}`))
}

/** Whether the visitor may change everything, including administrators' records. */
export function mayManage({ scopes }: Visitor): boolean {
  return scopes.includes('authserver:manage')
}
