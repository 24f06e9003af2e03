import type { z } from 'zod'
import type { permission } from '#lib/api/contract/models/permissions.ts'
import { administrativePermissions } from '#lib/domain/built-in.ts'

/** A permission as it is shown and picked. */
export interface PermissionChoice {
  readonly id: number
  readonly resourceId: number
  /** As a scope: `resource:permission`. */
  readonly scope: string
  readonly name: string
  readonly description: string
  /** Makes its holder an administrator of this server. */
  readonly isAdministrative: boolean
}

/** What the picker shows of a permission. */
export function permissionChoice(record: z.output<typeof permission>): PermissionChoice {
  const { id, resourceId, permissionIdentifier: name, description, resource } = record
  return {
    id,
    resourceId,
    name,
    description,
    scope: `${resource.resourceIdentifier}:${name}`,
    isAdministrative: resource.isSystemLevelResource && administrativePermissions.includes(name),
  }
}
