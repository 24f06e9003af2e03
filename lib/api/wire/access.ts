import type { z } from 'zod'
import type { groupName, permissionSource } from '#lib/api/contract/models/access.ts'
import type { PermissionSource } from '#lib/persistence/permissions/permission-sources.ts'

export function permissionSourceToWire({
  group,
  since,
}: Pick<PermissionSource, 'group' | 'since'>): z.input<typeof permissionSource> {
  return { kind: group ? 'group' : 'direct', group, since: since.toISOString() }
}

export function groupNameToWire(
  group: z.input<typeof groupName> | null,
): z.input<typeof groupName> | null {
  return group && { id: group.id, groupIdentifier: group.groupIdentifier }
}
