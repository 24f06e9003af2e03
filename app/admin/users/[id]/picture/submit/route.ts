import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Replaces a user's picture with the file field `picture`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    const file = form.get('picture')
    await api.uploadUserProfilePicture({
      params: { id: id() },
      ...(file instanceof File && file.size > 0 && { file }),
    })
    return { done: 'saved' }
  },
  userRefusals(),
)
