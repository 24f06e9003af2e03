import type { Context } from '#lib/context.ts'
import { checkPermissionCount } from '#lib/domain/permissions/permission-grants.ts'
import { invalidValue } from '#lib/domain/values/validation.ts'

/**
 * Resolves scopes to permission row ids, for one holder's list.
 * @param scopes `resource:permission`
 * @throws Refusal VALIDATION_ERROR for more than 1,000 scopes, or naming the first that does not exist
 */
export async function permissionIdsOf(
  { store }: Context,
  scopes: readonly string[],
): Promise<readonly number[]> {
  checkPermissionCount(scopes)
  const ids: number[] = []
  for (const scope of scopes) {
    const [resource = '', permission = '', ...rest] = scope.split(':')
    const found = rest.length === 0 ? await store.permissions.find(resource, permission) : null
    if (!found) {
      throw invalidValue(
        `Permission '${scope}' not found. Write permissions as resource:permission.`,
      )
    }
    ids.push(found.id)
  }
  return ids
}
