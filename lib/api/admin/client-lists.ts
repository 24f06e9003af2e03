import * as contract from '#lib/api/contract/admin/client-lists.ts'
import { operation } from '#lib/api/operation.ts'
import { clientToWire } from '#lib/api/wire/clients.ts'
import { adminTransaction } from '#lib/context.ts'
import { changeReachOfClient } from '#lib/domain/clients/account-approvals.ts'
import {
  requireConsoleCallback,
  saveRedirectUris,
  saveWebOrigins,
} from '#lib/domain/clients/client-lists.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { checkRedirectUris, requireBrowserFlow } from '#lib/domain/clients/redirect-uris.ts'
import { checkWebOrigins } from '#lib/domain/clients/web-origins.ts'
import { guardClient } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'

export const updateClientRedirectUris = operation(
  contract.updateClientRedirectUris,
  async (ctx, input) => {
    const { caller, authorized, params } = input
    const client = await findClient(ctx, params.id)
    const { redirectURIs, expectedRedirectURIs: expected } = input.body()
    requireBrowserFlow(ctx, client, redirectURIs)
    const wanted = checkRedirectUris(redirectURIs, client)
    requireConsoleCallback(ctx, client, wanted)
    const allowed = await guardClient(ctx, authorized, client)
    const saved = await adminTransaction(allowed, (tx) =>
      changeReachOfClient(tx, client.id, caller, () =>
        saveRedirectUris(tx, client.id, { wanted, expected }, actorOf(caller)),
      ),
    )
    return { client: clientToWire(saved) }
  },
)

export const updateClientWebOrigins = operation(
  contract.updateClientWebOrigins,
  async (ctx, input) => {
    const { caller, authorized, params } = input
    const client = await findClient(ctx, params.id)
    const { webOrigins, expectedWebOrigins: expected } = input.body()
    const wanted = checkWebOrigins(webOrigins)
    const allowed = await guardClient(ctx, authorized, client)
    const saved = await adminTransaction(allowed, (tx) =>
      saveWebOrigins(tx, client.id, { wanted, expected }, actorOf(caller)),
    )
    return { client: clientToWire(saved) }
  },
)
