import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Reads the visitor's passkeys, after an answer was lost. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api }) => {
  const { passkeys } = await api.listOwnPasskeys()
  return { message: '', shown: passkeys.map(({ id }) => id) }
})
