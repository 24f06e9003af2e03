import * as contract from '#lib/api/contract/admin/clients.ts'
import { operation } from '#lib/api/operation.ts'
import { clientToWire } from '#lib/api/wire/clients.ts'
import { type AdminTx, adminTransaction } from '#lib/context.ts'
import { noteEnabled, setEnabled } from '#lib/domain/clients/client-registrations.ts'
import * as clients from '#lib/domain/clients/clients.ts'
import { guardClient } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { deleteClientWithAll } from '#lib/domain/retention/removal.ts'
import { foundClients } from './client-search.ts'

export const listClients = operation(contract.listClients, async (ctx) => ({
  clients: (await ctx.store.clients.all()).map(clientToWire),
}))

/**
 * One page of the clients whose identifier, display name or description contains a text, ordered by identifier.
 * Optionally limited to given identifiers, narrowed and sorted.
 */
export const searchClients = operation(contract.searchClients, async (ctx, { query }) => {
  const { page, size } = query
  return { ...(await foundClients(ctx, query)), page, size }
})

/** Creates a client; `getClientSecret` returns its secret. */
export const createClient = operation(contract.createClient, async (ctx, input) => {
  const fields = await clients.checkNewClient(ctx, input.body())
  const created = await adminTransaction(ctx, (tx) =>
    clients.createClient(tx, fields, actorOf(input.caller)),
  ).catch(clients.refuseTakenIdentifier)
  return { client: clientToWire(created) }
})

export const getClient = operation(contract.getClient, async (ctx, { params }) => ({
  client: clientToWire(await clients.findClient(ctx, params.id)),
}))

export const updateClient = operation(contract.updateClient, async (ctx, input) => {
  const { caller, authorized, params } = input
  const client = await clients.findClient(ctx, params.id)
  const settings = await clients.checkClientSettings(ctx, client, input.body())
  const allowed = await guardClient(ctx, authorized, client)
  const entry = { event: 'updated_client_settings', loggedInUser: actorOf(caller) } as const
  const saved = await adminTransaction(allowed, (tx) =>
    saveSettings(tx, client.id, settings, entry),
  ).catch(clients.refuseTakenIdentifier)
  return { client: clientToWire(saved) }
})

type Change = Parameters<typeof clients.changeClient>

async function saveSettings(tx: AdminTx, id: number, settings: Change[2], entry: Change[3]) {
  const saved = await clients.changeClient(tx, id, settings, entry)
  await noteEnabled(tx, saved, entry.loggedInUser)
  return saved
}

/** Enables or disables a client; repeating the current value changes nothing. */
export const setClientEnabled = operation(contract.setClientEnabled, async (ctx, input) => {
  const { caller, authorized, params } = input
  const client = await clients.findClient(ctx, params.id)
  const { enabled } = input.body()
  if (!enabled) clients.requireDisableable(client)
  const allowed = await guardClient(ctx, authorized, client)
  const saved = await adminTransaction(allowed, (tx) =>
    setEnabled(tx, client.id, enabled, actorOf(caller)),
  )
  return { client: clientToWire(saved) }
})

/** Deletes a client and its dependents. */
export const deleteClient = operation(
  contract.deleteClient,
  async (ctx, { caller, authorized, params }) => {
    const client = await clients.findClient(ctx, params.id)
    clients.requireDeletable(client)
    const allowed = await guardClient(ctx, authorized, client)
    await deleteClientWithAll(allowed, client, actorOf(caller))
    return { success: true }
  },
)
