import type { z } from 'zod'
import { permissionDescription, type Texts } from '#app/_ui/text/built-in-texts.ts'
import type { permission } from '#lib/api/contract/models/permissions.ts'
import { administrativePermissions } from '#lib/domain/permissions/built-in.ts'

export type PermissionRecord = z.output<typeof permission>

export interface PermissionChoice {
  readonly id: number
  readonly resourceId: number
  /** The scope: `resource:permission`. */
  readonly scope: string
  readonly name: string
  readonly description: string
  /** Makes its holder an administrator of this server. */
  readonly isAdministrative: boolean
}

/** Permissions with their descriptions in the page's language. */
export function permissionChoices(
  t: Texts,
  records: readonly PermissionRecord[],
): readonly PermissionChoice[] {
  return records.map((record) => ({
    ...permissionChoice(record),
    description: permissionDescription(t, record),
  }))
}

/** A permission with its stored description. */
export function permissionChoice(record: PermissionRecord): PermissionChoice {
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
