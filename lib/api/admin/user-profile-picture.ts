import * as contract from '#lib/api/contract/admin/user-profile-picture.ts'
import { operation } from '#lib/api/operation.ts'
import { adminTransaction } from '#lib/context.ts'
import { guardUser } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { pictureUrl, removePicture, savePicture } from '#lib/domain/users/profile-picture.ts'
import { findUser } from '#lib/domain/users/users.ts'
import { checkImage } from '#lib/domain/values/images.ts'

export const getUserProfilePicture = operation(
  contract.getUserProfilePicture,
  async (ctx, { params }) => {
    const user = await findUser(ctx, params.id)
    const hasPicture = await ctx.store.images.hasPicture(user.id)
    return hasPicture ? { hasPicture, pictureUrl: pictureUrl(ctx, user) } : { hasPicture }
  },
)

/** Sets or replaces a user's picture, stored byte for byte. */
export const uploadUserProfilePicture = operation(
  contract.uploadUserProfilePicture,
  async (ctx, input) => {
    const { caller, authorized, params } = input
    const user = await findUser(ctx, params.id)
    const image = await input.upload()
    const { contentType } = await checkImage(image, ctx.config.profilePictureMaxBytes)
    const allowed = await guardUser(ctx, authorized, user.id)
    const entry = { event: 'updated_user_profile_picture', loggedInUser: actorOf(caller) } as const
    await adminTransaction(allowed, (tx) => savePicture(tx, user.id, { image, contentType }, entry))
    return { success: true, pictureUrl: pictureUrl(ctx, user) }
  },
)

/** Removes a user's picture; succeeds without one. */
export const deleteUserProfilePicture = operation(
  contract.deleteUserProfilePicture,
  async (ctx, { caller, authorized, params }) => {
    const user = await findUser(ctx, params.id)
    const allowed = await guardUser(ctx, authorized, user.id)
    const entry = { event: 'deleted_user_profile_picture', loggedInUser: actorOf(caller) } as const
    await adminTransaction(allowed, (tx) => removePicture(tx, user.id, entry))
    return { success: true }
  },
)
