import type { Context } from '#lib/context.ts'
import { refuse } from '#lib/kernel/errors.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { auditRefusal } from './audit.ts'
import { administrativePermissions, builtInResource, isConsoleClient } from './built-in.ts'
import { actorOf, type Caller, hasScope } from './caller.ts'

/** The operation that the policy judges, for the audit entry of a refusal. */
export interface JudgedOperation {
  readonly caller: Caller
  readonly method: string
  /** The path's pattern, such as `/api/v1/admin/users/{id}`. */
  readonly route: string
}

/** Which rule of the administrative policy refuses (wire contract §4.1). */
export type Ceiling = 'grant' | 'target' | 'settings' | 'description'

/** What the refused write was about. */
export interface RefusedTarget {
  readonly targetKind?: 'user' | 'group' | 'client'
  readonly targetId?: number
  readonly permissionIds?: readonly number[]
  readonly groupIds?: readonly number[]
}

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

/** True when a granular token would add or remove an administrative permission: asked again while the save writes. */
export async function exceedsToken(
  ctx: Context,
  caller: Caller,
  changed: readonly number[],
): Promise<boolean> {
  return !mayManage(caller) && (await administrativeAmong(ctx, changed)).length > 0
}

async function administrativeAmong(
  ctx: Context,
  permissionIds: readonly number[],
): Promise<readonly number[]> {
  const administrative = await administrativePermissionIds(ctx)
  return permissionIds.filter((id) => administrative.has(id))
}

/**
 * Refuses a granular token under one rule of the administrative policy. Writes `administrator_change_refused`.
 * Called after every 400 and 404 of the operation, before anything is written.
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export async function refuseChange(
  ctx: Context,
  operation: JudgedOperation,
  ceiling: Ceiling,
  target: RefusedTarget = {},
): Promise<never> {
  await auditRefusal(ctx, 'administrator_change_refused', {
    loggedInUser: actorOf(operation.caller),
    method: operation.method,
    route: operation.route,
    ceiling,
    ...target,
  })
  throw refuse('MANAGE_SCOPE_REQUIRED')
}

/**
 * Refuses a granular token that writes to an administrator user.
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export async function guardUser(
  ctx: Context,
  operation: JudgedOperation,
  userId: number,
): Promise<void> {
  if (mayManage(operation.caller) || !(await isAdministratorUser(ctx, userId))) return
  await refuseChange(ctx, operation, 'target', { targetKind: 'user', targetId: userId })
}

/**
 * Refuses a granular token that writes to an administrative group.
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export async function guardGroup(
  ctx: Context,
  operation: JudgedOperation,
  groupId: number,
): Promise<void> {
  if (mayManage(operation.caller) || !(await isAdministratorGroup(ctx, groupId))) return
  await refuseChange(ctx, operation, 'target', { targetKind: 'group', targetId: groupId })
}

/**
 * Refuses a granular token that writes to an administrator client, or reads its secret.
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export async function guardClient(
  ctx: Context,
  operation: JudgedOperation,
  client: ClientRecord,
): Promise<void> {
  if (mayManage(operation.caller) || !(await isAdministratorClient(ctx, client))) return
  await refuseChange(ctx, operation, 'target', { targetKind: 'client', targetId: client.id })
}

/**
 * Refuses a granular token whose save adds or removes an administrative permission.
 * @param changed ids of the permissions that the save adds or removes
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export async function guardGrants(
  ctx: Context,
  operation: JudgedOperation,
  changed: readonly number[],
  target: RefusedTarget,
): Promise<void> {
  if (mayManage(operation.caller)) return
  const permissionIds = await administrativeAmong(ctx, changed)
  if (permissionIds.length > 0) {
    await refuseChange(ctx, operation, 'grant', { ...target, permissionIds })
  }
}
