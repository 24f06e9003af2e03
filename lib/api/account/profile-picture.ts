import * as contract from '#lib/api/contract/account/profile-picture.ts'
import { operation } from '#lib/api/operation.ts'
import { adminTransaction } from '#lib/context.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'
import { pictureUrl, removeOwnPicture, savePicture } from '#lib/domain/users/profile-picture.ts'
import { checkImage } from '#lib/domain/values/images.ts'

export const getOwnProfilePicture = operation(
  contract.getOwnProfilePicture,
  async (ctx, { caller }) => {
    const { user } = requireUser(caller)
    const hasPicture = await ctx.store.images.hasPicture(user.id)
    return hasPicture ? { hasPicture, pictureUrl: pictureUrl(ctx, user) } : { hasPicture }
  },
)

/** Sets or replaces the picture, stored byte for byte. */
export const uploadOwnProfilePicture = operation(
  contract.uploadOwnProfilePicture,
  async (ctx, input) => {
    const { user } = requireUser(input.caller)
    const image = await input.upload()
    const { contentType } = await checkImage(image, ctx.config.profilePictureMaxBytes)
    const entry = { event: 'updated_own_profile_picture', loggedInUser: user.subject } as const
    await adminTransaction(ctx, (tx) => savePicture(tx, user.id, { image, contentType }, entry))
    return { success: true, pictureUrl: pictureUrl(ctx, user) }
  },
)

/** Removes the picture; succeeds without one. */
export const deleteOwnProfilePicture = operation(
  contract.deleteOwnProfilePicture,
  async (ctx, { caller }) => {
    const { user } = requireUser(caller)
    await adminTransaction(ctx, (tx) => removeOwnPicture(tx, user))
    return { success: true }
  },
)
