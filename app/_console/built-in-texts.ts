import type { z } from 'zod'
import type { permission } from '#lib/api/contract/models/permissions.ts'
import type { resource } from '#lib/api/contract/models/resources.ts'
import { builtInPermissions, builtInResource } from '#lib/domain/built-in.ts'
import type { pageTexts } from '../_components/texts.ts'

type Texts = Awaited<ReturnType<typeof pageTexts>>
type PermissionRecord = z.output<typeof permission>
type ResourceRecord = z.output<typeof resource>

/**
 * What a permission is for: of one that came with this server in the page's language, as long as nobody has described
 * it otherwise. What is stored stays as it is.
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
 * The same for a permission that is known by its scope.
 * @param scope such as "authserver:manage"
 * @param description as it is stored
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

/** What a resource stands for; of the built-in one as for its permissions. */
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
