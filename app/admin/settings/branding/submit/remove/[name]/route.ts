import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { imageName } from '#app/admin/settings/branding/image-names.ts'

/** Removes a logo or the icon. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, param }) => {
    await api.deleteBrandingImage({ params: { name: imageName(param('name')) } })
    return { done: 'deleted' }
  },
)
