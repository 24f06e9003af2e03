import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import type { OwnPermission, ResourceRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { administrativePermissionIds } from '../permissions/administrators.ts'
import { type AuthorizedOperation, authorizeWrite } from '../permissions/authorized-write.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import { requireExpected } from '../values/expected-list.ts'
import { invalidField } from '../values/validation.ts'
import {
  checkEntries,
  requireBuiltInKept,
  requireOwnEntries,
  type SentPermission,
  type WantedPermission,
} from './resource-permission-list.ts'
import { isBuiltInResource } from './resources.ts'

/** An entry of the list that the caller last read. */
export interface ExpectedPermission {
  readonly id: number
  readonly permissionIdentifier: string
  readonly description: string
}

/** A save of the complete list of a resource's permissions. */
export interface PermissionSave {
  readonly resource: ResourceRecord
  readonly wanted: readonly WantedPermission[]
  readonly expected: readonly ExpectedPermission[]
  readonly caller: Caller
}

/**
 * Checks a list of permissions for a resource (docs/specification.md "Resource and permission").
 * @param expected the list that the caller last read
 * @returns the entries to store
 * @throws Refusal VALIDATION_ERROR, validator.identifier.*, NOT_FOUND,
 *   handler.admin_resource_permissions.description_html_not_allowed
 */
export async function checkPermissionList(
  ctx: Context,
  resource: ResourceRecord,
  sent: readonly SentPermission[],
  expected: readonly ExpectedPermission[],
): Promise<WantedPermission[]> {
  const wanted = checkEntries(sent)
  const stored = await ctx.store.resources.permissionsOf(resource.id)
  if (isBuiltInResource(resource)) requireBuiltInKept(stored, wanted)
  requireOwnEntries(stored, wanted, new Set(expected.map((entry) => entry.id)))
  return wanted
}

/**
 * Requires the list that the caller last read: this save always compares it.
 * @throws Refusal VALIDATION_ERROR
 */
export function requireExpectedPermissions(
  expected: readonly ExpectedPermission[] | null | undefined,
): readonly ExpectedPermission[] {
  if (expected) return expected
  throw invalidField('expectedPermissions', 'is required')
}

/**
 * Refuses a granular token that changes the description of an administrative permission.
 * @returns the context to write with, which checks the policy again: see `authorizeWrite`
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardDescriptions(
  ctx: Context,
  operation: AuthorizedOperation,
  { resource, wanted }: Pick<PermissionSave, 'resource' | 'wanted'>,
): Promise<Context> {
  return authorizeWrite(ctx, operation, {
    hold: (tx) => tx.store.resources.lock(resource.id),
    async violation(now) {
      const permissionIds = await administrativeDescriptions(now, resource, wanted)
      return permissionIds.length > 0 ? { rule: 'description', target: { permissionIds } } : null
    },
  })
}

/**
 * Saves the permissions of a resource. Stored permissions that the list omits are deleted with their grants, changed
 * ones are updated, and entries without an id are inserted. Writes `updated_resource_permissions`.
 * @throws Refusal NOT_FOUND, CONCURRENT_UPDATE
 */
export async function savePermissionList(tx: AdminTx, save: PermissionSave): Promise<void> {
  const { wanted, expected, caller } = save
  const resource = await tx.store.resources.lock(save.resource.id)
  if (!resource) throw refuse('NOT_FOUND')
  const stored = await tx.store.resources.permissionsOf(resource.id)
  requireExpected(stored.map(asText), expected.map(asText))
  requireStillThere(stored, wanted)
  await writeList(tx, resource.id, stored, wanted)
  audit(tx, 'updated_resource_permissions', {
    resourceId: resource.id,
    loggedInUser: actorOf(caller),
  })
}

/**
 * For the `catch` of the transaction: an identifier was taken meanwhile; rethrows any other error.
 * @throws Refusal CONCURRENT_UPDATE
 */
export function refuseAddedMeanwhile(error: unknown): never {
  throw isUniqueViolation(error) ? refuse('CONCURRENT_UPDATE') : error
}

/** Ids of the administrative permissions whose description would change. */
async function administrativeDescriptions(
  ctx: Context,
  resource: ResourceRecord,
  wanted: readonly WantedPermission[],
): Promise<number[]> {
  if (!isBuiltInResource(resource)) return []
  const administrative = await administrativePermissionIds(ctx)
  const stored = await ctx.store.resources.permissionsOf(resource.id)
  return stored
    .filter(({ id }) => administrative.has(id))
    .filter(({ id, description }) => {
      const entry = wanted.find((one) => one.id === id)
      return entry !== undefined && entry.description !== description
    })
    .map(({ id }) => id)
}

/** Refuses entries whose permission was deleted after the check. */
function requireStillThere(
  stored: readonly OwnPermission[],
  wanted: readonly WantedPermission[],
): void {
  const ids = new Set(stored.map((row) => row.id))
  if (wanted.some(({ id }) => id !== null && !ids.has(id))) throw refuse('CONCURRENT_UPDATE')
}

async function writeList(
  tx: AdminTx,
  resourceId: number,
  stored: readonly OwnPermission[],
  wanted: readonly WantedPermission[],
): Promise<void> {
  const named = new Map(wanted.map((entry) => [entry.id, entry]))
  const dropped = stored.filter((row) => !named.has(row.id))
  await tx.store.resources.removePermissions(dropped.map((row) => row.id))
  for (const { id, ...row } of stored) {
    const entry = named.get(id)
    if (!entry || asText({ id, ...row }) === asText({ ...entry, id })) continue
    const { permissionIdentifier, description } = entry
    const change = { permissionIdentifier, description, updatedAt: tx.now }
    await tx.store.resources.updatePermission(id, change)
  }
  const added = wanted.filter((entry) => entry.id === null)
  await tx.store.resources.addPermissions(
    added.map(({ permissionIdentifier, description }) => ({
      resourceId,
      permissionIdentifier,
      description,
      createdAt: tx.now,
      updatedAt: tx.now,
    })),
  )
}

/** Serializes an entry, so that two texts are equal exactly when all three values are. */
function asText({ id, permissionIdentifier, description }: ExpectedPermission): string {
  return JSON.stringify([id, permissionIdentifier, description])
}
