import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Reads the options with which the browser confirms by a passkey. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api }) => {
  const { options } = await api.getConfirmationOptions()
  return { message: '', shown: options }
})
