import type { Context } from '#lib/context.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import { Failure } from './command.ts'

/**
 * Finds a client by its identifier.
 * @throws Failure when there is none
 */
export async function clientNamed(ctx: Context, identifier: string): Promise<ClientWithLists> {
  const found = await ctx.store.clients.findRecord(identifier)
  if (!found) throw new Failure(`Client '${identifier}' not found.`)
  return findClient(ctx, found.id)
}
