import { type HolderKind, holderKindOf } from './holder-kind.ts'

/** How users have a permission. */
export const holderSources = ['direct', 'group'] as const

export type HolderSource = (typeof holderSources)[number]

/** Which holders of a permission a page or an export shows. */
export interface HolderFilter {
  readonly kind: HolderKind
  /** Of users only: what their names contain. */
  readonly query: string
  /** Of users only; undefined: every way. */
  readonly source: HolderSource | undefined
}

type Values = Readonly<Record<string, string | string[] | undefined>>

/** Reads the filter of an address; what cannot be read counts as absent. */
export function holderFilterIn({ kind: sent, query, source }: Values): HolderFilter {
  const kind = holderKindOf(sent) ?? 'user'
  if (kind !== 'user') return { kind, query: '', source: undefined }
  const text = typeof query === 'string' ? query.trim().slice(0, 200) : ''
  return { kind, query: text, source: holderSources.find((one) => one === source) }
}

/** The parameters of a filter in an address, without what is usual. */
export function holderParameters(
  permissionId: number,
  { kind, query, source }: HolderFilter,
): Record<string, string> {
  return {
    permission: String(permissionId),
    ...(kind !== 'user' && { kind }),
    ...(query && { query }),
    ...(source && { source }),
  }
}

/** True when an address has no other parameter: a misspelt filter must not stand for everything. */
export function isReadableFilter(values: Values): boolean {
  const { permission, ...others } = values
  const read = holderParameters(0, holderFilterIn(values))
  return (
    typeof permission === 'string' &&
    /^[1-9]\d{0,14}$/.test(permission) &&
    Object.entries(others).every(([name, value]) => name === 'page' || read[name] === value)
  )
}
