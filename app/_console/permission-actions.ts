'use server'

import { ApiError } from '#lib/api/client.ts'
import { pageLanguage, visitor } from '#lib/http/page.ts'
import { makeApi } from './api.ts'
import type { PermissionChoice } from './permission-choice.ts'
import { permissionChoices } from './permission-choice.ts'

/**
 * The permissions of a resource, for the picker, which requests them when a resource is chosen.
 * @returns null if the session has ended or the resource is gone
 */
export async function permissionsOfResource(
  resourceId: number,
): Promise<readonly PermissionChoice[] | null> {
  const who = await visitor()
  if (!who || !Number.isSafeInteger(resourceId)) return null
  const api = makeApi(who, await pageLanguage(), () => {})
  try {
    const { permissions } = await api.listResourcePermissions({ params: { id: resourceId } })
    return await permissionChoices(permissions)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
