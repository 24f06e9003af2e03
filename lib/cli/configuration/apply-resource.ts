import type { Tx } from '#lib/context.ts'
import { operator } from '#lib/domain/caller.ts'
import { checkEntries } from '#lib/domain/resource-permission-list.ts'
import { checkPermissionList, savePermissionList } from '#lib/domain/resource-permissions.ts'
import { checkResource, createResource, updateResource } from '#lib/domain/resources.ts'
import type { ResourceRecord } from '#lib/persistence/store.ts'
import type { SentResource } from './document.ts'
import { type Judgement, unusedIdentifier } from './judgement.ts'

type SentPermissions = NonNullable<SentResource['permissions']>

/** The resource of this name as it is now, or null. */
export async function findNamedResource(
  tx: Tx,
  { resourceIdentifier }: Pick<SentResource, 'resourceIdentifier'>,
): Promise<ResourceRecord | null> {
  const found = await tx.store.resources.findByIdentifier(resourceIdentifier)
  return found && tx.store.resources.lock(found.id)
}

/**
 * Makes a resource what the file says: created, described, its permissions added, described or
 * deleted (with every grant of them).
 * @param judgement gets what is refused, as the Admin API does; the built-in resource keeps its permissions
 */
export async function applyResource(
  tx: Tx,
  sent: SentResource,
  judgement: Judgement,
): Promise<readonly string[]> {
  const { resourceIdentifier, permissions } = sent
  const stored = await findNamedResource(tx, sent)
  const description = sent.description ?? stored?.description ?? ''
  const fields = await judgement.fields(
    { resourceIdentifier, description },
    { resourceIdentifier: stored?.resourceIdentifier ?? unusedIdentifier(), description: '' },
    (values) => checkResource(tx, values, stored),
  )
  const resource = stored ?? (fields && (await createResource(tx, fields, operator)))
  if (resource && fields && fields.description !== resource.description) {
    await updateResource(tx, resource.id, fields, operator)
  }
  if (permissions && (await areFit(permissions, judgement))) {
    await applyPermissions(tx, resource, permissions, judgement)
  }
  return []
}

/** Each identifier and each description by itself: many may be wrong at once. */
async function areFit(permissions: SentPermissions, judgement: Judgement): Promise<boolean> {
  const before = judgement.problems.size
  for (const [index, { permissionIdentifier, description }] of permissions.entries()) {
    const place = `permissions[${index}]`
    const named = () => checkEntries([{ permissionIdentifier, description: '' }])
    await judgement.part(named, `${place}.permissionIdentifier`)
    const described = () => checkEntries([{ permissionIdentifier: 'any', description }])
    await judgement.part(described, `${place}.description`)
  }
  return judgement.problems.size === before
}

/** @param resource null for a new one that rules refused: only its list is judged */
async function applyPermissions(
  tx: Tx,
  resource: ResourceRecord | null,
  permissions: SentPermissions,
  judgement: Judgement,
): Promise<void> {
  if (!resource) return void (await judgement.part(() => checkEntries(permissions)))
  const rows = await tx.store.resources.permissionsOf(resource.id)
  const named = permissions.map((one) => ({
    ...one,
    id: rows.find((row) => row.permissionIdentifier === one.permissionIdentifier)?.id ?? null,
  }))
  const wanted = await judgement.part(() => checkPermissionList(tx, resource, named, rows))
  if (!wanted) return
  const isUnchanged =
    wanted.length === rows.length &&
    wanted.every(({ id, description }) =>
      rows.some((row) => row.id === id && row.description === description),
    )
  if (isUnchanged) return
  await savePermissionList(tx, { resource, wanted, expected: rows, caller: operator })
}
