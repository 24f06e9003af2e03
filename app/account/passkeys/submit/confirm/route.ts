import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Gets what the browser needs to confirm with a passkey. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api }) => {
  const { options } = await api.getConfirmationOptions()
  return { message: '', shown: options }
})
