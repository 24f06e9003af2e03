import * as contract from '#lib/api/contract/admin/client-secret.ts'
import { operation } from '#lib/api/operation.ts'
import { clientToWire } from '#lib/api/wire/clients.ts'
import { adminTransaction } from '#lib/context.ts'
import { changeReachOfClient } from '#lib/domain/clients/account-approvals.ts'
import { requireNoDocument } from '#lib/domain/clients/client-documents.ts'
import { makeClientPublicWithAll } from '#lib/domain/clients/client-made-public.ts'
import {
  checkClientSecret,
  discloseSecret,
  makeClientConfidential,
  requireMayBePublic,
} from '#lib/domain/clients/client-secret.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { guardClient } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'

export const getClientSecret = operation(
  contract.getClientSecret,
  async (ctx, { caller, authorized, params }) => {
    const client = await findClient(ctx, params.id)
    const allowed = await guardClient(ctx, authorized, client)
    return { clientSecret: await discloseSecret(allowed, client, actorOf(caller)) }
  },
)

/** Makes a client public, or confidential with the given secret. */
export const updateClientAuthentication = operation(
  contract.updateClientAuthentication,
  async (ctx, input) => {
    const { caller, authorized, params } = input
    const client = await findClient(ctx, params.id)
    const { isPublic, clientSecret } = input.body()
    requireNoDocument(client)
    if (isPublic) requireMayBePublic(client)
    else await checkClientSecret(ctx, caller, client, clientSecret)
    const allowed = await guardClient(ctx, authorized, client)
    const saved = isPublic
      ? await makeClientPublicWithAll(allowed, client, caller)
      : await adminTransaction(allowed, (tx) =>
          changeReachOfClient(tx, client.id, caller, () =>
            makeClientConfidential(tx, client.id, clientSecret, actorOf(caller)),
          ),
        )
    return { client: clientToWire(saved) }
  },
)
