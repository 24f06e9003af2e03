import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import { auditAdministrativeChange } from '../audit/administrative-changes.ts'
import { audit } from '../audit/audit.ts'
import {
  administrativePermissionIds,
  holdUser,
  lockAdministration,
  userViolation,
} from '../permissions/administrators.ts'
import {
  type AuthorizedOperation,
  authorizeWrite,
  type PolicyViolation,
} from '../permissions/authorized-write.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import { keepAnAdministrator } from '../permissions/last-administrator.ts'
import { listChange, maxListed, requireExpected } from '../values/expected-list.ts'
import { invalidValue } from '../values/validation.ts'

/** A membership to add or remove. */
export interface MembershipChange {
  readonly userId: number
  readonly groupId: number
  readonly caller: Caller
}

/** A save of the complete list of a user's groups. */
export interface MembershipSave {
  readonly userId: number
  /** Without duplicates. */
  readonly wanted: readonly number[]
  /** The list as last read; absent or null skips the comparison. */
  readonly expected: readonly number[] | null | undefined
  readonly caller: Caller
}

/**
 * Checks the number of groups in a save.
 * @throws Refusal VALIDATION_ERROR (over 1,000)
 */
export function checkGroupCount(ids: readonly number[]): void {
  if (ids.length > maxListed) {
    throw invalidValue(`At most ${maxListed} groups can be saved at once.`)
  }
}

/**
 * Checks that every id belongs to a group.
 * @param ids as sent
 * @returns the ids without duplicates
 * @throws Refusal handler.admin_user_groups.not_found
 */
export async function checkGroupIds(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  requireEveryGroup(await ctx.store.groups.existing(wanted), wanted)
  return wanted
}

/**
 * Refuses to add a user who is already a member.
 * @throws Refusal VALIDATION_ERROR
 */
export async function requireNoMember(ctx: Context, groupId: number, userId: number) {
  if (await ctx.store.memberships.exists(groupId, userId)) throw alreadyMember()
}

/**
 * Refuses to remove a user who is not a member.
 * @throws Refusal VALIDATION_ERROR
 */
export async function requireMember(ctx: Context, groupId: number, userId: number) {
  if (!(await ctx.store.memberships.exists(groupId, userId))) throw notMember()
}

/**
 * Refuses a granular token that adds a user to, or removes one from, a group with an administrative permission. Any
 * change to an administrator's groups is refused too.
 * @returns the context to write with, which checks the policy again: see `authorizeWrite`
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardMembership(
  ctx: Context,
  operation: AuthorizedOperation,
  { userId, groupId }: Pick<MembershipChange, 'userId' | 'groupId'>,
): Promise<Context> {
  return guardMoves(ctx, operation, userId, async () => [groupId])
}

/**
 * Like `guardMembership`, for a whole list; compares with the list stored at that moment.
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardMembershipSave(
  ctx: Context,
  operation: AuthorizedOperation,
  { userId, wanted }: Pick<MembershipSave, 'userId' | 'wanted'>,
): Promise<Context> {
  return guardMoves(ctx, operation, userId, async (now) => {
    const { added, removed } = listChange(await now.store.memberships.groupIdsOf(userId), wanted)
    return [...added, ...removed]
  })
}

/** @param moved returns the ids of the groups that the user joins or leaves */
function guardMoves(
  ctx: Context,
  operation: AuthorizedOperation,
  userId: number,
  moved: (ctx: Context) => Promise<readonly number[]>,
): Promise<Context> {
  return authorizeWrite(ctx, operation, {
    async hold(tx) {
      await lockAdministration(tx)
      await holdUser(tx, userId)
      await tx.store.groups.hold(await moved(tx))
    },
    async violation(now) {
      const administrative = await administrativeGroups(now, await moved(now))
      return administrative.size > 0
        ? moveViolation(userId, [...administrative.keys()])
        : userViolation(now, userId)
    },
  })
}

function moveViolation(userId: number, groupIds: readonly number[]): PolicyViolation {
  return { rule: 'grant', target: { targetKind: 'user', targetId: userId, groupIds } }
}

