import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, transaction } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients.ts'
import type { ParentRecord } from '#lib/persistence/dependents.ts'
import { changeClient, deleteClient } from './clients.ts'
import { keepAnAdministrator } from './last-administrator.ts'
import { maxAtOnce } from './revocation-in-batches.ts'
import { changeUser, removeUser } from './users.ts'

/** Rows in one delete where there are more. */
const batchSize = 100

/**
 * Deletes a client as `deleteClient` does, however much belongs to it. A client with more than one transaction should
 * remove is disabled first: nothing is issued to it from then on. What fails later leaves it so, to be deleted again.
 * Writes `deleted_client`, and `updated_client_settings` where it was disabled first.
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
    await transaction(ctx, (tx) => changeClient(tx, client.id, { enabled: false }, entry))
    await removeDependents(ctx, parent)
  }
  await transaction(ctx, (tx) => deleteClient(tx, client, loggedInUser))
}

/**
 * Removes a user as `removeUser` does, however much is theirs. A user with more than one transaction should remove is
 * disabled first, which ends what they obtained. What fails later leaves them so, to be removed again. Writes
 * `deleted_user`, and `updated_user_details` where they were disabled first.
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
    await transaction(ctx, (tx) =>
      keepAnAdministrator(tx, async () => {
        await changeUser(tx, id, { enabled: false }, entry)
        // Should they be enabled again, after a failure: what is left stays worthless.
        await tx.store.users.advanceAuthState(id)
      }),
    )
    await removeDependents(ctx, parent)
  }
  await transaction(ctx, (tx) => removeUser(tx, id, loggedInUser))
}

/** Others have the database half of the time: on SQLite nobody is answered while a batch is removed. */
async function removeDependents({ store }: Context, parent: ParentRecord): Promise<void> {
  for (const removeBatch of store.dependents.removals(parent)) {
    let removed: number
    do {
      const begun = performance.now()
      removed = await removeBatch(batchSize)
      await sleep(performance.now() - begun)
    } while (removed === batchSize)
  }
}
