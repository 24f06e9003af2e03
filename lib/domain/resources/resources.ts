import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { ResourceRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { builtInResource } from '../permissions/built-in.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import { requireDescription } from '../values/descriptions.ts'
import { identifierTaken, requireIdentifier } from '../values/identifiers.ts'
import { invalidValue, requireNotBlank } from '../values/validation.ts'

/** The fields of a new or changed resource. */
export interface ResourceFields {
  readonly resourceIdentifier: string
  readonly description: string
}

/** @throws Refusal NOT_FOUND */
export async function findResource(ctx: Context, id: number): Promise<ResourceRecord> {
  const resource = await ctx.store.resources.findById(id)
  if (!resource) throw refuse('NOT_FOUND')
  return resource
}

/** True for the resource that represents this server. */
export function isBuiltInResource({ resourceIdentifier }: ResourceRecord): boolean {
  return resourceIdentifier === builtInResource.identifier
}

/**
 * Checks the fields of a resource (docs/specification.md "Resource and permission").
 * @param own the resource to change; null for a new one
 * @returns the fields to store
 * @throws Refusal VALIDATION_ERROR, validator.description.angle_brackets, validator.identifier.*
 */
export async function checkResource(
  ctx: Context,
  sent: ResourceFields,
  own: ResourceRecord | null,
): Promise<ResourceFields> {
  const { resourceIdentifier } = sent
  const description = sent.description.trim()
  requireNotBlank(resourceIdentifier, 'resourceIdentifier')
  requireDescription(description)
  requireIdentifier(resourceIdentifier)
  const other = await ctx.store.resources.findByIdentifier(resourceIdentifier)
  if (other && other.id !== own?.id) throw identifierTaken('resourceIdentifier')
  if (own && isBuiltInResource(own) && resourceIdentifier !== own.resourceIdentifier) {
    throw invalidValue('The built-in resource cannot be renamed.')
  }
  return { resourceIdentifier, description }
}

/**
 * Refuses to delete the built-in resource (docs/specification.md "Resource and permission").
 * @throws Refusal VALIDATION_ERROR
 */
export function requireDeletable(resource: ResourceRecord): void {
  if (isBuiltInResource(resource)) {
    throw invalidValue('The built-in resource cannot be deleted.')
  }
}

/** Writes `created_resource`. The resource has no permissions yet. */
export async function createResource(
  tx: AdminTx,
  fields: ResourceFields,
  caller: Caller,
): Promise<ResourceRecord> {
  const resource = await tx.store.resources.insertAlone({
    ...fields,
    createdAt: tx.now,
    updatedAt: tx.now,
  })
  auditResource(tx, 'created_resource', resource, caller)
  return resource
}

/**
 * Updates a resource. Writes `updated_resource`.
 * @throws Refusal NOT_FOUND
 */
export async function updateResource(
  tx: AdminTx,
  id: number,
  fields: ResourceFields,
  caller: Caller,
): Promise<ResourceRecord> {
  const found = await tx.store.resources.update(id, { ...fields, updatedAt: tx.now })
  if (!found) throw refuse('NOT_FOUND')
  const resource = await findResource(tx, id)
  auditResource(tx, 'updated_resource', resource, caller)
  return resource
}

/**
 * Deletes a resource with its permissions and every grant of them. Writes `deleted_resource`.
 * @throws Refusal NOT_FOUND
 */
export async function removeResource(tx: AdminTx, id: number, caller: Caller): Promise<void> {
  const resource = await tx.store.resources.lock(id)
  if (!resource) throw refuse('NOT_FOUND')
  await tx.store.resources.remove(id)
  auditResource(tx, 'deleted_resource', resource, caller)
}

function auditResource(
  tx: AdminTx,
  event: 'created_resource' | 'updated_resource' | 'deleted_resource',
  { id, resourceIdentifier }: ResourceRecord,
  caller: Caller,
): void {
  audit(tx, event, { resourceId: id, resourceIdentifier, loggedInUser: actorOf(caller) })
}
