import type { Tx } from '#lib/context.ts'
import { refuse } from '#lib/kernel/errors.ts'
import { lockAdministration } from './administrators.ts'
import { builtInResource } from './built-in.ts'

/**
 * Runs a write that may take `authserver:manage` from somebody, under a lock that lets one such
 * write through at a time: it must leave an enabled user who holds the permission.
 * @param write the change itself, inside the transaction
 * @throws Refusal LAST_ADMINISTRATOR when there was such a user before and none after
 */
export async function keepAnAdministrator<T>(tx: Tx, write: () => Promise<T>): Promise<T> {
  const { permissions } = tx.store
  await lockAdministration(tx)
  const isThereOne = () => permissions.hasEnabledHolder(builtInResource.identifier, 'manage')
  const before = await isThereOne()
  const result = await write()
  if (before && !(await isThereOne())) throw refuse('LAST_ADMINISTRATOR')
  return result
}
