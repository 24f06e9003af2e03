import * as contract from '#lib/api/contract/admin/keys.ts'
import { dependentLimit } from '#lib/api/contract/models/keys.ts'
import { operation } from '#lib/api/operation.ts'
import { keyToWire } from '#lib/api/wire/keys.ts'
import type { Context } from '#lib/context.ts'
import { readKeyUses } from '#lib/domain/keys/key-use.ts'
import * as keys from '#lib/domain/keys/keys.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'

export const listKeys = operation(contract.listKeys, async (ctx) => ({
  keys: await listed(ctx),
}))

async function listed(ctx: Context) {
  const found = await keys.listKeys(ctx)
  const uses = await readKeyUses(ctx, found, dependentLimit)
  return found.flatMap((key, index) => {
    const use = uses[index]
    return use ? [keyToWire(key, use)] : []
  })
}

export const rotateKeys = operation(contract.rotateKeys, async (ctx, { caller }) => {
  await keys.rotateKeys(ctx, actorOf(caller))
  return { success: true }
})

/** Deletes the previous signing key. */
export const revokeKey = operation(contract.revokeKey, async (ctx, { params, caller }) => {
  await keys.revokePreviousKey(ctx, params.id, actorOf(caller))
  return { success: true }
})
