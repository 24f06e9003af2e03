import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { imageName, tooLarge } from '#app/admin/settings/branding/image-names.ts'

/** Replaces a logo or the icon with the file field `picture`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, param }) => {
    const file = form.get('picture')
    // Browsers send an empty, unnamed file when none was chosen.
    const isFile = file instanceof File && (file.size > 0 || file.name !== '')
    const params = { name: imageName(param('name')) }
    await api.uploadBrandingImage({ params, ...(isFile && { file }) })
    return { done: 'saved' }
  },
  (t) => ({
    texts: {
      FILE_TOO_LARGE: tooLarge(t),
      NO_FILE: t('settings.branding.no_file'),
    },
  }),
)
