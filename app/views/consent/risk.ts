import { asOpenIdScope } from '#app/_ui/text/openid-scope.ts'
import type { ScopeView } from '#lib/answers/view.ts'

/** A scope with its place in the view, which is the number of its checkbox. */
export interface PlacedScope extends ScopeView {
  readonly place: number
}

export interface ScopesByRisk {
  /** The application learns who the user is. */
  readonly identity: PlacedScope | undefined
  /** In the order of their risk: the user's data, what can be read, access without the user. */
  readonly reads: readonly PlacedScope[]
  /** What can be changed; what belongs to administrators comes last. */
  readonly changes: readonly PlacedScope[]
}

/** Names of permissions that change something. */
const changing = /(^|[^a-z])(write|manage|admin|delete|create|update)([^a-z]|$)/i

/** Orders scopes by their risk, so that the dangerous ones are read last and apart. */
export function byRisk(scopes: readonly ScopeView[]): ScopesByRisk {
  const placed = scopes.map((scope, place) => ({ ...scope, place }))
  const others = placed.filter(({ scope }) => scope !== 'openid')
  return {
    identity: placed.find(({ scope }) => scope === 'openid'),
    reads: inOrder(
      others.filter((scope) => !isChanging(scope)),
      readRank,
    ),
    changes: inOrder(others.filter(isChanging), ({ administrative }) => Number(administrative)),
  }
}

function isChanging({ scope, administrative }: ScopeView): boolean {
  if (asOpenIdScope(scope)) return false
  return administrative || changing.test(scope.slice(scope.indexOf(':') + 1))
}

function readRank({ scope }: ScopeView): number {
  if (scope === 'offline_access') return 2
  return asOpenIdScope(scope) ? 0 : 1
}

function inOrder(
  scopes: readonly PlacedScope[],
  rankOf: (scope: ScopeView) => number,
): readonly PlacedScope[] {
  return scopes.toSorted((one, other) => rankOf(one) - rankOf(other))
}
