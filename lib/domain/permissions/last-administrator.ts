import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx } from '#lib/context.ts'
import { lockAdministration } from './administrators.ts'
import { builtInResource } from './built-in.ts'

/**
 * Runs a write that may take `authserver:manage` from a user. A lock serializes such writes, and the write must leave
 * an enabled user with the permission.
 * @param write the change itself, inside the transaction
 * @throws Refusal LAST_ADMINISTRATOR when such a user existed before and none is left
 */
export async function keepAnAdministrator<T>(tx: AdminTx, write: () => Promise<T>): Promise<T> {
  const { permissions } = tx.store
  await lockAdministration(tx)
  const isThereOne = () => permissions.hasEnabledHolder(builtInResource.identifier, 'manage')
  const before = await isThereOne()
  const result = await write()
  if (before && !(await isThereOne())) throw refuse('LAST_ADMINISTRATOR')
  return result
}
