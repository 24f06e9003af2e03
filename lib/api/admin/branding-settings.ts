import * as contract from '#lib/api/contract/admin/branding-settings.ts'
import { operation } from '#lib/api/operation.ts'
import { brandingSettingsToWire } from '#lib/api/wire/branding.ts'
import { adminTransaction } from '#lib/context.ts'
import { checkBranding, saveBranding } from '#lib/domain/branding/branding.ts'
import {
  checkBrandingImage,
  removeBrandingImage,
  saveBrandingImage,
} from '#lib/domain/branding/branding-images.ts'
import { maxBrandingImageBytes } from '#lib/domain/branding/image-limit.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'

export const getBrandingSettings = operation(contract.getBrandingSettings, async (ctx) =>
  brandingSettingsToWire(ctx, ctx.settings),
)

export const updateBrandingSettings = operation(
  contract.updateBrandingSettings,
  async (ctx, input) => {
    const values = checkBranding(input.body())
    const saved = await adminTransaction(ctx, (tx) =>
      saveBranding(tx, values, actorOf(input.caller)),
    )
    return brandingSettingsToWire(ctx, saved)
  },
)

export const uploadBrandingImage = operation(contract.uploadBrandingImage, async (ctx, input) => {
  const { caller, params } = input
  const image = await checkBrandingImage(params.name, await input.upload(maxBrandingImageBytes))
  const saved = await adminTransaction(ctx, (tx) =>
    saveBrandingImage(tx, params.name, image, actorOf(caller)),
  )
  return brandingSettingsToWire(ctx, saved)
})

/** Removes an image; succeeds without one. */
export const deleteBrandingImage = operation(
  contract.deleteBrandingImage,
  async (ctx, { caller, params }) => {
    const saved = await adminTransaction(ctx, (tx) =>
      removeBrandingImage(tx, params.name, actorOf(caller)),
    )
    return brandingSettingsToWire(ctx, saved)
  },
)
