import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { CountedGroup, GroupRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { isAdministratorGroup, lockAdministration } from '../permissions/administrators.ts'
import { type AuthorizedOperation, authorizeWrite } from '../permissions/authorized-write.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import { keepAnAdministrator } from '../permissions/last-administrator.ts'
import { requireDescription } from '../values/descriptions.ts'
import { identifierTaken, requireIdentifier } from '../values/identifiers.ts'
import { requireNotBlank } from '../values/validation.ts'

/** The fields of a new or changed group. */
export interface GroupFields {
  readonly groupIdentifier: string
  readonly description: string
  readonly includeInIdToken: boolean
  readonly includeInAccessToken: boolean
}

/** @throws Refusal NOT_FOUND */
export async function findGroup(ctx: Context, id: number): Promise<GroupRecord> {
  const group = await ctx.store.groups.findById(id)
  if (!group) throw refuse('NOT_FOUND')
  return group
}

/**
 * Finds a group with its number of members.
 * @throws Refusal NOT_FOUND
 */
export async function findCountedGroup(ctx: Context, id: number): Promise<CountedGroup> {
  const group = await ctx.store.groups.findCounted(id)
  if (!group) throw refuse('NOT_FOUND')
  return group
}

/**
 * Checks the fields of a group (docs/specification.md "Group").
 * @param own id of the group that may already have the identifier; null for a new group
 * @returns the fields to store
 * @throws Refusal VALIDATION_ERROR, validator.description.angle_brackets, validator.identifier.*
 */
export async function checkGroup(
  ctx: Context,
  sent: GroupFields,
  own: number | null,
): Promise<GroupFields> {
  const fields = { ...sent, description: sent.description.trim() }
  requireNotBlank(fields.groupIdentifier, 'groupIdentifier')
  requireDescription(fields.description)
  requireIdentifier(fields.groupIdentifier)
  const other = await ctx.store.groups.findByIdentifier(fields.groupIdentifier)
  if (other && other.id !== own) throw identifierTaken('groupIdentifier')
  return fields
}

/** Writes `created_group`. */
export async function createGroup(
  tx: AdminTx,
  fields: GroupFields,
  caller: Caller,
): Promise<CountedGroup> {
  const group = await tx.store.groups.insert({ ...fields, createdAt: tx.now, updatedAt: tx.now })
  auditGroup(tx, 'created_group', group, caller)
  return { ...group, memberCount: 0 }
}

/**
 * Updates a group. Writes `updated_group`.
 * @throws Refusal NOT_FOUND
 */
export async function updateGroup(
  tx: AdminTx,
  id: number,
  fields: GroupFields,
  caller: Caller,
): Promise<CountedGroup> {
  const found = await tx.store.groups.update(id, { ...fields, updatedAt: tx.now })
  if (!found) throw refuse('NOT_FOUND')
  const group = await findCountedGroup(tx, id)
  auditGroup(tx, 'updated_group', group, caller)
  return group
}

/**
 * Refuses a granular token that deletes a group with an administrative permission, because its members would lose it.
 * @returns the context to write with, which checks the policy again: see `authorizeWrite`
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardGroupDeletion(
  ctx: Context,
  operation: AuthorizedOperation,
  groupId: number,
): Promise<Context> {
  return authorizeWrite(ctx, operation, {
    async hold(tx) {
      await lockAdministration(tx)
      await tx.store.groups.lock(groupId)
    },
    violation: async (now) =>
      (await isAdministratorGroup(now, groupId))
        ? { rule: 'grant', target: { targetKind: 'group', targetId: groupId } }
        : null,
  })
}

/**
 * Deletes a group with its memberships, attributes and grants. Writes `deleted_group`.
 * @throws Refusal NOT_FOUND, LAST_ADMINISTRATOR
 */
export async function removeGroup(tx: AdminTx, id: number, caller: Caller): Promise<void> {
  return keepAnAdministrator(tx, async () => {
    const group = await tx.store.groups.lock(id)
    if (!group) throw refuse('NOT_FOUND')
    await tx.store.groups.remove(id)
    auditGroup(tx, 'deleted_group', group, caller)
  })
}

function auditGroup(
  tx: AdminTx,
  event: 'created_group' | 'updated_group' | 'deleted_group',
  { id, groupIdentifier }: GroupRecord,
  caller: Caller,
): void {
  audit(tx, event, { groupId: id, groupIdentifier, loggedInUser: actorOf(caller) })
}
