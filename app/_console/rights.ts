import type { Visitor } from '#lib/console/guard.ts'

/** The domains of the Admin API that scopes open one by one. */
export type Domain = 'users' | 'clients' | 'settings'

/** Whether the visitor's scopes open a domain for reading (docs/specification.md "Admin API scopes"). */
export function mayRead({ scopes }: Visitor, domain: Domain): boolean {
  return ['manage', 'admin-read', `manage-${domain}`].some((name) =>
    scopes.includes(`authserver:${name}`),
  )
}

/** Whether they open it for writing; a rule may still refuse a single change. */
export function mayWrite({ scopes }: Visitor, domain: Domain): boolean {
  return ['manage', `manage-${domain}`].some((name) => scopes.includes(`authserver:${name}`))
}

/** Whether the visitor may do everything, administrators' records included. */
export function mayManage({ scopes }: Visitor): boolean {
  return scopes.includes('authserver:manage')
}
