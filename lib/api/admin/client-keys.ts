import * as contract from '#lib/api/contract/admin/client-keys.ts'
import { operation } from '#lib/api/operation.ts'
import { adminTransaction } from '#lib/context.ts'
import { changeReachOfClient } from '#lib/domain/clients/account-approvals.ts'
import {
  type ClientKeys,
  checkClientKeys,
  keysOf,
  saveClientKeys,
} from '#lib/domain/clients/client-keys.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { guardClient } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { invalidValue } from '#lib/domain/values/validation.ts'
import { fetchKeysNow } from '#lib/protocol/client-keys/remote-keys.ts'

export const getClientKeys = operation(contract.getClientKeys, async (ctx, { params }) =>
  toWire(keysOf(await findClient(ctx, params.id))),
)

export const updateClientKeys = operation(contract.updateClientKeys, async (ctx, input) => {
  const { caller, authorized, params } = input
  const client = await findClient(ctx, params.id)
  const { expectedTokenEndpointAuthMethod: expected, ...sent } = input.body()
  const keys = checkClientKeys(client, sent)
  const allowed = await guardClient(ctx, authorized, client)
  const saved = await adminTransaction(allowed, (tx) =>
    changeReachOfClient(tx, client.id, caller, () =>
      saveClientKeys(tx, client.id, { keys, expected }, actorOf(caller)),
    ),
  )
  return toWire(keysOf(saved))
})

export const fetchClientKeys = operation(contract.fetchClientKeys, async (ctx, input) => {
  const client = await findClient(ctx, input.params.id)
  if (client.jwksUri === '') throw invalidValue('This client has no address of keys.')
  const allowed = await guardClient(ctx, input.authorized, client)
  const fetched = await fetchKeysNow(allowed, client)
  if (typeof fetched === 'string') {
    throw invalidValue(`The keys could not be read: ${fetched}.`)
  }
  return { kids: [...fetched.used], leftOutKids: [...fetched.leftOut] }
})

function toWire({ tokenEndpointAuthMethod, jwks, jwksUri }: ClientKeys) {
  return {
    tokenEndpointAuthMethod,
    jwks: jwks && { keys: jwks.keys.map((key) => ({ ...key })) },
    jwksUri,
  }
}
