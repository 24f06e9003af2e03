import type { AdminTx } from '#lib/context.ts'
import { builtInResource } from '#lib/domain/permissions/built-in.ts'
import { operator } from '#lib/domain/permissions/caller.ts'
import { saveGrants } from '#lib/domain/permissions/permission-grants.ts'

/**
 * Grants a user `authserver:manage` unless the user already holds it, directly or through a group.
 * @returns true when it was granted
 */
export async function grantManage(tx: AdminTx, userId: number): Promise<boolean> {
  const { permissions, permissionGrants } = tx.store
  if (await permissions.userHolds(userId, builtInResource.identifier, ['manage'])) return false
  const manage = await permissions.find(builtInResource.identifier, 'manage')
  if (!manage) throw new Error('The permission manage is missing.')
  const holder = { kind: 'user', id: userId } as const
  const wanted = [...(await permissionGrants.idsOf(holder)), manage.id]
  await saveGrants(tx, { holder, wanted, expected: null, caller: operator })
  return true
}
