import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { accountRefusals } from '#app/account/refusals.ts'

/** Replaces the visitor's picture with the file field `picture`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form }) => {
    const file = form.get('picture')
    // Browsers send an empty, unnamed file when none was chosen.
    const isFile = file instanceof File && (file.size > 0 || file.name !== '')
    await api.uploadOwnProfilePicture(isFile ? { file } : {})
    return { done: 'picture_saved' }
  },
  accountRefusals(),
)
