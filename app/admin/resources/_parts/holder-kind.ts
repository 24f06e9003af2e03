/** What can have a permission. */
export const holderKinds = ['user', 'group', 'client'] as const

export type HolderKind = (typeof holderKinds)[number]

/** A kind by its name in an address; null for any other. */
export function holderKindOf(sent: unknown): HolderKind | null {
  return holderKinds.find((kind) => kind === sent) ?? null
}
