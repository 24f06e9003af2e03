import * as contract from '#lib/api/contract/admin/client-settings.ts'
import { operation } from '#lib/api/operation.ts'
import { clientToWire } from '#lib/api/wire/clients.ts'
import { adminTransaction } from '#lib/context.ts'
import { requireNoDocument } from '#lib/domain/clients/client-documents.ts'
import { requireConsoleFlow, saveClientFlows } from '#lib/domain/clients/client-flows.ts'
import { checkClientTokens } from '#lib/domain/clients/client-tokens.ts'
import { changeClient, findClient } from '#lib/domain/clients/clients.ts'
import { checkAllowance, saveAllowance } from '#lib/domain/permissions/administrative-scopes.ts'
import { guardAlways, guardClient } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'

export const updateClientFlows = operation(contract.updateClientFlows, async (ctx, input) => {
  const { caller, authorized, params } = input
  const client = await findClient(ctx, params.id)
  const flows = input.body()
  requireConsoleFlow(client, flows)
  requireNoDocument(client)
  const allowed = await guardClient(ctx, authorized, client)
  const saved = await adminTransaction(allowed, (tx) =>
    saveClientFlows(tx, client.id, flows, actorOf(caller)),
  )
  return { client: clientToWire(saved) }
})

export const updateClientTokens = operation(contract.updateClientTokens, async (ctx, input) => {
  const { caller, authorized, params } = input
  const client = await findClient(ctx, params.id)
  const tokens = checkClientTokens(input.body())
  const allowed = await guardClient(ctx, authorized, client)
  const entry = { event: 'updated_client_tokens', loggedInUser: actorOf(caller) } as const
  const saved = await adminTransaction(allowed, (tx) => changeClient(tx, client.id, tokens, entry))
  return { client: clientToWire(saved) }
})

/** Allows or forbids administrative scopes for a client; refused for granular scopes. */
export const updateClientAdministrativeScopes = operation(
  contract.updateClientAdministrativeScopes,
  async (ctx, input) => {
    const { caller, authorized, params } = input
    const client = await findClient(ctx, params.id)
    const isAllowed = checkAllowance(client, input.body().allowed)
    const target = { targetKind: 'client', targetId: client.id } as const
    const allowed = await guardAlways(ctx, authorized, { rule: 'target', target })
    const saved = await adminTransaction(allowed, (tx) =>
      saveAllowance(tx, client.id, isAllowed, actorOf(caller)),
    )
    return { client: clientToWire(saved) }
  },
)
