import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/admin/client-registrations.ts'
import { operation } from '#lib/api/operation.ts'
import { registrationToWire } from '#lib/api/wire/client-registrations.ts'
import { clientToWire } from '#lib/api/wire/clients.ts'
import { readMoment } from '#lib/api/wire/moments.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { isDocumentClient } from '#lib/domain/clients/client-documents.ts'
import { decideOnClient } from '#lib/domain/clients/client-registrations.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { guardClient } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { invalidField, invalidValue } from '#lib/domain/values/validation.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { refreshDocument } from '#lib/protocol/documents/obtain.ts'

export const listSelfRegisteredClients = operation(
  contract.listSelfRegisteredClients,
  async (ctx, { query }) => {
    const { page, size, state, kind } = query
    const filter = { approval: state === 'all' ? null : state, kind: kind === 'all' ? null : kind }
    const [rows, total] = await Promise.all([
      ctx.store.clientRegistrations.list(filter, page, size),
      ctx.store.clientRegistrations.count(filter),
    ])
    const clients = rows.map(({ client, ...row }) => ({
      client: clientToWire(client),
      registration: registrationToWire(ctx, client, row),
    }))
    return { clients, total, page, size }
  },
)

export const getClientMetadataDocument = operation(
  contract.getClientMetadataDocument,
  async (ctx, { params }) => documentOf(ctx, await findClient(ctx, params.id)),
)

export const refreshClientMetadataDocument = operation(
  contract.refreshClientMetadataDocument,
  async (ctx, { authorized, params }) => {
    const client = await findClient(ctx, params.id)
    if (!isDocumentClient(client)) throw invalidValue('This client has no metadata document.')
    const allowed = await guardClient(ctx, authorized, client)
    const failure = await refreshDocument(allowed, client)
    if (failure !== null) throw invalidValue(`The document could not be read: ${failure}.`)
    return documentOf(ctx, client)
  },
)

export const updateClientApproval = operation(contract.updateClientApproval, async (ctx, input) => {
  const { caller, authorized, params } = input
  const client = await findClient(ctx, params.id)
  const { approval, expectedApproval, expectedChangedAt: changed } = input.body()
  if (approval !== 'approved' && approval !== 'refused') {
    throw invalidField('approval', 'is neither approved nor refused')
  }
  const allowed = await guardClient(ctx, authorized, client)
  const changedAt = typeof changed === 'string' ? readMoment('expectedChangedAt', changed) : changed
  const expected = { approval: expectedApproval, changedAt }
  await adminTransaction(allowed, (tx) =>
    decideOnClient(tx, client.id, approval, actorOf(caller), expected),
  )
  const { document: _, ...registration } = await documentOf(ctx, client)
  return registration
})

async function documentOf(ctx: Context, client: ClientRecord) {
  const found = await ctx.store.clientRegistrations.findWithUse(client.id)
  if (!found) throw refuse('NOT_FOUND')
  return { document: found.registration.document, ...registrationToWire(ctx, client, found) }
}
