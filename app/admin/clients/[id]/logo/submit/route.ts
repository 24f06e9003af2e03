import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Replaces a client's logo with the file field `picture`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form }) => {
    const file = form.get('picture')
    // Browsers send an empty, unnamed file when none was chosen.
    const isFile = file instanceof File && (file.size > 0 || file.name !== '')
    await api.uploadClientLogo({ params: { id: id() }, ...(isFile && { file }) })
    return { done: 'saved' }
  },
  (t, { maxPicture: max }) => ({
    texts: {
      ...recordTexts(t),
      FILE_TOO_LARGE: t('console.picture.too_large', { max }),
      NO_FILE: t('clients.logo.no_file'),
    },
  }),
)
