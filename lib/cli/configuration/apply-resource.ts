import type { AdminTx } from '#lib/context.ts'
import { operator } from '#lib/domain/permissions/caller.ts'
import { saveIndicators } from '#lib/domain/resources/resource-indicators.ts'
import { checkEntries } from '#lib/domain/resources/resource-permission-list.ts'
import {
  checkPermissionList,
  savePermissionList,
} from '#lib/domain/resources/resource-permissions.ts'
import { checkResource, createResource, updateResource } from '#lib/domain/resources/resources.ts'
import type { ResourceRecord } from '#lib/persistence/store.ts'
import { type Attempt, attemptList } from './attempts.ts'
import type { SentResource } from './document.ts'

/** Finds and locks the resource with this identifier; null when there is none. */
export async function findNamedResource(
  tx: AdminTx,
  { resourceIdentifier }: Pick<SentResource, 'resourceIdentifier'>,
): Promise<ResourceRecord | null> {
  const found = await tx.store.resources.findByIdentifier(resourceIdentifier)
  return found && tx.store.resources.lock(found.id)
}

/**
 * Makes a resource match the file: creates or updates it, and adds, updates or deletes its permissions. Deleting a
 * permission revokes every grant of it. Addresses are the complete list.
 * @throws Refusal as the Admin API does; the built-in resource keeps its permissions
 */
export async function applyResource(
  tx: AdminTx,
  sent: SentResource,
  attempt: Attempt,
): Promise<readonly string[]> {
  const { resourceIdentifier, permissions, indicators } = sent
  const stored = await findNamedResource(tx, sent)
  const description = sent.description ?? stored?.description ?? ''
  const fitting =
    permissions && (await attemptList(attempt, 'permissions', permissions, checkEntries))
  const fields = await checkResource(tx, { resourceIdentifier, description }, stored)
  const resource = stored ?? (await createResource(tx, fields, operator))
  if (fields.description !== resource.description) {
    await updateResource(tx, resource.id, fields, operator)
  }
  if (fitting) await applyPermissions(tx, resource, fitting)
  if (indicators) await saveIndicators(tx, resource.id, indicators, operator)
  return []
}

async function applyPermissions(
  tx: AdminTx,
  resource: ResourceRecord,
  permissions: NonNullable<SentResource['permissions']>,
): Promise<void> {
  const rows = await tx.store.resources.permissionsOf(resource.id)
  const named = permissions.map((one) => ({
    ...one,
    id: rows.find((row) => row.permissionIdentifier === one.permissionIdentifier)?.id ?? null,
  }))
  const wanted = await checkPermissionList(tx, resource, named, rows)
  const isUnchanged =
    wanted.length === rows.length &&
    wanted.every(({ id, description }) =>
      rows.some((row) => row.id === id && row.description === description),
    )
  if (isUnchanged) return
  await savePermissionList(tx, { resource, wanted, expected: rows, caller: operator })
}
