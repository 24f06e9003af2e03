import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Removes the visitor's picture. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async ({ api }) => {
  await api.deleteOwnProfilePicture()
  return { done: 'deleted' }
})
