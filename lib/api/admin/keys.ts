import * as contract from '#lib/api/contract/admin/keys.ts'
import { operation } from '#lib/api/operation.ts'
import { keyToWire } from '#lib/api/wire/keys.ts'
import { actorOf } from '#lib/domain/caller.ts'
import * as keys from '#lib/domain/keys.ts'

export const listKeys = operation(contract.listKeys, async (ctx) => ({
  keys: (await keys.listKeys(ctx)).map(keyToWire),
}))

export const rotateKeys = operation(contract.rotateKeys, async (ctx, { caller }) => {
  await keys.rotateKeys(ctx, actorOf(caller))
  return { success: true }
})

/** Deletes the previous signing key. */
export const revokeKey = operation(contract.revokeKey, async (ctx, { params, caller }) => {
  await keys.revokePreviousKey(ctx, params.id, actorOf(caller))
  return { success: true }
})
