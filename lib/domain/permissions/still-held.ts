import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { builtInResource } from './built-in.ts'
import type { Caller } from './caller.ts'
import { scopeOf } from './permissions.ts'

const ownScopes = `${builtInResource.identifier}:`

/**
 * The scopes of a token that count. A scope of this server's own resource counts only while its holder has the
 * permission. Scopes of other resources are left to their own APIs.
 * @param held the holder's current scopes
 */
export function stillHeld(scopes: readonly string[], held: ReadonlySet<string>): readonly string[] {
  return scopes.filter((scope) => !scope.startsWith(ownScopes) || held.has(scope))
}

/** The scopes of this server itself that a user holds, directly or through groups. */
export async function ownScopesOfSubject(
  ctx: Context,
  subject: string,
): Promise<ReadonlySet<string>> {
  const held = await ctx.store.permissions.heldBySubject(subject, builtInResource.identifier)
  return new Set(held.map((identifier) => ownScopes + identifier))
}

/** True while a client may get tokens for itself, and use them at the APIs. */
export function mayActForItself(client: ClientRecord | null): client is ClientRecord {
  return Boolean(client?.enabled && !client.isPublic && client.clientCredentialsEnabled)
}

/**
 * Checks the caller's rights again inside the transaction of a write, once its target is locked. A caller whose right
 * was taken away after the gate's check cannot use the write to get it back.
 * @throws Refusal INVALID_TOKEN when the user or client may no longer act at all; INSUFFICIENT_SCOPE when one of the
 *   counted scopes no longer counts
 */
export async function requireStillHeld(tx: AdminTx, caller: Caller): Promise<void> {
  if (caller.kind === 'operator') return
  const held =
    caller.kind === 'user'
      ? await heldByUser(tx, caller.user)
      : await heldByClient(tx, caller.client)
  if (!held) throw refuse('INVALID_TOKEN')
  if (stillHeld(caller.scopes, held).length < caller.scopes.length) {
    throw refuse('INSUFFICIENT_SCOPE', { description: noLongerHeld })
  }
}

export const noLongerHeld = 'The permission that the token was issued for is no longer held.'

async function heldByUser(
  tx: AdminTx,
  { id, subject }: { readonly id: number; readonly subject: string },
) {
  const now = await tx.store.users.findById(id)
  return now?.enabled ? ownScopesOfSubject(tx, subject) : null
}

async function heldByClient(tx: AdminTx, { id }: { readonly id: number }) {
  const now = await tx.store.clients.findRecordById(id)
  if (!mayActForItself(now)) return null
  return new Set((await tx.store.clients.heldPermissions(id)).map(scopeOf))
}
