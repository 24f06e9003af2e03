import type { Provider } from '#app/admin/identity-providers/_parts/provider-page-data.ts'
import { singleFields } from '#lib/domain/users/profile.ts'

/** The fields of the mapping's form. */
export type MappingValues = ReturnType<typeof mappingValues>

export function mappingValues({ mapping, mappedGroups, syncProfile }: Provider) {
  const { profile, groupsClaim } = mapping
  const claims = singleFields.map((field) => [field, profile[field] ?? ''] as const)
  return {
    ...(Object.fromEntries(claims) as Record<(typeof singleFields)[number], string>),
    syncProfile: String(syncProfile),
    groupsClaim,
    groups: Object.entries(mappedGroups)
      .map(([value, identifier]) => `${value} = ${identifier}`)
      .join('\n'),
  }
}

/** A line of the mapped groups. The group's identifier has no equals sign; the provider's name for it may. */
export interface GroupLine {
  readonly value: string
  readonly identifier: string
}

/** @returns null for a line that names no group */
export function groupLine(line: string): GroupLine | null {
  const at = line.lastIndexOf('=')
  const value = line.slice(0, at).trim()
  const identifier = line.slice(at + 1).trim()
  return at < 0 || value === '' || identifier === '' ? null : { value, identifier }
}
