import { setTimeout as sleep } from 'node:timers/promises'
import { inBatches } from '#lib/base/concurrency/in-batches.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ParentRecord } from '#lib/persistence/maintenance/dependent-tables.ts'
import { changeClient, deleteClient } from '../clients/clients.ts'
import { notifyClientsOfAccount } from '../clients/logout-notifications.ts'
import { keepAnAdministrator } from '../permissions/last-administrator.ts'
import { changeUser, removeUser } from '../users/users.ts'
import { maxAtOnce } from './revocation-in-batches.ts'

/** Rows per delete statement while dependents are removed in batches. */
const batchSize = 100

/**
 * Deletes a client like `deleteClient`, with any number of dependents. If they are too many for one transaction, the
 * client is disabled first, so that nothing more is issued to it. After a later failure it stays disabled, and the
 * deletion can be repeated. Writes `deleted_client`, and `updated_client_settings` if it was disabled first.
 * @throws Refusal NOT_FOUND when it was deleted meanwhile
 */
export async function deleteClientWithAll(
  ctx: Context,
  client: ClientWithLists,
  loggedInUser: string,
): Promise<void> {
  const parent = { kind: 'client', id: client.id } as const
  if (await ctx.store.dependents.exceed(parent, maxAtOnce)) {
    const entry = { event: 'updated_client_settings', loggedInUser } as const
    await adminTransaction(ctx, (tx) => changeClient(tx, client.id, { enabled: false }, entry))
    await removeDependents(ctx, parent)
  }
  await adminTransaction(ctx, (tx) => deleteClient(tx, client, loggedInUser))
}

/**
 * Removes a user like `removeUser`, with any number of dependents. If they are too many for one transaction, the user
 * is disabled first, which voids all they obtained. After a later failure the user stays disabled, and the removal can
 * be repeated. Writes `deleted_user`, and `updated_user_details` if the user was disabled first.
 * @throws Refusal NOT_FOUND when the user was gone; LAST_ADMINISTRATOR
 */
export async function removeUserWithAll(
  ctx: Context,
  id: number,
  loggedInUser: string,
): Promise<void> {
  const parent = { kind: 'user', id } as const
  if (await ctx.store.dependents.exceed(parent, maxAtOnce)) {
    const entry = { event: 'updated_user_details', loggedInUser } as const
    await adminTransaction(ctx, (tx) =>
      keepAnAdministrator(tx, async () => {
        await notifyClientsOfAccount(tx, id)
        await changeUser(tx, id, { enabled: false }, entry)
        // If the user is enabled again after a failure, the remaining tokens stay void.
        await tx.store.users.advanceAuthState(id)
      }),
    )
    await removeDependents(ctx, parent)
  }
  await adminTransaction(ctx, (tx) => removeUser(tx, id, loggedInUser))
}

async function removeDependents({ store }: Context, parent: ParentRecord): Promise<void> {
  for (const removeBatch of store.dependents.removals(parent)) {
    await inBatches(batchSize, removeBatch, { pause: sleep })
  }
}
