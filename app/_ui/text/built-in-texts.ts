import type { z } from 'zod'
import type { permission } from '#lib/api/contract/models/permissions.ts'
import type { resource } from '#lib/api/contract/models/resources.ts'
import { builtInPermissions, builtInResource } from '#lib/domain/permissions/built-in.ts'
import type { pageTexts } from './texts.ts'

export type Texts = Awaited<ReturnType<typeof pageTexts>>
type PermissionRecord = z.output<typeof permission>
type ResourceRecord = z.output<typeof resource>

/**
 * A permission's description. That of a built-in permission is translated into the page's language, unless an
 * administrator changed it. The stored text stays as it is.
 */
export function permissionDescription(
  t: Texts,
  { permissionIdentifier, description, resource: { isSystemLevelResource } }: PermissionRecord,
): string {
  return isSystemLevelResource
    ? shippedDescription(t, permissionIdentifier, description)
    : description
}

/**
 * As `permissionDescription`, for a permission known by its scope.
 * @param scope such as "authserver:manage"
 * @param description the stored one
 */
export function scopeDescription(t: Texts, scope: string, description: string): string {
  const [resource, permission = ''] = scope.split(':')
  return resource === builtInResource.identifier
    ? shippedDescription(t, permission, description)
    : description
}

function shippedDescription(t: Texts, identifier: string, description: string): string {
  const shipped = builtInPermissions.find(
    (one) => one.identifier === identifier && one.description === description,
  )
  return shipped ? t(`resources.shipped.${shipped.identifier}`) : description
}

/** A resource's description; translated for the built-in resource, like those of its permissions. */
export function resourceDescription(
  t: Texts,
  {
    description,
    isSystemLevelResource,
  }: Pick<ResourceRecord, 'description' | 'isSystemLevelResource'>,
): string {
  const isShipped = isSystemLevelResource && description === builtInResource.description
  return isShipped ? t('resources.shipped.authserver') : description
}