/**
 * Adds a user to a group. Writes `user_added_to_group`, and `administrative_permission_changed` if the group holds an
 * administrative permission.
 * @throws Refusal NOT_FOUND, VALIDATION_ERROR (already a member)
 */
export async function joinGroup(tx: AdminTx, change: MembershipChange): Promise<void> {
  const { userId, groupId, caller } = change
  await lockPair(tx, change)
  await requireNoMember(tx, groupId, userId)
  await writeMemberships(tx, userId, { added: [groupId], removed: [] }, caller)
}

/**
 * Removes a user from a group. Writes `user_removed_from_group`, and `administrative_permission_changed` as in
 * `joinGroup`.
 * @throws Refusal NOT_FOUND, VALIDATION_ERROR (not a member), LAST_ADMINISTRATOR
 */
export async function leaveGroup(tx: AdminTx, change: MembershipChange): Promise<void> {
  const { userId, groupId, caller } = change
  return keepAnAdministrator(tx, async () => {
    await lockPair(tx, change)
    await requireMember(tx, groupId, userId)
    await writeMemberships(tx, userId, { added: [], removed: [groupId] }, caller)
  })
}

/**
 * Saves the list of a user's groups. Writes an entry for each group joined or left, like `joinGroup` and `leaveGroup`.
 * @throws Refusal NOT_FOUND, handler.admin_user_groups.not_found, CONCURRENT_UPDATE, LAST_ADMINISTRATOR (in this order)
 */
export async function saveMemberships(tx: AdminTx, save: MembershipSave): Promise<void> {
  const { userId, wanted, expected, caller } = save
  return keepAnAdministrator(tx, async () => {
    if (!(await tx.store.users.lock(userId))) throw refuse('NOT_FOUND')
    requireEveryGroup(await tx.store.groups.hold(wanted), wanted)
    const stored = await tx.store.memberships.groupIdsOf(userId)
    requireExpected(stored, expected)
    await writeMemberships(tx, userId, listChange(stored, wanted), caller)
  })
}

/** Every writer of memberships locks the user before the group. */
async function lockPair(tx: AdminTx, { userId, groupId }: MembershipChange): Promise<void> {
  const user = await tx.store.users.lock(userId)
  const [group] = await tx.store.groups.hold([groupId])
  if (!user || group === undefined) throw refuse('NOT_FOUND')
}

interface ListChange {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

async function writeMemberships(
  tx: AdminTx,
  userId: number,
  { added, removed }: ListChange,
  caller: Caller,
): Promise<void> {
  await tx.store.memberships.remove(userId, removed)
  await tx.store.memberships.add(userId, added, tx.now)
  const loggedInUser = actorOf(caller)
  for (const groupId of added) {
    audit(tx, 'user_added_to_group', { userId, groupId, loggedInUser })
  }
  for (const groupId of removed) {
    audit(tx, 'user_removed_from_group', { userId, groupId, loggedInUser })
  }
  const administrative = await administrativeGroups(tx, [...added, ...removed])
  const holder = { kind: 'user', id: userId } as const
  for (const [groupId, permissionIds] of administrative) {
    const change = added.includes(groupId) ? 'granted' : 'revoked'
    await auditAdministrativeChange(tx, { holder, change, permissionIds, groupId }, caller)
  }
}

/** Maps each administrative group among these to the ids of its administrative permissions. */
async function administrativeGroups(
  ctx: Context,
  groupIds: readonly number[],
): Promise<Map<number, number[]>> {
  const administrative = await administrativePermissionIds(ctx)
  const found = new Map<number, number[]>()
  const held = await ctx.store.permissionGrants.groupsHolding(groupIds, [...administrative])
  for (const { groupId, permissionId } of held) {
    found.set(groupId, [...(found.get(groupId) ?? []), permissionId])
  }
  return found
}

function requireEveryGroup(found: readonly number[], wanted: readonly number[]): void {
  if (found.length !== wanted.length) throw refuse('handler.admin_user_groups.not_found')
}

function alreadyMember() {
  return invalidValue('The user is a member of the group already.')
}

function notMember() {
  return invalidValue('The user is not a member of the group.')
}
