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
  const shipped = builtInPermissions.find(
    (one) => one.identifier === permissionIdentifier && one.description === description,
  )
  return isSystemLevelResource && shipped
    ? t(`resources.shipped.${shipped.identifier}`)
    : description
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
