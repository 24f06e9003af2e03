import * as contract from '#lib/api/contract/admin/client-logo.ts'
import { operation } from '#lib/api/operation.ts'
import { adminTransaction } from '#lib/context.ts'
import { logoUrl, removeLogo, saveLogo } from '#lib/domain/clients/client-logo.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { guardClient } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { checkImage } from '#lib/domain/values/images.ts'

export const getClientLogo = operation(contract.getClientLogo, async (ctx, { params }) => {
  const client = await findClient(ctx, params.id)
  const hasLogo = await ctx.store.clients.hasLogo(client.id)
  return hasLogo ? { hasLogo, logoUrl: logoUrl(ctx, client) } : { hasLogo }
})

export const uploadClientLogo = operation(contract.uploadClientLogo, async (ctx, input) => {
  const { caller, authorized, params } = input
  const client = await findClient(ctx, params.id)
  const image = await input.upload()
  const { contentType } = await checkImage(image, ctx.config.profilePictureMaxBytes)
  const allowed = await guardClient(ctx, authorized, client)
  await adminTransaction(allowed, (tx) =>
    saveLogo(tx, client.id, { image, contentType }, actorOf(caller)),
  )
  return { success: true, pictureUrl: logoUrl(ctx, client) }
})

/** Removes the logo; succeeds without one. */
export const deleteClientLogo = operation(
  contract.deleteClientLogo,
  async (ctx, { caller, authorized, params }) => {
    const client = await findClient(ctx, params.id)
    const allowed = await guardClient(ctx, authorized, client)
    await adminTransaction(allowed, (tx) => removeLogo(tx, client.id, actorOf(caller)))
    return { success: true }
  },
)
