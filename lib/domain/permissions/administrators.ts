import type { AdminTx, Context } from '#lib/context.ts'
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

/** True when the client may request administrative scopes for users. The console's own client always may. */
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

export function isAdministratorGroup(ctx: Context, groupId: number): Promise<boolean> {
  return ctx.store.permissions.groupHolds(
    groupId,
    builtInResource.identifier,
    administrativePermissions,
  )
}

/**
 * True for a client that may request administrative scopes for users (the console's own always may), or that holds an
 * administrative permission itself.
 */
export async function isAdministratorClient(ctx: Context, client: ClientRecord): Promise<boolean> {
  if (mayAdministerForUsers(client)) return true
  return ctx.store.permissions.clientHolds(
    client.id,
    builtInResource.identifier,
    administrativePermissions,
  )
}

/** True for a token with `authserver:manage`, which skips the administrative policy. */
export function mayManage(caller: Caller): boolean {
  return hasScope(caller, 'authserver:manage')
}

/** Returns the administrative ones among the given permissions. */
async function administrativeAmong(
  ctx: Context,
  permissionIds: readonly number[],
): Promise<readonly number[]> {
  const administrative = await administrativePermissionIds(ctx)
  return permissionIds.filter((id) => administrative.has(id))
}

/**
 * Serializes the writes that may take `authserver:manage` from a user. Must be acquired before the lock of the user or
 * group that loses it: see `keepAnAdministrator`.
 */
export function lockAdministration(tx: AdminTx): Promise<void> {
  return tx.store.permissions.lock(builtInResource.identifier, 'manage')
}

/**
 * Locks a user and the user's groups, which decide whether the user is an administrator, until the transaction ends.
 * Does nothing when the user no longer exists.
 */
export async function holdUser(tx: AdminTx, userId: number): Promise<void> {
  if (!(await tx.store.users.hold(userId))) return
  await tx.store.groups.hold(await tx.store.memberships.groupIdsOf(userId))
}

/** Returns the violation when a granular token writes to this user. */
export async function userViolation(ctx: Context, userId: number): Promise<PolicyViolation | null> {
  if (!(await isAdministratorUser(ctx, userId))) return null
  return { rule: 'target', target: { targetKind: 'user', targetId: userId } }
}

/** Returns the violation when a granular token writes to this group. */
export async function groupViolation(
  ctx: Context,
  groupId: number,
): Promise<PolicyViolation | null> {
  if (!(await isAdministratorGroup(ctx, groupId))) return null
  return { rule: 'target', target: { targetKind: 'group', targetId: groupId } }
}

/** Returns the violation when a granular token writes to this client, as it is stored now. */
export async function clientViolation(
  ctx: Context,
  clientId: number,
): Promise<PolicyViolation | null> {
  const client = await ctx.store.clients.findById(clientId)
  if (!client || !(await isAdministratorClient(ctx, client))) return null
  return { rule: 'target', target: { targetKind: 'client', targetId: clientId } }
}

/**
 * Returns the violation when a granular token adds or removes these permissions.
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
 * @param options.mayTakeManage true when the write goes through `keepAnAdministrator`
 * @returns the context to write with, which checks the policy again: see `authorizeWrite`
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
 * @returns the context to write with, which checks the policy again: see `authorizeWrite`
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
 * @returns the context to write with, which checks the policy again: see `authorizeWrite`
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
 * Refuses every granular token, because the write needs `authserver:manage` whatever is stored.
 * @param violation null when any token may write
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
