import type { Context, Tx } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import {
  type AuthorizedOperation,
  authorizeWrite,
  type PolicyViolation,
  type RefusedTarget,
} from './authorized-write.ts'
import { administrativePermissions, builtInResource, isConsoleClient } from './built-in.ts'
import { type Caller, hasScope } from './caller.ts'

/** Row ids of the administrative permissions, as stored now. */
export async function administrativePermissionIds(ctx: Context): Promise<ReadonlySet<number>> {
  return new Set(
    await ctx.store.permissions.idsOf(builtInResource.identifier, administrativePermissions),
  )
}

/** True when the client may request administrative scopes for users, now: the console's own always may. */
export function mayAdministerForUsers(client: ClientRecord): boolean {
  return client.administrativeScopesAllowed || isConsoleClient(client)
}

/** True when the user holds an administrative permission, directly or through a group. */
function isAdministratorUser(ctx: Context, userId: number): Promise<boolean> {
  return ctx.store.permissions.userHolds(
    userId,
    builtInResource.identifier,
    administrativePermissions,
  )
}

/** True when the group holds an administrative permission. */
export function isAdministratorGroup(ctx: Context, groupId: number): Promise<boolean> {
  return ctx.store.permissions.groupHolds(
    groupId,
    builtInResource.identifier,
    administrativePermissions,
  )
}

/**
 * True for the console's own client, one that may request administrative scopes for users, and one
 * that holds an administrative permission itself.
 */
export async function isAdministratorClient(ctx: Context, client: ClientRecord): Promise<boolean> {
  if (mayAdministerForUsers(client)) return true
  return ctx.store.permissions.clientHolds(
    client.id,
    builtInResource.identifier,
    administrativePermissions,
  )
}

/** A token with `authserver:manage` skips the administrative policy. */
export function mayManage(caller: Caller): boolean {
  return hasScope(caller, 'authserver:manage')
}

/** Those of the permissions that are administrative. */
export async function administrativeAmong(
  ctx: Context,
  permissionIds: readonly number[],
): Promise<readonly number[]> {
  const administrative = await administrativePermissionIds(ctx)
  return permissionIds.filter((id) => administrative.has(id))
}

/**
 * Lets one write through at a time that may take `authserver:manage` from somebody. It comes before the lock of whoever
 * loses it: see `keepAnAdministrator`.
 */
export function lockAdministration(tx: Tx): Promise<void> {
  return tx.store.permissions.lock(builtInResource.identifier, 'manage')
}

/**
 * Holds a user and what makes one an administrator until the transaction ends. Nothing is held of a user who is gone.
 */
export async function holdUser(tx: Tx, userId: number): Promise<void> {
  if (!(await tx.store.users.hold(userId))) return
  await tx.store.groups.hold(await tx.store.memberships.groupIdsOf(userId))
}

/** What is beyond a granular token in a write to a user. */
export async function userViolation(ctx: Context, userId: number): Promise<PolicyViolation | null> {
  if (!(await isAdministratorUser(ctx, userId))) return null
  return { rule: 'target', target: { targetKind: 'user', targetId: userId } }
}

/** What is beyond a granular token in a write to a group. */
export async function groupViolation(
  ctx: Context,
  groupId: number,
): Promise<PolicyViolation | null> {
  if (!(await isAdministratorGroup(ctx, groupId))) return null
  return { rule: 'target', target: { targetKind: 'group', targetId: groupId } }
}

/** What is beyond a granular token in a write to a client, as it is stored now. */
export async function clientViolation(
  ctx: Context,
  clientId: number,
): Promise<PolicyViolation | null> {
  const client = await ctx.store.clients.findById(clientId)
  if (!client || !(await isAdministratorClient(ctx, client))) return null
  return { rule: 'target', target: { targetKind: 'client', targetId: clientId } }
}

/**
 * What is beyond a granular token in a save that adds or removes permissions.
 * @param changed ids of the permissions that the save adds or removes
 */
export async function beyondForGrants(
  ctx: Context,
  changed: readonly number[],
  target: RefusedTarget,
): Promise<PolicyViolation | null> {
  const permissionIds = await administrativeAmong(ctx, changed)
  return permissionIds.length > 0 ? { rule: 'grant', target: { ...target, permissionIds } } : null
}

/**
 * Refuses a granular token that writes to an administrator user.
 * @param options.mayTakeManage the write goes through `keepAnAdministrator`
 * @returns the context to write with, which judges again: see `judge`
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardUser(
  ctx: Context,
  operation: AuthorizedOperation,
  userId: number,
  { mayTakeManage = false } = {},
): Promise<Context> {
  return authorizeWrite(ctx, operation, {
    async hold(tx) {
      if (mayTakeManage) await lockAdministration(tx)
      await holdUser(tx, userId)
    },
    violation: (now) => userViolation(now, userId),
  })
}

/**
 * Refuses a granular token that writes to an administrative group.
 * @returns the context to write with, which judges again: see `judge`
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardGroup(
  ctx: Context,
  operation: AuthorizedOperation,
  groupId: number,
): Promise<Context> {
  return authorizeWrite(ctx, operation, {
    hold: (tx) => tx.store.groups.lock(groupId),
    violation: (now) => groupViolation(now, groupId),
  })
}

/**
 * Refuses a granular token that writes to an administrator client, or reads its secret.
 * @returns the context to write with, which judges again: see `judge`
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardClient(
  ctx: Context,
  operation: AuthorizedOperation,
  { id }: Pick<ClientRecord, 'id'>,
): Promise<Context> {
  return authorizeWrite(ctx, operation, {
    hold: (tx) => tx.store.clients.lock(id),
    violation: (now) => clientViolation(now, id),
  })
}

/**
 * Refuses every granular token: a write that takes `authserver:manage`, whatever is stored.
 * @param beyond null for what any token may do
 * @returns the context to write with
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardAlways(
  ctx: Context,
  operation: AuthorizedOperation,
  violation: PolicyViolation | null,
): Promise<Context> {
  return authorizeWrite(ctx, operation, { hold: async () => {}, violation: async () => violation })
}
